import ArgumentParser
import Foundation
import Interface

/// What a window speaks.
struct LanguageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the window speaks: en, de or pl. (default: as LC_ALL, LC_MESSAGES or LANG say)", valueName: "code"
    ))
  var language: Language?

  var spoken: Language { language ?? Language(ProcessInfo.processInfo.environment) }
}

extension Language: ExpressibleByArgument {}
