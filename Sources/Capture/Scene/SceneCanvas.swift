/// A colour as the screen shows it, 0...1 each.
package typealias SceneColour = SIMD3<Float>

extension SceneColour {
  /// The colour with bytes 0xRRGGBB.
  init(_ bytes: UInt32) {
    self.init(Float(bytes >> 16 & 255), Float(bytes >> 8 & 255), Float(bytes & 255))
    self /= 255
  }

  /// Luma and colour differences of ITU-R BT.601, 0...1 and -0.5...0.5.
  var luma: Float { 0.299 * x + 0.587 * y + 0.114 * z }
  var blueDifference: Float { (z - luma) / 1.772 }
  var redDifference: Float { (x - luma) / 1.402 }

  /// The colour `fraction` of the way to `other`.
  func mixed(_ other: SceneColour, _ fraction: Float) -> SceneColour {
    self + (other - self) * fraction
  }
}

/// The picture of the scene at rest, in colour, with a margin on every side. It exists only while the scene is built.
package struct SceneCanvas {
  /// Size of the canvas in pixels, even.
  let width: Int
  let height: Int
  /// Pixels on every side of the picture, even.
  let margin: Int
  package var pixels: [SceneColour]

  /// - Parameter reach: How far the picture may move, in pixels.
  init(width: Int, height: Int, reach: Int) {
    // The colour planes have half of this margin, one sample more than they move.
    margin = (reach + 2) / 2 * 2
    self.width = (width + 1) / 2 * 2 + 2 * margin
    self.height = (height + 1) / 2 * 2 + 2 * margin
    pixels = Array(repeating: .zero, count: self.width * self.height)
  }

  /// The range that the canvas covers, in pixels of the picture.
  package var horizontal: ClosedRange<Double> { Double(-margin)...Double(width - margin) }
  package var vertical: ClosedRange<Double> { Double(-margin)...Double(height - margin) }

  /// Paints every pixel with the colour at its middle, in pixels of the picture.
  package mutating func paint(_ colour: (_ x: Double, _ y: Double) -> SceneColour) {
    var index = 0
    for row in 0..<height {
      let y = Double(row - margin) + 0.5
      for column in 0..<width {
        pixels[index] = colour(Double(column - margin) + 0.5, y)
        index += 1
      }
    }
  }

  /// The mean colour of two by two pixels from (`x`, `y`) of the picture on, or of the nearest ones on the canvas.
  func meanColour(nearestTo x: Int, _ y: Int) -> SceneColour {
    meanColour(
      column: min(max(x + margin, 0), width - 2), row: min(max(y + margin, 0), height - 2))
  }

  private func meanColour(column: Int, row: Int) -> SceneColour {
    let above = row * width + column
    let below = above + width
    return (pixels[above] + pixels[above + 1] + pixels[below] + pixels[below + 1]) / 4
  }

  /// The planes of the picture, full range: luma, and the colour differences averaged over two by two pixels. In the
  /// steps of ``SceneLight``.
  func planes() -> (luma: [Int16], blue: [Int16], red: [Int16]) {
    let luma = pixels.map { SceneLight.steps(Double($0.luma) * 255) }
    var blue: [Int16] = []
    var red: [Int16] = []
    blue.reserveCapacity(width * height / 4)
    red.reserveCapacity(width * height / 4)
    for row in stride(from: 0, to: height, by: 2) {
      for column in stride(from: 0, to: width, by: 2) {
        let colour = meanColour(column: column, row: row)
        blue.append(SceneLight.steps(128 + Double(colour.blueDifference) * 255))
        red.append(SceneLight.steps(128 + Double(colour.redDifference) * 255))
      }
    }
    return (luma, blue, red)
  }
}
