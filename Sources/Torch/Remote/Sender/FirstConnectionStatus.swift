import Dispatch
import Synchronization

/// Waits for the result of the first attempt to connect.
final class FirstConnectionStatus: Sendable {
  private let answer = Mutex<RemoteLightStatus?>(nil)
  private let hasAnswer = DispatchSemaphore(value: 0)

  /// - Returns: Whether the status is the first result, or precedes it.
  func take(_ status: RemoteLightStatus) -> Bool {
    answer.withLock { answer in
      guard answer == nil else { return false }
      guard status != .connecting else { return true }
      answer = status
      hasAnswer.signal()
      return true
    }
  }

  /// - Returns: `nil` if it was cancelled before.
  func wait(_ cancellation: Cancellation?) -> RemoteLightStatus? {
    while hasAnswer.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      if cancellation?.isRequested == true { return nil }
    }
    return answer.withLock { $0 }
  }
}
