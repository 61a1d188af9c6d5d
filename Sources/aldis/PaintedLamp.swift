import Graphics
import Synchronization
import Torch

/// The lamp of the window itself: the keyer switches it, and the window's thread paints it when that is woken.
final class PaintedLamp: Torch {
  let name = "screen"
  private let state = Atomic(false)
  private let waker: Waker

  init(_ waker: Waker) { self.waker = waker }

  var isLit: Bool { state.load(ordering: .relaxed) }

  func shine(_ isOn: Bool) {
    state.store(isOn, ordering: .relaxed)
    waker.wake()
  }

  func release() { shine(false) }
}
