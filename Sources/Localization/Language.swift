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
  public var decimalMark: String { self == .english ? "." : "," }

  /// The number of the plural form for a count, as in the header `Plural-Forms` of the language's file. Polish has another form
  /// for numbers that end in 2, 3 or 4, but not in 12, 13 or 14, and a third one for the others (CLDR, plural rules).
  func pluralForm(for count: Int) -> Int {
    switch self {
    case .english, .german: count == 1 ? 0 : 1
    case .polish:
      count == 1 ? 0 : (2...4).contains(count % 10) && !(12...14).contains(count % 100) ? 1 : 2
    }
  }

  /// `nil` for English, the language of the texts in the program. A file is read at the first use of its language.
  var translation: Translation? {
    switch self {
    case .english: nil
    case .german: Self.germanTranslation
    case .polish: Self.polishTranslation
    }
  }

  private static let germanTranslation = Translation(PackageResources.de_po, "de.po")
  private static let polishTranslation = Translation(PackageResources.pl_po, "pl.po")
}
