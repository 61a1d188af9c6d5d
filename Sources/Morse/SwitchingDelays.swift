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

  /// What it takes until light shines at all times as it should.
  public var longest: Double { max(rise, fall) }

  public static let zero = SwitchingDelays(rise: 0, fall: 0)
}

extension Keying {
  /// The commands that make a light of these delays shine as this message says: each as much earlier as the light is late.
  ///
  /// - Parameter lead: How many seconds after the first possible command the message begins: the longest delay, or more.
  /// - Returns: `nil` where the light is too slow for this speed: it would have to go off before it is on, or the other way
  ///   round.
  public func anticipating(_ delays: SwitchingDelays, lead: Double) -> Keying? {
    var commands = self
    commands.marks = []
    for mark in marks {
      let (on, off) = (mark.lowerBound - delays.rise + lead, mark.upperBound - delays.fall + lead)
      guard on < off, commands.duration <= on else { return nil }
      commands.marks.append(on..<off)
    }
    return commands
  }
}
