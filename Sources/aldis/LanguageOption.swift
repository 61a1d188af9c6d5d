import ArgumentParser
import FoundationEssentials
import Glibc
import Interface

/// What a window speaks.
struct LanguageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Language of the window.", valueName: "code"))
  var language: Language?

  var spoken: Language { language ?? Language(ProcessInfo.processInfo.environment) }
}

extension Language: ExpressibleByArgument {}
