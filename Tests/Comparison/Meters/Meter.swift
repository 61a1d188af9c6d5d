/// Measures the brightness of pictures.
protocol Meter: AnyObject {
  var name: String { get }
  /// Why it cannot measure on this machine; `nil` if it can.
  var absence: String? { get }
  /// Measures each picture once.
  func measure(_ pictures: [Picture]) throws -> [Measurement]
}

/// The result of a meter for one picture.
struct Measurement {
  /// The time from the picture in memory to its mean.
  var milliseconds: Double
  /// The mean luma, 0...255.
  var mean: Double
}

extension Meter {
  var absence: String? { nil }
}

/// Milliseconds that `work` takes.
func timed(_ work: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(work) / .milliseconds(1)
}
