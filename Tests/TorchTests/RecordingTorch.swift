import Synchronization
import Torch

/// A torch that remembers what it was told, and can fail.
final class RecordingTorch: Torch {
  let name = "recording"
  private let failsAt: Int?
  private let states = Mutex<[Bool]>([])

  /// - Parameter failsAt: Which switching fails, from 0; the later ones work again.
  init(failsAt: Int? = nil) { self.failsAt = failsAt }

  /// Every state it was switched to, in order.
  var history: [Bool] { states.withLock { $0 } }

  func shine(_ isOn: Bool) throws(TorchError) {
    let count = states.withLock { states in
      states.append(isOn)
      return states.count
    }
    if count - 1 == failsAt { throw .gone(name) }
  }

  func release() {}
}
