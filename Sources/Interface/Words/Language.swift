/// A language of the window.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case polish = "pl"

  /// The user's language: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set (POSIX.1-2017, Base Definitions, 8.2). An
  /// unknown language, `C` and `POSIX` are English.
  public init(_ environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    // As in `de_AT.UTF-8@euro`.
    let code = locale?.prefix { $0.isLetter } ?? ""
    self = Language(rawValue: code.lowercased()) ?? .english
  }

  /// The sign before the decimals.
  var decimalMark: String { self == .english ? "." : "," }
}
