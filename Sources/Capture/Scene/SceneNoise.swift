import Frames

/// The sensor's noise: normal numbers are drawn once, and each row of each frame uses them from another place on.
///
/// A row begins at one of 65 536 places, so the rows of a tile hardly ever share a number. The mean of the numbers is zero, so
/// the noise does not change the mean of the picture.
final class SceneNoise {
  private static let places = 65_536
  private let numbers: UnsafeMutableBufferPointer<Int16>
  private let seed: UInt64

  /// - Parameters:
  ///   - sigma: One standard deviation in grey levels.
  ///   - width: The longest row.
  init(sigma: Double, width: Int, seed: UInt64) {
    self.seed = seed
    var random = SceneRandom(seed: seed, stream: SceneRandom.noise)
    var normal: [Double] = []
    normal.reserveCapacity(Self.places)
    while normal.count < Self.places {
      let (a, b) = random.gaussianPair()
      normal.append(a)
      normal.append(b)
    }
    let mean = normal.reduce(0, +) / Double(Self.places)
    let scale = sigma / normal.variance.squareRoot()

    numbers = .allocate(capacity: Self.places + width)
    _ = numbers.initialize(
      from: (0..<Self.places + width).lazy.map { index in
        // A row that begins near the end continues at the start.
        let noise = SceneLight.steps((normal[index % Self.places] - mean) * scale)
        return min(max(noise, -SceneLight.noiseLimit), SceneLight.noiseLimit)
      })
  }

  deinit { numbers.deallocate() }

  /// The places at which the rows of frame `index` begin, in their order.
  func places(frame index: UInt64) -> SceneRandom {
    SceneRandom(seed: seed, stream: SceneRandom.frameNoise + index)
  }

  /// The noise of a row that begins at the next of `places`.
  func row(_ places: inout SceneRandom) -> UnsafePointer<Int16> {
    UnsafePointer(numbers.baseAddress! + Int(places.next() % UInt64(Self.places)))
  }
}
