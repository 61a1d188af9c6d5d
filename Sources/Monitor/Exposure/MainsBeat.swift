import Frames
import Morse

/// Tells from the picture whether lamps on the mains light it: their light swings 100 or 120 times a second, and beats with
/// the frames.
///
/// A shutter that rolls shows stripes of it, which the mean of a picture hides. So three rows of tiles are looked at; that two
/// of them beat alike rules out what blinks in one.
struct MainsBeat {
  /// The latest answer: 50 or 60 hertz.
  private(set) var mains: Double?
  private var rows: [[LightSample]] = [[], [], []]
  private var nextLook: Double?

  /// Seconds from look to look, and looked back.
  private static let interval = 2.0
  private static let span = 8.0
  private static let needed = 2

  mutating func take(_ grid: LumaGrid) {
    let time = grid.timestamp.seconds
    for index in rows.indices {
      let row = grid.rows * (2 * index + 1) / (2 * rows.count)
      let sum = (0..<grid.columns).reduce(0) { $0 + grid[$1, row].sum }
      let pixels = max(1, grid.width * grid.pixelCount(column: 0, row: row) / min(16, grid.width))
      rows[index].append(
        LightSample(
          torch: TorchID(0), start: time, exposure: 0, level: Double(sum) / Double(pixels), noise: 0))
    }
    guard let due = nextLook else { return nextLook = time + 5.5 }
    guard time >= due else { return }
    nextLook = time + Self.interval
    for index in rows.indices { rows[index].removeAll { time - $0.start > Self.span } }
    mains = look()
  }

  private func look() -> Double? {
    let found = rows.compactMap { samples -> Double? in
      guard case .flicker(_, let mains) = Diagnosis(ofUnread: samples) else { return nil }
      return mains.map { $0 / 2 }
    }
    return [50.0, 60].first { mains in found.count { $0 == mains } >= Self.needed }
  }
}
