import Foundation
import Synchronization

/// Asks what may take its time, a folder or a device, on a thread that nobody waits for.
///
/// One question is asked at a time; of those that come meanwhile the newest is asked next.
final class Inquiry<Answer: Sendable>: Sendable {
  private struct State {
    var next: (@Sendable () -> Answer)?
    var isBusy = false
    var answer: Answer?
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: Called after each answer, on the thread that asked.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func ask(_ question: @escaping @Sendable () -> Answer) {
    let isIdle = state.withLock { state in
      state.next = question
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard isIdle else { return }
    Thread.detachNewThread { [self] in
      while let question = takeQuestion() {
        let answer = question()
        state.withLock { $0.answer = answer }
        wake()
      }
    }
  }

  private func takeQuestion() -> (@Sendable () -> Answer)? {
    state.withLock { state in
      state.isBusy = state.next != nil
      return state.next.take()
    }
  }

  /// The newest answer, once.
  func takeAnswer() -> Answer? { state.withLock { $0.answer.take() } }
}
