import Frames
import Interface
import Morse
import Torch

/// A message that the window's own lamp sends. The window's thread keys it, picture by picture.
struct WindowLampMessage {
  private let keying: Keying
  private var keyer: RefreshKeyer
  /// The progress.
  private(set) var sending: Compose.Sending

  /// Seconds of darkness before the message, in which the times of the display's refreshes are measured.
  private static let leadIn = 0.3

  /// - Parameters:
  ///   - commands: The times at which the lamp is switched, so that the light shows `keying`.
  ///   - refreshRate: Refresh rate of the display with the window.
  init(_ keying: Keying, commands: Keying, refreshRate: Double) {
    self.keying = keying
    keyer = RefreshKeyer(commands, rate: refreshRate, start: .now + Self.leadIn)
    sending = .init(keying)
  }

  /// The start of the lamp's commands.
  var start: Timestamp { keyer.start }

  var isOver: Bool { keyer.isOver }

  /// Whether pictures are needed even if they show nothing new.
  var wantsPictures: Bool { keyer.wantsPictures }

  /// Seconds until the next picture is needed.
  func secondsToNextPicture(at now: Timestamp) -> Double { max(0, keyer.nextCall(at: now) - now) }

  /// Whether another picture can be drawn now without delaying the lamp's next one.
  func allowsPicture(at now: Timestamp) -> Bool { keyer.allowsPicture(at: now) }

  /// Whether the lamp is on in a picture that is drawn now.
  mutating func isLit(at now: Timestamp) throws(TorchError) -> Bool {
    let isLit = try keyer.isLit(at: now)
    let time = keyer.time(at: now)
    while sending.number < keying.characters.count, keying.characters[sending.number].range.lowerBound <= time
    {
      sending.secondsLeft = keying.duration - keying.characters[sending.number].range.lowerBound
      sending.number += 1
    }
    return isLit
  }

  /// Notes that a picture has just been shown.
  mutating func noteShown() { keyer.noteShown(at: .now) }
}
