/// An occluder in a plane.
package struct SceneOccluder {
  /// Its opacity, of ``SceneLight/whole``.
  let outline: SceneSprite
  /// In the steps of ``SceneLight``.
  let light: Int16

  package init(outline: SceneSprite, light: Int16) { (self.outline, self.light) = (outline, light) }
}

/// One plane of the scene at rest, larger than the picture, because a shaken camera shows parts beside it.
struct ScenePlane: ~Copyable {
  private let width: Int
  private let height: Int
  private let margin: Int
  private let stride: Int
  /// Pixels of the picture per sample, along each axis.
  private let pixels: Double
  /// Ambient light changes only the luma: its colour is assumed constant.
  private var isLuma: Bool { pixels == 1 }
  private let light: UnsafeMutablePointer<Int16>
  private let lamps: [SceneSprite]
  private let occluders: [SceneOccluder]
  private let rowNear: UnsafeMutablePointer<Int16>
  private let rowFar: UnsafeMutablePointer<Int16>
  private let rowBetween: UnsafeMutablePointer<Int16>
  private let scratch: UnsafeMutablePointer<Int16>

  /// - Parameters:
  ///   - width: Of the picture in samples of this plane; `height` alike.
  ///   - margin: Samples of the scene on every side of it.
  ///   - pixels: Pixels of the picture per sample, along each axis.
  ///   - light: The scene at rest in the steps of ``SceneLight``, row by row, margins included.
  ///   - stride: Samples per row of `light`.
  ///   - lamps: The light of each torch when it is fully on.
  ///   - occluders: Occluders in front of the scene and behind the lamps.
  init(
    width: Int, height: Int, margin: Int, pixels: Double, light: [Int16], stride: Int,
    lamps: [SceneSprite], occluders: [SceneOccluder]
  ) {
    precondition(stride >= width + 2 * margin && light.count >= stride * (height + 2 * margin))
    self.width = width
    self.height = height
    self.margin = margin
    self.stride = stride
    self.pixels = pixels
    self.light = .allocate(capacity: light.count)
    self.light.initialize(from: light, count: light.count)
    self.lamps = lamps
    self.occluders = occluders
    func row(_ count: Int) -> UnsafeMutablePointer<Int16> {
      let row = UnsafeMutablePointer<Int16>.allocate(capacity: count)
      row.initialize(repeating: 0, count: count)
      return row
    }
    rowNear = row(width + 1)
    rowFar = row(width + 1)
    rowBetween = row(width + 1)
    scratch = row(2 * (width + 1) + 2)
  }

  deinit {
    for memory in [light, rowNear, rowFar, rowBetween, scratch] { memory.deallocate() }
  }

  /// Renders the picture of one frame.
  ///
  /// - Parameter noise: The sensor's noise, and the frame's number.
  func render(
    _ moment: borrowing SceneMoment, noise: (source: SceneNoise, frame: UInt64)?,
    into bytes: UnsafeMutablePointer<UInt8>, stride bytesPerRow: Int
  ) {
    let corner = SIMD2(repeating: Double(margin)) - moment.shake / pixels
    let whole = corner.rounded(.down)
    let (left, top) = (Int(whole.x), Int(whole.y))
    let fraction = SceneLight.fraction(corner - whole)
    let isShifted = fraction != .zero
    var places = noise.map { $0.source.places(frame: $0.frame) }

    var (near, far) = (rowNear, rowFar)
    if isShifted { compose(row: top, from: left, moment, into: near) }
    for y in 0..<height {
      let row: UnsafeMutablePointer<Int16>
      if isShifted {
        compose(row: top + y + 1, from: left, moment, into: far)
        SceneLight.blend(near, far, fraction: fraction.y, into: rowBetween, count: width + 1)
        // The next row needs `far` again, but not `near`.
        row = near
        SceneLight.blend(rowBetween, rowBetween + 1, fraction: fraction.x, into: row, count: width)
        swap(&near, &far)
      } else {
        row = near
        compose(row: top + y, from: left, moment, into: row)
      }
      let line = bytes + y * bytesPerRow
      if let source = noise?.source {
        SceneLight.expose(row, noise: source.row(&places!), into: line, count: width)
      } else {
        SceneLight.expose(row, into: line, count: width)
      }
    }
  }

  /// Writes one row of the scene with its present light: `width + 1` samples from column `left` on; both include the margin.
  private func compose(
    row: Int, from left: Int, _ moment: borrowing SceneMoment, into out: UnsafeMutablePointer<Int16>
  ) {
    out.update(from: light + row * stride + left, count: width + 1)
    if isLuma, moment.ambient != 1 { SceneLight.brighten(out, by: moment.ambient, count: width + 1) }
    let first = left - margin
    let columns = first..<first + width + 1
    for index in occluders.indices {
      let occluder = occluders[index]
      occluder.outline.withRow(
        row - margin, movedBy: moment.occluderOffsets[index] / pixels, columns: columns, scratch: scratch
      ) { opacity, touched in
        SceneLight.cover(
          out + (touched.lowerBound - first), with: occluder.light, opacity: opacity, count: touched.count)
      }
    }
    for index in lamps.indices where moment.levels[index] > 0 {
      let level = Int16((moment.levels[index] * Double(SceneLight.whole)).rounded())
      lamps[index].withRow(
        row - margin, movedBy: moment.lampOffsets[index] / pixels, columns: columns, scratch: scratch
      ) { lamp, touched in
        SceneLight.add(
          lamp, level: level, to: out + (touched.lowerBound - first), count: touched.count)
      }
    }
    if isLuma, moment.gain != 1 { SceneLight.brighten(out, by: moment.gain, count: width + 1) }
  }
}
