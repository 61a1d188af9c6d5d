import ArgumentParser
import FoundationEssentials
import Interface
import Localization

/// The language of a window.
struct LanguageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Language of the window.", valueName: "code"))
  var language: Language?

  /// The language of the option, else that of the environment.
  var languageOrDefault: Language { language ?? Language(ProcessInfo.processInfo.environment) }
}

extension Language: ExpressibleByArgument {}
