import Glibc
import Synchronization
import Torch

/// A torch that records its states, and can fail or be slow.
final class RecordingTorch: Torch {
  let name = "recording"
  private let failsAt: Int?
  private let stallsAt: Int?
  private let states = Mutex<[Bool]>([])

  /// - Parameters:
  ///   - failsAt: The index of the switching that fails; later ones work again.
  ///   - stallsAt: The index of the switching that takes 0.2 s.
  init(failsAt: Int? = nil, stallsAt: Int? = nil) {
    self.failsAt = failsAt
    self.stallsAt = stallsAt
  }

  /// Every state it was switched to, in order.
  var history: [Bool] { states.withLock { $0 } }

  func shine(_ isOn: Bool) throws(TorchError) {
    let count = states.withLock { states in
      states.append(isOn)
      return states.count
    }
    if count - 1 == stallsAt { usleep(200_000) }
    if count - 1 == failsAt { throw .gone(name) }
  }

  func release() {}
}
