import Morse

/// Which character of a message is being sent.
public struct SendingProgress: Sendable, Equatable {
  /// The character and its code word.
  public var character: Keying.Character
  /// Its place in the message, from 1, and how many there are.
  public var number: Int
  public var count: Int
  /// Seconds from this character's start to the end of the message.
  public var timeLeft: Double
}

/// What became of a message.
public struct SendingReport: Sendable, Equatable {
  /// Characters begun, and how many the message has.
  public var charactersSent = 0
  public var characterCount: Int
  /// Whether the message was cancelled before its end.
  public var wasCancelled = false
  /// How late the light was switched.
  public var punctuality = Punctuality()
}
