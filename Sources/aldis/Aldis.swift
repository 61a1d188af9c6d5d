import Application
import ArgumentParser
import Glibc
import Graphics

@main
struct Aldis: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "aldis",
    abstract: "Reads Morse code from light, and sends it.",
    usage: "aldis <command>\naldis [<file> ...] [<options>]",
    discussion: """
        aldis             read the first camera in a window
        aldis --demo      show the built-in demo
        aldis clip.mp4    read a recording in a window

      Exit status: 0 done, 1 sent but not read back (send --verify) or something to mend (doctor), 64 usage error, 65 input not understood, \
      66 no such input, 69 device unavailable, 74 read or write error.
      """,
    version: "0.1.0",
    subcommands: [
      MonitorCommand.self, DecodeCommand.self, SendCommand.self, EchoCommand.self, CalibrateTorchCommand.self,
      LightCommand.self, SimulateCommand.self, CamerasCommand.self, DoctorCommand.self, BenchCommand.self,
      TuneCommand.self,
    ],
    defaultSubcommand: MonitorCommand.self)

  static func main() {
    StandardStreams.openClosedStreams()
    // Without this, a reader that is gone would kill the program. Now `write` fails with an error.
    signal(SIGPIPE, SIG_IGN)
    // So would a file that reaches the limit of its size (`ulimit -f`).
    signal(SIGXFSZ, SIG_IGN)
    DisplayLoss.whenLost { release in
      say("the display is gone; start Aldis again when it is back")
      Interruption.limitRelease(endingWith: .unavailable)
      release()
      // exit(3) would crash, because it runs handlers of drivers that use the display.
      _exit(Failure.Status.unavailable.rawValue)
    }
    do {
      var words = CommandLine.arguments.dropFirst().map(\.self).joiningNegativeNumbers
      // Otherwise the parser would print the help of the default command.
      if ["-h", "--help"].contains(words.first), words.dropFirst().first?.hasPrefix("-") == false {
        words[0] = "help"
      }
      let names = try CommandName.check(words)
      var command = try parsed(words, after: names)
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// - Parameter names: The names of the command and its subcommand among the words.
  private static func parsed(_ words: [String], after names: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(words)
    } catch  where exitCode(for: error) != .success {
      // For such a word, the parser would only report a missing option.
      guard let word = words.firstInvalidOption else { throw error }
      let command = names.isEmpty ? "monitor" : names.joined(separator: " ")
      let takesText = ["send", "simulate"].contains(command)
      let textAdvice = takesText ? "; text that begins with a dash goes to the end, after --" : ""
      throw Failure(.usage, "no option \(word); aldis help \(command) lists the options\(textAdvice)")
    }
  }

  private static func end(with error: any Error) -> Never {
    switch error {
    case let interrupted as Interrupted: Glibc.exit(interrupted.status)
    case let exit as QuietExit: Glibc.exit(exit.status)
    case let exit as ExitCode: Glibc.exit(exit.rawValue)
    case is ReaderGone: Glibc.exit(EXIT_SUCCESS)
    default: break
    }
    if let failure = Failure(of: error) {
      say(failure.message)
      Glibc.exit(failure.status.rawValue)
    }
    guard exitCode(for: error) != .success else { printMessage(of: error) }
    endAfterUsageError(error)
  }

  /// Prints help or version. The parser's own function does not report a failed write.
  private static func printMessage(of error: any Error) -> Never {
    do {
      try Output.standard.write(fullMessage(for: error) + "\n")
    } catch {
      end(with: error)
    }
    Glibc.exit(EXIT_SUCCESS)
  }

  /// Prints a usage error as one line that names the command for help.
  private static func endAfterUsageError(_ error: any Error) -> Never {
    let help = fullMessage(for: error).split(separator: "\n").last { $0.firstRange(of: "--help") != nil }
    let advice = help.map { $0.trimmingPrefix("  ") }.map { " (\($0))" } ?? ""
    say(UsageMessage.shortened(message(for: error)) + advice)
    Glibc.exit(Failure.Status.usage.rawValue)
  }
}
