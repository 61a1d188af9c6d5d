import Graphics
import Synchronization
import Torch

/// The lamps of a window that a server switches. The server stores the levels; the window's thread draws them.
final class ServedWindowLamp: ServedLamp {
  private let newest = Mutex(LightLevels.dark)
  private let waker: Waker

  init(_ waker: Waker) { self.waker = waker }

  func show(_ levels: LightLevels) {
    newest.withLock { $0 = levels }
    waker.wake()
  }

  var levels: LightLevels { newest.withLock { $0 } }
}
