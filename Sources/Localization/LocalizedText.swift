import Glibc

/// A text of the program, with values, that can be translated. It is written in English.
///
/// ```swift
/// let text: LocalizedText = "no such file: \(path)"
/// text.description          // no such file: clip.mp4
/// text.text(in: .german)    // keine solche Datei: clip.mp4
/// ```
///
/// In the files of translations the text is `no such file: {}`. Scripts/check-translations finds the texts of the program: the
/// literals in `LocalizedText(...)`, `translate(...)` and `sentence(...)`, after `reason:` and `expected:`, and in declarations
/// of this type.
public struct LocalizedText: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    /// A name, a path, a whole number: the same in every language.
    case verbatim(String)
    /// A number with a decimal point, which becomes the decimal mark of the language.
    case decimal(String)
    case text(LocalizedText)
  }

  /// The English form for one, and the count, of a text that depends on a count.
  struct Singular: Hashable, Sendable {
    var parts: [String]
    var count: Int
  }

  /// The English words before, between and after the values.
  private(set) var parts: [String]
  private(set) var values: [Value] = []
  private(set) var singular: Singular?
  /// Distinguishes texts that are equal in English but have different translations (`msgctxt`).
  private(set) var context: String?
}

extension LocalizedText {
  /// A text that is the same in every language, such as one of the user.
  public init(verbatim text: String) { (parts, values) = (["", ""], [.verbatim(text)]) }

  /// A text of the system, a library or a driver. It is translated if the files of translations have it.
  public init(system text: String) { parts = [text] }

  /// The system's text for an error number (strerror(3)).
  public init(errno code: CInt) { self.init(system: String(cString: strerror(code))) }

  /// A text that depends on a count.
  ///
  /// ```swift
  /// LocalizedText(count, one: "\(count) character", other: "\(count) characters")
  /// ```
  ///
  /// - Parameters:
  ///   - one: The English form for 1. Its values are the first values of `other`, or none.
  ///   - other: The English form for other counts.
  public init(_ count: Int, one: LocalizedText, other: LocalizedText) {
    self = other
    singular = Singular(parts: one.parts, count: count)
  }

  /// A text with more than one translation.
  ///
  /// - Parameter context: Selects the translation (`msgctxt`).
  public init(_ text: LocalizedText, context: String) {
    self = text
    self.context = context
  }

  /// The text in `language`, or in English if it has no translation.
  public func text(in language: Language) -> String {
    let parts = parts(in: language)
    var text = parts[0]
    for (value, part) in zip(values, parts.dropFirst()) { text += value.text(in: language) + part }
    return text
  }

  /// Whether the text in `language` begins with a value that is not translated. Such a value keeps its case at the beginning of
  /// a sentence.
  public func beginsVerbatim(in language: Language) -> Bool {
    guard parts(in: language)[0].isEmpty else { return false }
    return if case .text(let text) = values.first { text.beginsVerbatim(in: language) } else { true }
  }

  private func parts(in language: Language) -> [String] {
    if let forms = language.translation?.forms(of: self) {
      return forms[singular.map { language.pluralForm(for: $0.count) } ?? 0]
    }
    return singular?.count == 1 ? singular?.parts ?? parts : parts
  }
}

extension LocalizedText.Value {
  fileprivate func text(in language: Language) -> String {
    switch self {
    case .verbatim(let text): text
    case .decimal(let number): number.replacing(".", with: language.decimalMark)
    case .text(let text): text.text(in: language)
    }
  }
}

extension LocalizedText: CustomStringConvertible {
  /// English.
  public var description: String { text(in: .english) }
}

extension LocalizedText: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts = [""]
    fileprivate var values: [Value] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { parts[parts.count - 1] += literal }

    private mutating func append(_ value: Value) {
      values.append(value)
      parts.append("")
    }

    /// A part that is translated by itself.
    public mutating func appendInterpolation(_ text: LocalizedText) { append(.text(text)) }

    /// The text of an error, for example.
    public mutating func appendInterpolation(_ value: some LocalizedTextConvertible) {
      append(.text(value.text))
    }

    public mutating func appendInterpolation(_ number: Double) { append(.decimal("\(number)")) }

    public mutating func appendInterpolation(_ number: Double, decimals: Int) {
      append(.decimal(number.fixed(decimals: decimals)))
    }

    /// A value that is not translated.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      append(.verbatim("\(value)"))
    }
  }

  public init(stringLiteral text: String) { parts = [text] }

  public init(stringInterpolation: StringInterpolation) {
    (parts, values) = (stringInterpolation.parts, stringInterpolation.values)
  }
}

/// A type with a text for people. An error is worded only in its ``text``.
public protocol LocalizedTextConvertible: CustomStringConvertible {
  /// On one line, without a full stop.
  var text: LocalizedText { get }
}

extension LocalizedTextConvertible {
  public var description: String { message }

  /// The text in English, as on standard error and in the log of events.
  public var message: String { text.description }
}
