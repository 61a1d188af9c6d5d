import Dispatch
import Subprocess
import Synchronization

/// A command of the user's that says what is answered.
struct ReplyCommand {
  /// As the user would type it in a shell.
  var command: String
  /// The longest it may take, in seconds.
  var patience = 60.0

  /// The longest answer, in bytes.
  private static let limit = 65_536

  /// What is on its standard input need not be read: `printf` is the one that learns of it.
  private static let script = #"printf '%s\n' "$1" 2>/dev/null | sh -c "$2""#

  /// Runs it with `message` on its standard input. Called on a thread that may wait, so none of those that tasks share.
  ///
  /// - Returns: What it printed, on one line; `nil` where there is no answer, and why is said.
  /// - Throws: ``Interrupted``; the command has been ended then.
  func reply(to message: String) throws(Interrupted) -> String? {
    let answer = Mutex<String?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let task = Task {
      defer { isOver.signal() }
      let text = await run(message)
      answer.withLock { $0 = text }
    }
    let end = ContinuousClock.now + .seconds(patience)
    while isOver.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      guard Interruption.isRequested || .now >= end else { continue }
      task.cancel()
      isOver.wait()
      try Interruption.check()
      say("\(command) did not answer within \(patience.plain) seconds, and was ended")
      return nil
    }
    return answer.withLock { $0 }
  }

  /// In a group of its own, so that it is ended with all that it has started: by force, for a shell that heeds a kinder signal
  /// would go and leave behind who does not.
  private static let group = {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))
    ]
    return options
  }()

  private func run(_ message: String) async -> String? {
    do {
      let result = try await Subprocess.run(
        .name("sh"), arguments: ["-c", Self.script, "aldis-reply", message, command],
        platformOptions: Self.group, output: .string(limit: Self.limit), error: .currentStandardError)
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
