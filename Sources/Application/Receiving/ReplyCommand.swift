import Dispatch
import Subprocess
import Synchronization

/// The user's command that prints the answer to a message.
struct ReplyCommand {
  /// As the user would type it in a shell.
  var command: String
  /// Seconds.
  var timeLimit = 60.0

  /// The longest answer, in bytes.
  private static let limit = 65_536

  /// The command need not read its standard input: then only `printf` fails.
  private static let script = #"printf '%s\n' "$1" 2>/dev/null | sh -c "$2""#

  /// Runs the command with `message` on its standard input. Must not be called on a thread of Swift concurrency: it waits.
  ///
  /// - Returns: The output on one line; `nil` if there is no answer, and the reason has been printed.
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

  /// A process group of its own, so that the command ends with all its children. They are killed: with a weaker signal a shell
  /// could end and leave a child behind.
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
