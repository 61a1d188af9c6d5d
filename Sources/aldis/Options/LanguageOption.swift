import ArgumentParser
import FoundationEssentials
import Interface

/// The language of a window.
struct LanguageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Language of the window.", valueName: "code"))
  var language: Language?

  var spoken: Language { language ?? Language(ProcessInfo.processInfo.environment) }
}

extension Language: ExpressibleByArgument {}
