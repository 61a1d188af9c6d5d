import Morse

/// The character of a message that is being sent.
public struct SendingProgress: Sendable, Equatable {
  /// The character and its code word.
  public var character: Keying.Character
  /// Its number in the message, from 1, and the number of all characters.
  public var number: Int
  public var count: Int
  /// Seconds from this character's start to the end of the message.
  public var timeLeft: Double
}

/// The result of sending a message.
public struct SendingReport: Sendable, Equatable {
  /// The number of begun characters, and of all characters.
  public var charactersSent = 0
  public var characterCount: Int
  /// Whether the message was cancelled before its end.
  public var wasCancelled = false
  /// The lateness of switching.
  public var punctuality = Punctuality()
}
