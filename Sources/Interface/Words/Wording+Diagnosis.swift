import Monitor
import Morse

/// Why nothing is read.
extension Wording {
  /// With its figure, and what to try; in English the same as the log has it, ``Morse/Diagnosis/message``.
  func diagnosis(_ diagnosis: Diagnosis) -> String {
    sentence("\(diagnosis.finding.map(told).joined()); \(told(diagnosis.advice))")
  }

  private func told(_ told: Diagnosis.Sentence) -> String {
    self(Phrase(told.words), number(told.figure, decimals: told.decimals))
  }

  /// The same, without figure and advice.
  func briefly(_ diagnosis: Diagnosis) -> String { sentence(brief(diagnosis)) }

  func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }

  /// The same for who has but a glance: two or three words.
  func brief(_ diagnosis: Diagnosis) -> String {
    switch diagnosis.kind {
    case .tooFast: self[.tooFast]
    case .faint: self[.faint]
    case .clipped: self[.clipped]
    case .flicker: self[.flicker]
    case .blinking: self[.justBlinking]
    case .data: self[.data]
    case .flashes: self[.flashGroups]
    case .irregular: self[.irregular]
    }
  }
}
