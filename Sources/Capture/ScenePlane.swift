/// One plane of the scene at rest, somewhat larger than the picture so that a shaken camera finds more of it.
struct ScenePlane: ~Copyable {
  private let width: Int
  private let height: Int
  private let margin: Int
  private let stride: Int
  private let light: UnsafeMutablePointer<Int16>
  private let sprites: [SceneSprite]
  /// Three rows of one pixel more than the picture's: two neighbours of the scene with their lamps lit, and what lies
  /// between them.
  private let scratch: UnsafeMutablePointer<Int16>

  /// - Parameters:
  ///   - width: Of the picture in samples of this plane; `height` alike.
  ///   - margin: Samples of the scene on every side of it.
  ///   - light: The scene at rest in the steps of ``SceneLight``, row by row, margins included.
  ///   - stride: Samples from row to row of `light`.
  ///   - sprites: What each lamp adds, placed in samples of this plane.
  init(
    width: Int, height: Int, margin: Int, light: [Int16], stride: Int, sprites: [SceneSprite]
  ) {
    precondition(stride >= width + 2 * margin && light.count >= stride * (height + 2 * margin))
    self.width = width
    self.height = height
    self.margin = margin
    self.stride = stride
    self.light = .allocate(capacity: light.count)
    self.light.initialize(from: light, count: light.count)
    self.sprites = sprites
    scratch = .allocate(capacity: 3 * (width + 1))
    scratch.initialize(repeating: 0, count: 3 * (width + 1))
  }

  deinit {
    light.deallocate()
    scratch.deallocate()
  }

  /// Takes the picture.
  ///
  /// - Parameters:
  ///   - offset: How far the picture is moved, in samples; at most one less than the margin.
  ///   - levels: How much each lamp is lit; 32 768 is whole.
  func render(
    offset: SIMD2<Double>, levels: [Int32], noise: SceneNoise?, frame index: UInt64,
    into bytes: UnsafeMutablePointer<UInt8>, stride bytesPerRow: Int
  ) {
    let corner = SIMD2(Double(margin), Double(margin)) - offset
    let whole = corner.rounded(.down)
    let (left, top) = (Int(whole.x), Int(whole.y))
    let fraction = SIMD2<Int32>((corner - whole) * 32_768, rounding: .down)
    var places = noise?.places(frame: index) ?? SceneRandom(seed: 0, stream: 0)

    var near = scratch
    var far = scratch + (width + 1)
    let between = scratch + 2 * (width + 1)
    let isShifted = fraction != .zero
    if isShifted { compose(row: top, from: left, levels: levels, into: near) }
    for y in 0..<height {
      var row = near
      if isShifted {
        compose(row: top + y + 1, from: left, levels: levels, into: far)
        SceneLight.blend(near, far, fraction: fraction.y, into: between, count: width + 1)
        // The next row still needs `far`, not `near`.
        SceneLight.blend(between, between + 1, fraction: fraction.x, into: near, count: width)
        row = near
        swap(&near, &far)
      } else {
        compose(row: top + y, from: left, levels: levels, into: near)
      }
      let line = bytes + y * bytesPerRow
      if let noise {
        SceneLight.expose(row, noise: noise.row(&places), into: line, count: width)
      } else {
        SceneLight.expose(row, into: line, count: width)
      }
    }
  }

  /// Writes one row of the scene with its lamps lit: `width + 1` samples, the first of them at column `left`.
  private func compose(row: Int, from left: Int, levels: [Int32], into out: UnsafeMutablePointer<Int16>) {
    out.update(from: light + row * stride + left, count: width + 1)
    for (sprite, level) in zip(sprites, levels) where level > 0 {
      let y = row - margin - sprite.y
      guard (0..<sprite.height).contains(y) else { continue }
      let x = sprite.x + margin - left
      let first = max(x, 0)
      let end = min(x + sprite.width, width + 1)
      guard first < end else { continue }
      sprite.light.withUnsafeBufferPointer { lamp in
        SceneLight.add(
          lamp.baseAddress! + (y * sprite.width + first - x), level: level, to: out + first,
          count: end - first)
      }
    }
  }
}
