import Dispatch
import Synchronization

/// Whether the first try to connect succeeds.
final class FirstAnswer: Sendable {
  private let answer = Mutex<RemoteLightStatus?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  /// - Returns: Whether the status is, or precedes, the first answer.
  func take(_ status: RemoteLightStatus) -> Bool {
    answer.withLock { answer in
      guard answer == nil else { return false }
      guard status != .connecting else { return true }
      answer = status
      isThere.signal()
      return true
    }
  }

  /// - Returns: `nil` where `cancellation` came first.
  func wait(_ cancellation: Cancellation?) -> RemoteLightStatus? {
    while isThere.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      if cancellation?.isRequested == true { return nil }
    }
    return answer.withLock { $0 }
  }
}
