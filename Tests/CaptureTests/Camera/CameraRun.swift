import Frames

@testable import Capture

/// The frames and events of reading a camera for a while.
struct CameraRun {
  var sequences: [UInt64] = []
  var times: [Timestamp] = []
  var brightness: [Double] = []
  var lost: [FramesLost] = []
  var changes = 0

  var count: Int { times.count }
  var sequenceSteps: [Int] { zip(sequences.dropFirst(), sequences).map { Int($0) - Int($1) } }
  var intervals: [Double] { zip(times.dropFirst(), times).map { $0 - $1 } }
}

extension V4L2Camera {
  /// Reads `count` frames and releases each one at once.
  func read(frames count: Int) throws -> CameraRun {
    var run = CameraRun()
    while run.count < count {
      switch try next(within: .seconds(10)) {
      case .frame(let frame):
        run.sequences.append(frame.sequence)
        run.times.append(frame.timestamp)
        run.brightness.append(frame.sampledBrightness())
      case .lost(let lost): run.lost.append(lost)
      case .changed: run.changes += 1
      case .nothing: return run
      case .ended: return run
      }
    }
    return run
  }
}
