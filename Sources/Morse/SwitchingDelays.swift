/// The delays, in seconds, from the commands for on and off to the visible change of the light.
///
/// The part that both have in common only delays the message. Their difference makes marks longer or shorter.
public struct SwitchingDelays: Sendable, Equatable {
  /// From the command for on to the light.
  public var rise: Double
  /// From the command for off to darkness.
  public var fall: Double

  /// Delays in seconds.
  public init(rise: Double, fall: Double) {
    self.rise = rise
    self.fall = fall
  }

  /// The lead that a message needs so that no command lies before its start.
  public var longest: Double { max(rise, fall) }

  /// A light that follows at once.
  public static let zero = SwitchingDelays(rise: 0, fall: 0)
}

extension Keying {
  /// The commands that make a light with these delays show this message. Each command is earlier by the light's delay.
  ///
  /// - Parameter lead: How many seconds after the first possible command the message begins: the longest delay, or more.
  /// - Returns: `nil` if the light is too slow for this speed: it would have to go off before it is on, or the reverse.
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
