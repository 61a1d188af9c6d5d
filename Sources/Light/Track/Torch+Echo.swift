/// Detects that two torches are one light: the lamp, and its reflection in water or glass.
///
/// The finder ignores a light that is lit at the same times as a known one. But a video codec may take seconds until it shows a
/// faint reflection at the same times as its lamp.
extension Torch {
  /// The time that is compared, in seconds and in dots: the longer of the two.
  private static let comparedTime = 8.0
  private static let comparedDots = 30.0
  /// The fewest marks of each light in that time, and the least correlation. Measured correlations of lights that send their
  /// own texts, or the same text at different speeds, were below 0.4.
  private static let minimumMarks = 8
  private static let minimumCorrelation = 0.8

  /// The longest time after which a camera's exposure control answers a lamp, in seconds. The answer changes the whole picture.
  private static let longestAnswer = 0.3

  /// Whether a torch that was just found was lit at the times of another torch, or of all others together, or up to
  /// `longestAnswer` later. The finder has compared only its last marks.
  func isGlow(of others: [LitShares], in scene: Scene) -> Bool {
    let frames = scene.history.indices
    let latest = min(Int(Self.longestAnswer / scene.frameTime), frames.count)
    let seen = others.filter { $0.marks(in: frames) > 0 }
    return (seen + [LitShares(ofAny: seen)]).contains { other in
      (0...latest).contains { light.lit.agrees(with: other, frames: frames, delay: $0) }
    }
  }

  /// Whether it was lit at the same times as the other light, for the time that is compared.
  func isEcho(of other: Torch, at time: Double, in history: GridHistory) -> Bool {
    let seconds = max(Self.comparedTime, Self.comparedDots * max(unit, other.unit))
    let frames = history.firstFrame(since: time - seconds)..<history.end
    let (own, others) = (light.lit, other.light.lit)
    return own.correlation(with: others, frames: frames) ?? 0 > Self.minimumCorrelation
      && min(own.marks(in: frames), others.marks(in: frames)) >= Self.minimumMarks
  }
}
