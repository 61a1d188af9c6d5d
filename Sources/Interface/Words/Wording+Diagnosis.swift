import Monitor
import Morse

/// Texts of reasons why a light is not read.
extension Wording {
  /// A sentence with the figure and the advice; in English the same as in the log, ``Morse/Diagnosis/message``.
  func diagnosis(_ diagnosis: Diagnosis) -> String {
    sentence("\(diagnosis.finding.map(text(of:)).joined()); \(text(of: diagnosis.advice))")
  }

  private func text(of part: Diagnosis.Sentence) -> String {
    self(Phrase(part.words), number(part.figure, decimals: part.decimals))
  }

  /// A sentence without figure and advice.
  func briefly(_ diagnosis: Diagnosis) -> String { sentence(brief(diagnosis)) }

  func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }

  /// A phrase of a few words, without a capital.
  func brief(_ diagnosis: Diagnosis) -> String {
    switch diagnosis.kind {
    case .tooFast: self[.tooFast]
    case .faint: self[.faint]
    case .clipped: self[.clipped]
    case .flicker: self[.flicker]
    case .blinking: self[.justBlinking]
    case .data: self[.data]
    case .flashes: self[.flashGroups]
    case .slow: self[.slowlySwitched]
    case .irregular: self[.irregular]
    }
  }
}
