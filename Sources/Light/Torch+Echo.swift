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

extension LitShares {
  /// How alike two courses are, from -1 to 1; `nil` where one of them does not change.
  ///
  /// - Parameter delay: Frames by which the other one is taken to come later.
  func correlation(with other: LitShares, frames: Range<Int>, later delay: Int = 0) -> Double? {
    var count = 0.0
    var (x, y, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for frame in frames where frames.contains(frame + delay) {
      guard let a = self[frame], let b = other[frame + delay] else { continue }
      count += 1
      x += a
      y += b
      xx += a * a
      yy += b * b
      xy += a * b
    }
    let variances = (xx - x * x / count) * (yy - y * y / count)
    return variances > 0 ? (xy - x * y / count) / variances.squareRoot() : nil
  }

  /// How often the light went on.
  func marks(in frames: Range<Int>) -> Int {
    var (count, wasOn) = (0, false)
    for frame in frames {
      guard let share = self[frame] else { continue }
      let isOn = share > 0.5
      if isOn, !wasOn { count += 1 }
      wasOn = isOn
    }
    return count
  }
}
