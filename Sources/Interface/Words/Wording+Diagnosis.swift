import Monitor
import Morse

/// Reasons why nothing is read.
extension Wording {
  /// With its figure and the advice; in English the same as in the log, ``Morse/Diagnosis/message``.
  func diagnosis(_ diagnosis: Diagnosis) -> String {
    sentence("\(diagnosis.finding.map(text(of:)).joined()); \(text(of: diagnosis.advice))")
  }

  private func text(of part: Diagnosis.Sentence) -> String {
    self(Phrase(part.words), number(part.figure, decimals: part.decimals))
  }

  /// The same, without figure and advice.
  func briefly(_ diagnosis: Diagnosis) -> String { sentence(brief(diagnosis)) }

  func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }

  /// The same in two or three words.
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
