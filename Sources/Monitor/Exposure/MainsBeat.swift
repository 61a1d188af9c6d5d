import Frames
import Morse

/// Detects lamps on the mains in the picture: their light flickers 100 or 120 times per second, and beats with the frame rate.
///
/// A rolling shutter shows stripes, which cancel in the mean of a picture. So three rows of tiles are measured. Two of them
/// must beat with the same mains frequency. A blinking light in one row is excluded by this.
struct MainsBeat {
  /// The latest result: 50 or 60 hertz.
  private(set) var mains: Double?
  private var rows: [[LightSample]] = [[], [], []]
  private var nextMeasurement: Double?

  /// Seconds of light before the first measurement: `Diagnosis(ofUnread:)` needs more than five.
  private static let firstWindow = 5.5
  /// Seconds from one measurement to the next.
  private static let interval = 2.0
  /// Seconds of light that a measurement covers.
  private static let window = 8.0
  private static let requiredRows = 2

  mutating func take(_ grid: LumaGrid) {
    let time = grid.timestamp.seconds
    for index in rows.indices {
      let row = grid.rows * (2 * index + 1) / (2 * rows.count)
      let sum = (0..<grid.columns).reduce(0) { $0 + grid[$1, row].sum }
      let pixels = (0..<grid.columns).reduce(0) { $0 + grid.pixelCount(column: $1, row: row) }
      rows[index].append(
        LightSample(
          torch: TorchID(0), start: time, exposure: 0, level: Double(sum) / Double(pixels), noise: 0))
    }
    guard let due = nextMeasurement else { return nextMeasurement = time + Self.firstWindow }
    guard time >= due else { return }
    nextMeasurement = time + Self.interval
    for index in rows.indices { rows[index].removeAll { time - $0.start > Self.window } }
    mains = measuredMains()
  }

  private func measuredMains() -> Double? {
    let found = rows.compactMap { samples -> Double? in
      guard case .flicker(_, let flashes?) = Diagnosis(ofUnread: samples) else { return nil }
      return flashes / 2
    }
    return [50.0, 60].first { mains in found.count { $0 == mains } >= Self.requiredRows }
  }
}
