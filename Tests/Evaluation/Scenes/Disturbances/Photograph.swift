import Capture

extension SceneCanvas {
  /// Paints grey shapes of all sizes that occlude each other: edges as in photographs.
  mutating func paintPhotograph(seed: UInt64) {
    // The shapes, and their sizes in pixels.
    let (shapeCount, smallestShape, largestShape) = (4000, 5.0, 120.0)
    var random = SceneRandom(seed: seed, stream: SceneRandom.texture)
    let texture = SceneTexture(seed: seed)
    paint { _, _ in SceneColour(repeating: 0.4) }
    let (across, down) = (horizontal, vertical)
    for index in 0..<shapeCount {
      // In a photograph the number of shapes falls with the cube of their size (Lee, Mumford and Huang, "Occlusion models
      // for natural images", 2001).
      let size = min(largestShape, smallestShape / (1 - random.unit()).squareRoot())
      let centre = SIMD2(random.within(across), random.within(down))
      let colour = SceneColour(repeating: Float(random.within(0.08...0.7)))
      let (wide, tall) = (size * random.within(0.5...1), size * random.within(0.5...1))
      if index.isMultiple(of: 2) {
        fillEllipse(at: centre, radii: SIMD2(wide, tall), colour)
      } else {
        let lean = SIMD2(random.within(-0.4...0.4) * tall, 0)
        let (corner, side) = (SIMD2(wide, tall), SIMD2(wide, -tall))
        fill(
          [centre - corner + lean, centre + side + lean, centre + corner - lean, centre - side - lean],
          colour)
      }
    }
    let dull = pixels
    var index = 0
    paint { x, y in
      defer { index += 1 }
      return dull[index] * (1 + 0.15 * texture.clouds(x / 16, y / 16, octaves: 3, gain: 0.7))
    }
  }
}
