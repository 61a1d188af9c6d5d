/// What the window speaks.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case polish = "pl"

  /// The user's: of `LC_ALL`, `LC_MESSAGES` and `LANG` the first that says anything decides (POSIX.1-2017, Base
  /// Definitions, 8.2). A language that Aldis does not speak, `C` and `POSIX` are English.
  public init(_ environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    // As in `de_AT.UTF-8@euro`.
    let code = locale?.prefix { $0.isLetter } ?? ""
    self = Language(rawValue: code.lowercased()) ?? .english
  }

  /// What stands before the decimals.
  var decimalMark: String { self == .english ? "." : "," }
}
