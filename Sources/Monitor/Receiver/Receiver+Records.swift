import Capture
import Frames
import Light
import Morse

extension Receiver {
  /// The text of every torch, in the order of their letters.
  public var transcripts: [Transcript] {
    channels.filter { $0.torch != nil }.map(\.transcript).sorted { $0.torch < $1.torch }
  }

  /// The brightness of this torch if it is visible, else of the first one, else of the whole scene.
  func trace(of torch: TorchID?) -> LightTrace {
    let visibleLights = visibleLights
    return (visibleLights.first { $0.channel.torch == torch } ?? visibleLights.first)?.channel.trace ?? scene
  }

  /// The reason why the first visible torch cannot be read, or why no torch is found.
  public var diagnosis: Diagnosis? {
    if let first = visibleLights.first, first.channel.torch != nil {
      first.channel.diagnosis
    } else {
      unread.diagnosis
    }
  }

  /// Takes a record, and reports its events. Live input and input from a grid recording both use this function, so that they
  /// give the same events.
  public mutating func take(_ record: GridRecord, report: (MonitorEvent) -> Void) {
    switch record {
    case .streaming(let info):
      if hasEnded { restart(keepsTorches: source?.name == info.name) }
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

  /// Finishes the reading, unless that was done already.
  private mutating func end(_ report: (MonitorEvent) -> Void) {
    guard !isFinished else { return }
    isFinished = true
    finish(report: report)
  }
}
