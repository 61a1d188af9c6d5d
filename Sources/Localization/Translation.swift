/// The translations into one language, from a file in the format of gettext (GNU gettext manual, "The Format of PO Files").
struct Translation: Sendable {
  struct Key: Hashable {
    var context: String?
    /// English, with `{}` for each value; of a text that depends on a count, the form for one.
    var text: String
  }

  /// The fields of the file's header, such as `Language`.
  private(set) var header: [String: String] = [:]
  /// The translations, split at the places of values: one of each text, or one for each plural form of the language.
  private(set) var texts: [Key: [[String]]] = [:]

  /// Entries that are marked as `fuzzy` are left out, as in compiled files of gettext.
  ///
  /// - Parameter name: The file's name in errors.
  init(_ text: String, name: String) throws(TranslationError) {
    for fields in try Fields.all(in: text, name: name) {
      do throws(TranslationError.Kind) {
        try take(fields)
      } catch {
        throw TranslationError(name: name, line: fields.line, kind: error)
      }
    }
  }

  /// Reads a file that is part of the program. Scripts/check-translations has checked it before the build.
  init(_ bytes: [UInt8], _ name: String) {
    do throws(TranslationError) {
      try self.init(String(decoding: bytes, as: UTF8.self), name: name)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private mutating func take(_ fields: Fields) throws(TranslationError.Kind) {
    var fields = fields
    guard let text = fields.texts.removeValue(forKey: "msgid") else { throw .missing("msgid") }
    let context = fields.texts.removeValue(forKey: "msgctxt")
    let dependsOnCount = fields.texts.removeValue(forKey: "msgid_plural") != nil
    var translations: [String] = []
    for form in dependsOnCount ? (0..<pluralForms).map({ "msgstr[\($0)]" }) : ["msgstr"] {
      guard let translation = fields.texts.removeValue(forKey: form) else { throw .missing(form) }
      translations.append(translation)
    }
    if let other = fields.texts.keys.min() { throw .unexpected(other) }
    if text.isEmpty {
      for field in translations[0].split(separator: "\n") {
        let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
        header[parts[0]] = parts.count > 1 ? parts[1] : ""
      }
    } else if !fields.isFuzzy, !translations.contains("") {
      texts[Key(context: context, text: text)] = translations.map { translation in
        translation.split(separator: "{}", omittingEmptySubsequences: false).map(String.init)
      }
    }
  }

  /// The number of plural forms, by the header: `nplurals=3; plural=...`.
  private var pluralForms: Int {
    let number = header["Plural-Forms"]?.trimmingPrefix("nplurals=").prefix { $0.isNumber }
    return number.flatMap { Int($0) } ?? 1
  }

  /// The plural forms of `text`, split at the places of values; `nil` if there is no translation.
  func forms(of text: LocalizedText) -> [[String]]? {
    let parts = text.singular?.parts ?? text.parts
    return texts[Key(context: text.context, text: parts.joined(separator: "{}"))]
  }
}

/// The fields of an entry.
private struct Fields {
  /// The first line of the entry.
  var line = 0
  var isFuzzy = false
  /// By their keywords, such as `msgstr[0]`.
  var texts: [String: String] = [:]
  /// The keyword of the last text, which the next line may continue.
  private var last = ""

  /// The entries of a file. Each ends at an empty line, at a comment, or where the next one begins.
  static func all(in text: String, name: String) throws(TranslationError) -> [Fields] {
    var all: [Fields] = []
    var fields = Fields()
    func end() {
      if !fields.texts.isEmpty { all.append(fields) }
      fields = Fields()
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (line, words) in zip(1..., lines) {
      if words.hasPrefix("#") {
        if !fields.texts.isEmpty { end() }
        if words.hasPrefix("#,"), words.contains("fuzzy") { fields.isFuzzy = true }
      } else if words.allSatisfy(\.isWhitespace) {
        end()
      } else {
        let word = String(words.unicodeScalars.prefix { $0 != " " && $0 != "\"" })
        if word == "msgctxt" || word == "msgid", fields.texts["msgid"] != nil { end() }
        if fields.texts.isEmpty { fields.line = line }
        do throws(TranslationError.Kind) {
          try fields.add(word, words.unicodeScalars.dropFirst(word.unicodeScalars.count))
        } catch {
          throw TranslationError(name: name, line: line, kind: error)
        }
      }
    }
    end()
    return all
  }

  /// Adds a line, such as `msgid "..."`; without a keyword it continues the line before.
  private mutating func add(
    _ word: String, _ text: Substring.UnicodeScalarView
  ) throws(TranslationError.Kind) {
    if !word.isEmpty {
      guard Self.keywords.contains(word) || word.hasPrefix("msgstr["), texts[word] == nil else {
        throw .unexpected(word)
      }
      (last, texts[word]) = (word, "")
    }
    guard !last.isEmpty else { throw .missing("msgid") }
    texts[last]? += try Self.text(text)
  }

  private static let keywords: Set = ["msgctxt", "msgid", "msgid_plural", "msgstr"]
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "t": "\t", "r": "\r", "\"": "\"", "\\": "\\",
  ]

  /// The text in quotes. Its scalars are read one by one, because a sign may join the quote before it.
  private static func text(
    _ quoted: Substring.UnicodeScalarView
  ) throws(TranslationError.Kind) -> String {
    var rest = quoted.drop { $0 == " " }
    guard rest.popFirst() == "\"" else { throw .unfinished }
    var text = String.UnicodeScalarView()
    while let sign = rest.popFirst() {
      switch sign {
      case "\"":
        guard rest.allSatisfy(\.properties.isWhitespace) else { throw .unexpected(String(rest)) }
        return String(text)
      case "\\":
        guard let escape = rest.popFirst(), let meant = escapes[escape] else { throw .unknownEscape }
        text.append(meant)
      default: text.append(sign)
      }
    }
    throw .unfinished
  }
}

/// Why the file of a translation cannot be read.
struct TranslationError: Error, Equatable, CustomStringConvertible {
  enum Kind: Error, Equatable {
    /// A keyword, or a plural form, that the entry needs.
    case missing(String)
    /// A word that is unknown, repeated, or one plural form too many.
    case unexpected(String)
    /// A text that does not end on its line.
    case unfinished
    case unknownEscape
  }

  var name: String
  var line: Int
  var kind: Kind

  var description: String {
    let words =
      switch kind {
      case .missing(let keyword): "\(keyword) is missing"
      case .unexpected(let word): "\(word) is not expected here"
      case .unfinished: "a text in quotes is not complete"
      case .unknownEscape: "unknown escape"
      }
    return "\(name):\(line): \(words)"
  }
}
