import Monitor
import Morse

/// Why nothing is read.
extension Wording {
  /// With its figure, and what to try; in English the same as the log has it, ``Morse/Diagnosis/message``.
  func diagnosis(_ diagnosis: Diagnosis) -> String {
    sentence("\(finding(diagnosis)); \(advice(diagnosis))")
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
    case .irregular: self[.irregular]
    }
  }

  private func finding(_ diagnosis: Diagnosis) -> String {
    switch diagnosis {
    case .tooFast(let frames): self(.framesADot, number(frames, decimals: 1))
    case .faint(let contrast): self(.aboveTheNoise, number(contrast, decimals: 1))
    case .clipped(let share): self(.shareClipped, percent(share))
    case .flicker(let hertz, let mains):
      self(.swingsASecond, number(hertz, decimals: 1))
        // Lamps flicker twice in a period of the mains.
        + (mains.map { self(.likeMains, number($0 / 2, decimals: 0)) } ?? "")
    case .blinking(let period): self(.blinksEvery, number(period, decimals: 2))
    case .irregular(let spread): self(.lengthsStray, "\(number(100 * spread, decimals: 0)) %")
    }
  }

  private func advice(_ diagnosis: Diagnosis) -> String {
    switch diagnosis {
    case .tooFast: self[.askForSlower]
    case .faint: self[.moveCloser]
    case .clipped: self[.shortenExposure]
    case .flicker(_, let flashes?): self(.exposeFor, number(1 / flashes, decimals: 4))
    case .flicker: self[.exposeLonger]
    case .blinking: self[.pointAtKeyed]
    case .irregular: self[.askForDashes]
    }
  }
}
