import Capture
import Frames
import Light
import Morse

extension Receiver {
  /// The text of every torch, in the order of their letters.
  public var transcripts: [Transcript] {
    lanes.filter { $0.torch != nil }.map(\.transcript).sorted { $0.torch < $1.torch }
  }

  /// The brightness of this torch if it is visible, else of the first one, else of the whole scene.
  func trace(of torch: TorchID?) -> LightTrace {
    let inSight = inSight
    return (inSight.first { $0.lane.torch == torch } ?? inSight.first)?.lane.trace ?? scene
  }

  /// Why the first visible torch cannot be read, or why none is found.
  public var diagnosis: Diagnosis? {
    if let first = inSight.first, first.lane.torch != nil { first.lane.diagnosis } else { unread.diagnosis }
  }

  /// Takes a record, and reports its events. All input comes this way, live and from a grid recording, so that both give the same
  /// events.
  public mutating func take(_ record: GridRecord, report: (MonitorEvent) -> Void) {
    switch record {
    case .streaming(let info):
      if hasEnded { beginAnew(keepsTorches: source?.name == info.name) }
      source = info
      isFinished = false
      report(.camera(CameraEvent(.streaming, info: info, time: time)))
    case .grid(let grid): read(grid, report: report)
    case .lost(let lost): note(lost, report: report)
    case .recalibrated: recalibrate()
    case .sensitivity(let value): sensitivity = value.map(Sensitivity.manual) ?? .automatic
    case .speed(let value): speedLock = value
    case .ended:
      end(report)
      hasEnded = true
      if let source { report(.camera(CameraEvent(.ended, info: source, time: time))) }
    case .failed(let name, let message):
      end(report)
      report(.camera(CameraEvent(.failed, name: name, message: message, time: time)))
    case .closed: end(report)
    }
  }

  /// Decides what is still undecided, once.
  private mutating func end(_ report: (MonitorEvent) -> Void) {
    guard !isFinished else { return }
    isFinished = true
    finish(report: report)
  }
}
