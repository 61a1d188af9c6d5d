import FoundationEssentials
import Glibc
import Morse

extension Diagnosis {
  /// The finding with its figure, and the advice, for people.
  public var message: String { (finding.map(\.text) + ["; ", advice.text]).joined() }

  /// The English words; `{}` is the place of a figure.
  public enum Words: String, CaseIterable, Sendable {
    case framesPerDot = "too fast for this camera: a dot lasts {} frames, and takes one at least"
    case contrastToNoise = "too faint: the light stands {} times above the noise, and takes about 2"
    case shareClipped = "overexposed: {} % of its pixels are white even while the lamp is off"
    case flickerFrequency = "the light flickers {} times a second in these frames"
    case likeMains = ", as lamps on {} Hz mains do"
    case blinkPeriod = "no Morse: the light only blinks, every {} seconds"
    case dataRate = "no Morse: the light switches in equal steps, like data at {} bits a second"
    case flashGroups = "no Morse: the light repeats groups of {} flashes"
    case groupPeriod = ", every {} seconds"
    case changePeriod =
      "no Morse: the light stays on and off for some {} seconds, like a traffic light or a room's lamp"
    case lengthsVary = "no Morse, or a very uneven hand: lengths stray by {} %, and may by about 20 %"

    case askForSlower = "ask for slower sending, or film with more frames a second"
    case moveCloser = "move closer, zoom in, or hold off other light"
    case shortenExposure = "shorten the exposure"
    case exposeFor = "expose for {} seconds or a multiple of it"
    case exposeLonger = "expose longer, or change the frame rate"
    case pointAtKeyed = "point the camera at a lamp that is keyed"
    case askForDashes = "ask for dashes three times as long as dots"
  }

  /// Words with their figure.
  public struct Sentence: Sendable {
    public var words: Words
    public var figure = 0.0
    public var decimals = 0

    fileprivate var text: String {
      words.rawValue.replacing("{}", with: figure.fixed(decimals: decimals))
    }
  }

  /// The finding, as parts of one text in their order.
  public var finding: [Sentence] {
    switch self {
    case .tooFast(let frames): [Sentence(words: .framesPerDot, figure: frames, decimals: 1)]
    case .faint(let contrast): [Sentence(words: .contrastToNoise, figure: contrast, decimals: 1)]
    case .clipped(let share): [Sentence(words: .shareClipped, figure: 100 * share)]
    case .flicker(let hertz, let mains):
      [Sentence(words: .flickerFrequency, figure: hertz, decimals: 1)]
        // Lamps flicker twice per period of the mains.
        + (mains.map { [Sentence(words: .likeMains, figure: $0 / 2)] } ?? [])
    case .blinking(let period): [Sentence(words: .blinkPeriod, figure: period, decimals: 2)]
    case .data(let bits): [Sentence(words: .dataRate, figure: bits, decimals: bits < 20 ? 1 : 0)]
    case .flashes(let count, let period):
      [
        Sentence(words: .flashGroups, figure: Double(count)),
        Sentence(words: .groupPeriod, figure: period, decimals: 1),
      ]
    case .slow(let seconds): [Sentence(words: .changePeriod, figure: seconds)]
    case .irregular(let spread): [Sentence(words: .lengthsVary, figure: 100 * spread)]
    }
  }

  /// The advice for the user.
  public var advice: Sentence {
    switch self {
    case .tooFast: Sentence(words: .askForSlower)
    case .faint: Sentence(words: .moveCloser)
    case .clipped: Sentence(words: .shortenExposure)
    case .flicker(_, let flashes?): Sentence(words: .exposeFor, figure: 1 / flashes, decimals: 4)
    case .flicker: Sentence(words: .exposeLonger)
    case .blinking, .data, .flashes, .slow: Sentence(words: .pointAtKeyed)
    case .irregular: Sentence(words: .askForDashes)
    }
  }
}
