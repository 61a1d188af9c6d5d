import Localization

/// Errors of setting a text or writing a picture.
public enum TypesettingError: Error, Hashable, Sendable {
  /// A size, font size, spacing or scale that is negative, not a number, or beyond `Typesetter.largestSide`.
  case invalidBox(width: Double, height: Double, fontSize: Double, scale: Double)
  /// Cairo's message.
  case cairo(reason: LocalizedText)
  /// `reason` is the system's message.
  case cannotWrite(path: String, reason: LocalizedText)
}

extension TypesettingError: LocalizedTextConvertible {
  public var text: LocalizedText {
    switch self {
    case .invalidBox(let width, let height, let fontSize, let scale):
      "a text box of \(width) x \(height) points at scale \(scale) with \(fontSize) point type cannot be set"
    case .cairo(let reason): "the text could not be drawn: \(reason)"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}
