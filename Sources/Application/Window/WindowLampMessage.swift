import Frames
import Interface
import Morse
import Torch

/// A message that the window's own lamp sends. The window's thread keys it, picture by picture.
struct WindowLampMessage {
  private let keying: Keying
  var keyer: RefreshKeyer
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
}
