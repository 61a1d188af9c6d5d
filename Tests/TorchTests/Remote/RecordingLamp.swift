import Dispatch
import Synchronization
import Torch

/// A lamp that records its levels, and can fail.
final class RecordingLamp: ServedLamp {
  private let states = Mutex<[LightLevels]>([])
  private let hasChanged = DispatchSemaphore(value: 0)
  private let failsAt: LightLevels?

  init(failsAt: LightLevels? = nil) { self.failsAt = failsAt }

  func show(_ levels: LightLevels) throws(TorchError) {
    states.withLock { $0.append(levels) }
    hasChanged.signal()
    if levels == failsAt { throw .gone("lamp") }
  }

  /// The shown levels, in order. Waits until `levels` are shown, or for the timeout.
  func history(until levels: LightLevels) -> [LightLevels] {
    while true {
      let history = states.withLock { $0 }
      if history.contains(levels) { return history }
      if hasChanged.wait(timeout: .now() + 20) == .timedOut { return history }
    }
  }

  var history: [LightLevels] { states.withLock { $0 } }
}
