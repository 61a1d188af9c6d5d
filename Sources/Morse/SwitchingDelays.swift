/// How long after its command a light is seen to go on and off, in seconds.
///
/// What both have in common only puts the message off. Their difference makes marks longer or shorter.
public struct SwitchingDelays: Sendable, Equatable {
  public var rise: Double
  public var fall: Double

  public init(rise: Double, fall: Double) {
    self.rise = rise
    self.fall = fall
  }

  public static let zero = SwitchingDelays(rise: 0, fall: 0)
}

extension Keying {
  /// The commands that make a light of these delays shine as this message says: each as much earlier as the light is late.
  ///
  /// - Returns: `nil` where the light is too slow for this speed: it would have to go off before it is on, or the other way
  ///   round.
  public func anticipating(_ delays: SwitchingDelays) -> Keying? {
    // No command comes before the start.
    let start = max(delays.rise, delays.fall)
    var commands = self
    commands.marks = []
    for mark in marks {
      let (on, off) = (mark.lowerBound - delays.rise + start, mark.upperBound - delays.fall + start)
      guard on < off, commands.duration <= on else { return nil }
      commands.marks.append(on..<off)
    }
    return commands
  }
}
