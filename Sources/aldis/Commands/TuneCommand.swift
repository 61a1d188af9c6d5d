import Application
import ArgumentParser
import Shaders

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Shows a live picture while you edit its shaders.",
    usage: "aldis tune [<shader>] [<options>]",
    discussion: """
        aldis tune
        aldis tune --check

      Shows the demo, a camera or a recording with the shaders of a folder, and reloads them at each save. H lists the \
      keys. --check prints errors as FILE:LINE: MESSAGE; exit status 65 if there are any.

      Shaders: \(ShaderName.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

  @Argument(help: "Checks only the programs that use this file.", completion: .file())
  var shader: String?

  @Option(
    help: ArgumentHelp(
      "The folder. (default: ./Shaders, else those in the program)", valueName: "folder"),
    completion: .directory)
  var shaders: String?

  @Flag(help: "Compiles and links all programs, without a window.")
  var check = false

  @OptionGroup var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      """
      A recording to read after each save; the window shows how many characters are wrong, now and before.
      """, valueName: "file"), completion: .file())
  var score: String?

  @Option(
    help: ArgumentHelp(
      "The text of that recording. (default: the .txt file beside it)",
      valueName: "text"))
  var truth: String?

  @OptionGroup var windowOptions: WindowOptions

  @OptionGroup var language: LanguageOption

  func validate() throws {
    if let shader, shader.contains("/" as Character), shaders != nil {
      throw ValidationError("\(shader) and --shaders both name a folder; leave one out")
    }
    if truth != nil, score == nil { throw ValidationError("--truth goes with --score") }
    if score != nil, check { throw ValidationError("--check and --score exclude each other") }
  }

  func run() throws {
    var run = TuningRun(shader: shader, folder: shaders)
    run.source = source.choices
    run.score = score
    run.truth = truth
    run.windowChoices = windowOptions.choices(language)
    if check { try run.check() } else { try run.show() }
  }
}
