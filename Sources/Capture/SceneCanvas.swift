/// A colour as the screen shows it, 0...1 each.
typealias SceneColour = SIMD3<Float>

/// The picture of the scene at rest, in colour, with a margin on every side. It lives only while the scene is built.
struct SceneCanvas {
  /// Size of the canvas in pixels, even.
  let width: Int
  let height: Int
  /// Pixels on every side of the picture, even.
  let margin: Int
  var pixels: [SceneColour]

  /// - Parameter reach: How far the picture may move, in pixels.
  init(width: Int, height: Int, reach: Int) {
    // Half of it is the colour planes' margin, one more than they move.
    margin = (reach + 2) / 2 * 2
    self.width = (width + 1) / 2 * 2 + 2 * margin
    self.height = (height + 1) / 2 * 2 + 2 * margin
    pixels = Array(repeating: .zero, count: self.width * self.height)
  }

  /// Paints every pixel with the colour at its middle, in pixels of the picture.
  mutating func paint(_ colour: (_ x: Double, _ y: Double) -> SceneColour) {
    var index = 0
    for row in 0..<height {
      let y = Double(row - margin) + 0.5
      for column in 0..<width {
        pixels[index] = colour(Double(column - margin) + 0.5, y)
        index += 1
      }
    }
  }

  /// The planes of the picture, full range: luma, and the colour differences of ITU-R BT.601 averaged over two by two
  /// pixels. In the steps of ``SceneLight``.
  func planes() -> (luma: [Int16], blue: [Int16], red: [Int16]) {
    let weights = SceneColour(0.299, 0.587, 0.114)
    let luma = pixels.map { SceneLight.steps(Double(($0 * weights).sum() * 255)) }
    var blue: [Int16] = []
    var red: [Int16] = []
    blue.reserveCapacity(width * height / 4)
    red.reserveCapacity(width * height / 4)
    for row in stride(from: 0, to: height, by: 2) {
      for column in stride(from: 0, to: width, by: 2) {
        let above = row * width + column
        let below = above + width
        let mean = (pixels[above] + pixels[above + 1] + pixels[below] + pixels[below + 1]) * (255.0 / 4)
        let level = (mean * weights).sum()
        blue.append(SceneLight.steps(128 + Double((mean.z - level) / 1.772)))
        red.append(SceneLight.steps(128 + Double((mean.x - level) / 1.402)))
      }
    }
    return (luma, blue, red)
  }
}
