/// One light seen twice: by itself, and by its reflection in water or glass.
///
/// The finder passes over what shines as a known light does, but a video codec may take seconds until it shows a faint
/// reflection in time with its lamp, and some frames later even then.
extension Torch {
  /// Seconds that are compared, or so many dots where those are longer.
  private static let span = 8.0
  private static let dots = 30.0
  /// Marks that both must have there, and how much alike their courses must be: those of lights that send a text each, even
  /// the same one at speeds of their own, were seen to be alike by less than 0.4.
  private static let leastMarks = 8
  private static let likeness = 0.8
  /// Frames by which one may come later, and the likeness without a delay that is not worth a closer look.
  private static let delays = -2...2
  private static let unlike = 0.3

  /// Whether it has shone just as the other light did, for a while.
  func isEcho(of other: Torch, at time: Double, in history: GridHistory) -> Bool {
    let seconds = max(Self.span, Self.dots * max(unit, other.unit))
    let frames = history.firstFrame(since: time - seconds)..<history.end
    let (own, others) = (light.lit, other.light.lit)
    guard own.correlation(with: others, frames: frames) ?? 0 > Self.unlike,
      min(own.marks(in: frames), others.marks(in: frames)) >= Self.leastMarks
    else { return false }
    return Self.delays.contains {
      own.correlation(with: others, frames: frames, later: $0) ?? 0 > Self.likeness
    }
  }
}
