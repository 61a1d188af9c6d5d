import Localization
import Morse

extension Diagnosis {
  /// The finding with its figure, and the advice, for people. On one line, without a full stop.
  public var text: LocalizedText { "\(finding); \(advice)" }

  /// The text in English, as in the log of events.
  public var message: String { text.description }

  private var finding: LocalizedText {
    switch self {
    case .tooFast(let frames):
      "too fast for this camera: a dot lasts \(frames, decimals: 1) frames, and takes one at least"
    case .faint(let contrast):
      "too faint: the light stands \(contrast, decimals: 1) times above the noise, and takes about 2"
    case .clipped(let share):
      "overexposed: \(100 * share, decimals: 0) % of its pixels are white even while the lamp is off"
    case .flicker(let hertz, nil): "the light flickers \(hertz, decimals: 1) times a second in these frames"
    // Lamps flicker twice per period of the mains.
    case .flicker(let hertz, let flashes?):
      """
      the light flickers \(hertz, decimals: 1) times a second in these frames, \
      as lamps on \(flashes / 2, decimals: 0) Hz mains do
      """
    case .blinking(let period): "no Morse: the light only blinks, every \(period, decimals: 2) seconds"
    case .data(let bits):
      """
      no Morse: the light switches in equal steps, like data at \(bits, decimals: bits < 20 ? 1 : 0) bits a second
      """
    case .flashes(let count, let period):
      "no Morse: the light repeats groups of \(count) flashes, every \(period, decimals: 1) seconds"
    case .slow(let seconds):
      """
      no Morse: the light stays on and off for some \(seconds, decimals: 0) seconds, \
      like a traffic light or a room's lamp
      """
    case .irregular(let spread):
      """
      no Morse, or very uneven keying: durations vary by \(100 * spread, decimals: 0) %, and may by about 20 %
      """
    case .moving(let share):
      "the picture moves too much: \(100 * share, decimals: 0) % of its frames do not show the scene of the others"
    }
  }

  private var advice: LocalizedText {
    switch self {
    case .tooFast: "ask for slower sending, or film with more frames a second"
    case .faint: "move closer, zoom in, or hold off other light"
    case .clipped: "shorten the exposure"
    case .flicker(_, let flashes?): "expose for \(1 / flashes, decimals: 4) seconds or a multiple of it"
    case .flicker: "expose longer, or change the frame rate"
    case .blinking, .data, .flashes, .slow: "point the camera at a lamp that is keyed"
    case .irregular: "ask for dashes three times as long as dots"
    case .moving: "put the camera down, or hold it still"
    }
  }
}
