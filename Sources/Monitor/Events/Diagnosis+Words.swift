import FoundationEssentials
import Glibc
import Morse

extension Diagnosis {
  /// For people: the finding with its figure, and the advice.
  public var message: String { (finding.map(\.text) + ["; ", advice.text]).joined() }

  /// The English words; `{}` is the place of a figure.
  public enum Words: String, CaseIterable, Sendable {
    case framesADot = "too fast for this camera: a dot lasts {} frames, and takes one at least"
    case aboveTheNoise = "too faint: the light stands {} times above the noise, and takes about 2"
    case shareClipped = "overexposed: {} % of its pixels are white even while the lamp is off"
    case swingsASecond = "the light flickers {} times a second in these frames"
    case likeMains = ", as lamps on {} Hz mains do"
    case blinksEvery = "no Morse: the light only blinks, every {} seconds"
    case dataAt = "no Morse: the light switches in equal steps, like data at {} bits a second"
    case groupsOf = "no Morse: the light repeats groups of {} flashes"
    case groupEvery = ", every {} seconds"
    case changesEvery =
      "no Morse: the light stays on and off for some {} seconds, like a traffic light or a room's lamp"
    case lengthsStray = "no Morse, or a very uneven hand: lengths stray by {} %, and may by about 20 %"

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

  /// What is wrong: parts of one text, in order.
  public var finding: [Sentence] {
    switch self {
    case .tooFast(let frames): [Sentence(words: .framesADot, figure: frames, decimals: 1)]
    case .faint(let contrast): [Sentence(words: .aboveTheNoise, figure: contrast, decimals: 1)]
    case .clipped(let share): [Sentence(words: .shareClipped, figure: 100 * share)]
    case .flicker(let hertz, let mains):
      [Sentence(words: .swingsASecond, figure: hertz, decimals: 1)]
        // Lamps flicker twice per period of the mains.
        + (mains.map { [Sentence(words: .likeMains, figure: $0 / 2)] } ?? [])
    case .blinking(let period): [Sentence(words: .blinksEvery, figure: period, decimals: 2)]
    case .data(let bits): [Sentence(words: .dataAt, figure: bits, decimals: bits < 20 ? 1 : 0)]
    case .flashes(let count, let period):
      [
        Sentence(words: .groupsOf, figure: Double(count)),
        Sentence(words: .groupEvery, figure: period, decimals: 1),
      ]
    case .slow(let seconds): [Sentence(words: .changesEvery, figure: seconds)]
    case .irregular(let spread): [Sentence(words: .lengthsStray, figure: 100 * spread)]
    }
  }

  /// What to try.
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
