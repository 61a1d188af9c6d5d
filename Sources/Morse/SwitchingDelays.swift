/// How long after its command a light is seen to go on and off, in seconds.
public struct SwitchingDelays: Sendable, Equatable {
  public var rise: Double
  public var fall: Double

  public init(rise: Double, fall: Double) {
    self.rise = rise
    self.fall = fall
  }
}
