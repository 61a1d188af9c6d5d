import Morse
import Typesetting

/// The state of sending in a window: the lamp, the speed, and the message that is being sent.
public struct Compose: Hashable, Sendable {
  /// A light that messages can be sent with.
  public enum Lamp: Hashable, Sendable {
    /// A small lamp in this window.
    case lamp
    /// The whole window.
    case wholeWindow
    /// Another torch, as the user's settings name it.
    case other(String)

    /// Whether the lamp is in this window.
    public var isWindow: Bool {
      switch self {
      case .lamp, .wholeWindow: true
      case .other: false
      }
    }
  }

  /// A message that is being sent.
  public struct Sending: Hashable, Sendable {
    public var characters: [Keying.Character]
    /// The number of the character that is being sent, from 1; 0 before the first.
    public var number = 0
    /// Seconds from that character's start to the end of the message.
    public var secondsLeft: Double

    public init(_ keying: Keying) {
      characters = keying.characters
      secondsLeft = keying.duration
    }
  }

  /// The lamps to choose from; the first is the default.
  public var lamps: [Lamp]
  public var lamp: Lamp
  public var wordsPerMinute: Double
  /// Refreshes per second of the window's display: a dot of the window's lamp is a whole number of them.
  public var refreshRate = 60.0
  public var sending: Sending?
  /// The reason why the last message was not sent completely.
  public var fault: String?
  /// The colour of the window's lamp. White is read best, because a camera may have no colours.
  public var light = Color.white
  /// Whether the window's own lamp is on now.
  public var isLit = false

  public static let speeds = 3.0...40.0

  /// The nearest speed that can be chosen.
  public static func speed(_ wordsPerMinute: Double) -> Double {
    min(max(wordsPerMinute, speeds.lowerBound), speeds.upperBound)
  }

  public init(lamps: [Lamp] = [.lamp, .wholeWindow], wordsPerMinute: Double = 12) {
    self.lamps = lamps
    lamp = lamps.first ?? .lamp
    self.wordsPerMinute = wordsPerMinute
  }

  /// The timing of the message.
  public var timing: Timing {
    let timing = Timing.itu(wordsPerMinute: wordsPerMinute)
    return lamp.isWindow ? timing.inWholeRefreshes(of: refreshRate) : timing
  }

  /// The brightness of the window's lamp, 0...1.
  var glow: Double { isLit && lamp.isWindow ? 1 : 0 }

  /// Whether the whole window is the lamp now.
  var fillsWindow: Bool { sending != nil && lamp == .wholeWindow }
}
