import Dispatch
import Subprocess
import Synchronization

/// The user's command that prints the answer to a message.
struct ReplyCommand {
  /// The command as the user would type it in a shell.
  var command: String
  /// Seconds.
  var timeLimit = 60.0

  /// Limit of the answer, in bytes.
  private static let outputLimit = 65_536

  /// If the command does not read its standard input, only `printf` fails.
  private static let script = #"printf '%s\n' "$1" 2>/dev/null | sh -c "$2""#

  /// Runs the command with `message` on its standard input. It must not be called on a thread of Swift concurrency, because it
  /// waits.
  ///
  /// - Returns: The output on one line; `nil` if there is no answer. After a failure the reason has been printed.
  /// - Throws: ``Interrupted``, after the command was ended.
  func reply(to message: String) throws(Interrupted) -> String? {
    let answer = Mutex<String?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let task = Task {
      defer { isOver.signal() }
      let text = await run(message)
      answer.withLock { $0 = text }
    }
    let end = ContinuousClock.now + .seconds(timeLimit)
    while isOver.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      guard Interruption.isRequested || .now >= end else { continue }
      task.cancel()
      isOver.wait()
      try Interruption.check()
      say("\(command) did not answer within \(timeLimit.plain) seconds, and was ended")
      return nil
    }
    return answer.withLock { $0 }
  }

  /// The command gets a process group of its own, so that it ends with all its children. They are killed, because with a weaker
  /// signal a shell could end before its children.
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
        platformOptions: Self.group, output: .string(limit: Self.outputLimit), error: .currentStandardError)
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
