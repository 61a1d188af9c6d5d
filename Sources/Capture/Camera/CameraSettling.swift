import Frames

/// Decides when a camera's automatic exposure has settled: its reported values and the picture's brightness have not changed
/// for ``steadyTime``. With a blinking lamp in the picture they always change, so there is a time limit.
struct CameraSettling {
  /// Seconds after which the exposure counts as settled in any case.
  static let limit = 2.0
  /// Seconds for which the picture must be steady. Exposure loops take some frames to react to a change.
  static let steadyTime = 0.5
  /// Levels of luma within which a picture counts as steady: noise stays below, a step of exposure above.
  static let steadyLevels = 2.0

  private let start: Timestamp
  private var steadySince: Timestamp?
  private var darkest = 0.0
  private var brightest = 0.0
  private var values: [Int32] = []

  /// - Parameter start: The time of the first frame.
  init(start: Timestamp) {
    self.start = start
  }

  /// Takes one frame.
  ///
  /// - Parameters:
  ///   - brightness: The mean luma of the picture, 0...255.
  ///   - values: The camera's reported values.
  /// - Returns: Whether the camera has settled, or the time is over.
  mutating func hasSettled(at time: Timestamp, brightness: Double, values: [Int32]) -> Bool {
    let low = min(darkest, brightness)
    let high = max(brightest, brightness)
    if let since = steadySince, values == self.values, high - low <= Self.steadyLevels {
      (darkest, brightest) = (low, high)
      if time - since >= Self.steadyTime { return true }
    } else {
      steadySince = time
      (darkest, brightest) = (brightness, brightness)
      self.values = values
    }
    return time - start >= Self.limit
  }
}

extension Frame {
  /// The mean of every 16th luma sample in both directions, 0...255: enough to detect a change of the exposure. For RGB, the
  /// mean of green.
  borrowing func sampledBrightness() -> Double {
    let (width, height) = (format.width, format.height)
    let layout = format.pixelFormat.lumaLayout
    let first =
      switch layout {
      case .plane, .evenBytes: 0
      case .oddBytes, .rgb, .bgr: 1
      }
    let step = layout.macropixel.bytes / layout.macropixel.pixels
    let stride = format.planes[0].stride
    return withPlane(0) { bytes in
      var sum = 0
      var count = 0
      for y in Swift.stride(from: 0, to: height, by: 16) {
        for x in Swift.stride(from: 0, to: width, by: 16) {
          sum += Int(bytes[y * stride + first + x * step])
          count += 1
        }
      }
      return Double(sum) / Double(count)
    }
  }
}
