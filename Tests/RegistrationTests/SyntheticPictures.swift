import Frames
import Glibc
import Registration

@testable import Registration

/// A synthetic scene that can be shown from any position: discs of many sizes that hide one another, like objects in a
/// photograph.
struct SyntheticPicture {
  let width: Int
  let height: Int
  /// How far the scene reaches beyond the picture, in pixels: the farthest shift that a test may use.
  private let margin = 128
  private let stride: Int
  private var levels: [Float]

  init(width: Int = 240, height: Int = 180, seed: UInt64 = 1, discs: Int = 1000) {
    self.width = width
    self.height = height
    stride = width + 2 * margin
    let lines = height + 2 * margin
    levels = Array(repeating: 90, count: stride * lines)
    var random = SplitMix64(seed: seed)
    for _ in 0..<discs {
      // The sizes are distributed as in photographs: the number falls with the cube of the radius.
      let radius = min(90, 3 / Float.random(in: 0.002...1, using: &random).squareRoot())
      let (x, y) = (
        Float.random(in: 0...Float(stride), using: &random),
        Float.random(in: 0...Float(lines), using: &random)
      )
      let level = Float.random(in: 30...170, using: &random)
      for row in max(0, Int(y - radius))..<min(lines, Int(y + radius) + 1) {
        for column in max(0, Int(x - radius))..<min(stride, Int(x + radius) + 1) {
          let (dx, dy) = (Float(column) - x, Float(row) - y)
          if dx * dx + dy * dy < radius * radius { levels[row * stride + column] = level }
        }
      }
    }
  }

  /// The middle of the middle tile.
  var pivot: SIMD2<Double> {
    16 * SIMD2(Double(SceneMotion.middle(of: width)), Double(SceneMotion.middle(of: height))) + 8
  }

  /// The picture's interpolated level, moved by `shift` to the right and down, and first rolled clockwise about the pivot by
  /// `roll` radians and zoomed by `zoom`.
  func level(_ x: Int, _ y: Int, shift: SIMD2<Double>, roll: Double = 0, zoom: Double = 0) -> Float {
    precondition(max(abs(shift.x), abs(shift.y)) <= Double(margin), "the scene ends there")
    let away = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - pivot - shift
    let factor = 1 / (1 + zoom)
    let (sine, cosine) = (factor * sin(roll), factor * cos(roll))
    let place = pivot + SIMD2(cosine * away.x + sine * away.y, cosine * away.y - sine * away.x) - 0.5
    let (px, py) = (Float(place.x) + Float(margin), Float(place.y) + Float(margin))
    let (column, row) = (Int(px), Int(py))
    let (u, v) = (px - Float(column), py - Float(row))
    let at = row * stride + column
    let above = levels[at] + u * (levels[at + 1] - levels[at])
    let below = levels[at + stride] + u * (levels[at + stride + 1] - levels[at + stride])
    return above + v * (below - above)
  }

  /// The cells of a frame.
  ///
  /// - Parameters:
  ///   - noise: One standard deviation of a pixel.
  ///   - change: Changes a level, by its place.
  func cells(
    shift: SIMD2<Double> = .zero, roll: Double = 0, zoom: Double = 0, noise: Float = 2, seed: UInt64 = 9,
    _ change: (_ level: Float, _ x: Int, _ y: Int) -> Float = { level, _, _ in level }
  ) -> CellPicture {
    var cells = CellPicture(width: width, height: height)
    var random = SplitMix64(seed: seed)
    for row in 0..<cells.rows {
      for column in 0..<cells.columns {
        var sum: Float = 0
        for y in CellPicture.rowsRead {
          for x in 0..<4 {
            let place = (4 * column + x, 4 * row + y)
            let clean = change(
              level(place.0, place.1, shift: shift, roll: roll, zoom: zoom), place.0, place.1)
            sum += min(
              255, max(0, (clean + noise * 3.46 * (Float(random.next() >> 40) * 0x1p-24 - 0.5)).rounded()))
          }
        }
        cells.sums[row * cells.columns + column] = Int16(sum)
      }
    }
    return cells
  }
}
