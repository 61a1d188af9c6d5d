import Foundation
import Testing

@testable import Application

@Suite("Reply command")
struct ReplyCommandTests {
  /// The file into which a command writes the number of a process that it has started. It is removed with this value.
  private final class Note {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("reply-\(UUID().uuidString)")
      .path

    var process: pid_t? {
      (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
        pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Limit in seconds. Other tests may delay the start of a command by minutes.
  private static let ever = 86_400.0

  /// Calls the command on a thread of its own. A wait on a thread that tasks share could keep the awaited task from running.
  private func reply(of command: ReplyCommand, to message: String = "CQ") async throws -> String? {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result { try command.reply(to: message) }) }.start()
    }
  }

  @Test("a command that hangs is ended with all its children", arguments: ["", "trap '' TERM; "])
  func hanging(_ deafness: String) async throws {
    let note = Note()
    let command = "\(deafness)sleep 1000 & echo $! >'\(note.path)'; wait; wait"
    // Other tests may delay the start of the command by that time.
    repeat {
      #expect(try await reply(of: ReplyCommand(command: command, timeLimit: 2)) == nil)
    } while note.process == nil
    let sleeper = try #require(note.process)
    while isAlive(sleeper) { usleep(1000) }
  }

  /// Whether a process still runs. A process that has ended and was not waited for is a zombie (proc(5)).
  private func isAlive(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? false
  }

  @Test("endless output of a command gives no answer")
  func flood() async throws {
    #expect(try await reply(of: ReplyCommand(command: "yes", timeLimit: Self.ever)) == nil)
  }

  @Test("a command gets SIGPIPE like any program, and need not read the message")
  func pipes() async throws {
    #expect(try await reply(of: ReplyCommand(command: "yes R | head -n 2", timeLimit: Self.ever)) == "R R")
    let long = String(repeating: "CQ ", count: 30_000)
    #expect(try await reply(of: ReplyCommand(command: "echo R", timeLimit: Self.ever), to: long) == "R")
  }
}
