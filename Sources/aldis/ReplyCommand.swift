import Dispatch
import Subprocess
import Synchronization

/// A command of the user's that says what is answered.
struct ReplyCommand {
  /// As the user would type it in a shell.
  var command: String

  /// The longest answer, in bytes, and the longest time it may take, in seconds.
  private static let limit = 65_536
  private static let patience = 60

  /// What is on its standard input need not be read: `printf` is the one that learns of it.
  private static let script = #"printf '%s\n' "$1" 2>/dev/null | sh -c "$2""#

  /// Runs it with `message` on its standard input.
  ///
  /// - Returns: What it printed, on one line; `nil` where there is no answer, and why is said.
  func reply(to message: String) -> String? {
    let answer = Mutex<String?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let task = Task {
      defer { isOver.signal() }
      let text = await run(message)
      answer.withLock { $0 = text }
    }
    if isOver.wait(timeout: .now() + .seconds(Self.patience)) == .timedOut {
      say("\(command) has not answered in \(Self.patience) seconds, and was ended")
      task.cancel()
      isOver.wait()
      return nil
    }
    return answer.withLock { $0 }
  }

  private func run(_ message: String) async -> String? {
    do {
      let result = try await Subprocess.run(
        .name("sh"), arguments: ["-c", Self.script, "aldis-reply", message, command],
        output: .string(limit: Self.limit), error: .currentStandardError)
      guard result.terminationStatus.isSuccess else {
        say("\(command) failed (\(result.terminationStatus)); there is no answer")
        return nil
      }
      let words = result.standardOutput.split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? nil : words.joined(separator: " ")
    } catch is CancellationError {
      return nil
    } catch {
      say("\(command) cannot answer: \(error)")
      return nil
    }
  }
}
