import Interface
import Morse
import Torch

/// A message that the window's own lamp sends. The window's thread keys it, picture by picture.
struct WindowLampMessage {
  private let keying: Keying
  private var keyer: RefreshKeyer
  /// The progress.
  private(set) var sending: Compose.Sending

  /// Seconds of darkness before the message, to measure when the display refreshes.
  private static let leadIn = 0.3

  /// - Parameters:
  ///   - commands: When the lamp is switched so that `keying` is seen.
  ///   - refreshRate: Of the display that the window is on.
  init(_ keying: Keying, commands: Keying, refreshRate: Double) {
    self.keying = keying
    keyer = RefreshKeyer(commands, rate: refreshRate, start: .now + Self.leadIn)
    sending = .init(keying)
  }

  /// When the lamp's commands begin.
  var start: Moment { keyer.start }

  var isOver: Bool { keyer.isOver }

  /// Whether pictures are needed that show nothing new.
  var wantsPictures: Bool { keyer.wantsPictures }

  /// Seconds until the next picture is needed.
  func secondsToNextPicture(at now: Moment) -> Double { max(0, keyer.nextTurn(at: now) - now) }

  /// Whether another picture can be drawn now without delaying the lamp's next one.
  func allowsPicture(at now: Moment) -> Bool { keyer.allowsPicture(at: now) }

  /// Whether the lamp shines in a picture that is drawn now.
  mutating func isLit(at now: Moment) throws(TorchError) -> Bool {
    let isLit = try keyer.isLit(at: now)
    let time = keyer.time(at: now)
    while sending.number < keying.characters.count, keying.characters[sending.number].range.lowerBound <= time
    {
      sending.secondsLeft = keying.duration - keying.characters[sending.number].range.lowerBound
      sending.number += 1
    }
    return isLit
  }

  /// A picture has just been shown.
  mutating func noteShown() { keyer.noteShown(at: .now) }
}
