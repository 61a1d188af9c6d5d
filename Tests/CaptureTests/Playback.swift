import Frames

@testable import Capture

/// A copy of everything that a source delivers until it ends or fails.
struct Playback {
  struct Picture: Equatable {
    var format: FrameFormat
    var timestamp: Timestamp
    var sequence: UInt64
    /// Each plane's rows without padding.
    var planes: [[UInt8]]
  }

  var pictures: [Picture] = []
  var lost: [FramesLost] = []
  /// How often the source reported a change of its information.
  var changes = 0
  /// The error that ended it; `nil` after the regular end.
  var failure: CaptureError?

  var seconds: [Double] { pictures.map(\.timestamp.seconds) }

  /// - Parameter limit: The most events before the source counts as endless.
  init(of source: any FrameSource, limit: Int = 100_000) {
    do throws(CaptureError) {
      for _ in 0..<limit {
        switch try source.next(within: .milliseconds(100)) {
        case .frame(let frame): pictures.append(Picture(frame))
        case .lost(let lost): self.lost.append(lost)
        case .changed: changes += 1
        case .nothing: continue
        case .ended: return
        }
      }
      preconditionFailure("the source does not end")
    } catch {
      failure = error
    }
  }
}

extension Playback.Picture {
  init(_ frame: borrowing Frame) {
    format = frame.format
    timestamp = frame.timestamp
    sequence = frame.sequence
    planes = []
    for index in frame.format.planes.indices {
      let plane = frame.format.planes[index]
      let rows = frame.withPlane(index) { bytes in
        (0..<plane.rows).flatMap { bytes[($0 * plane.stride)...].prefix(plane.rowBytes) }
      }
      planes.append(rows)
    }
  }
}

extension CaptureError {
  /// Whether the data caused the error, not the system.
  var isOfData: Bool {
    switch self {
    case .notUnderstood, .noPicture, .truncated: true
    default: false
    }
  }
}
