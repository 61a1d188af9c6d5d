import Frames
import Monitor
import Morse
import Typesetting

/// Transcripts as attributed text: characters with low confidence are dimmer, the draft has the lamp's colour. Each text is
/// cached until its transcript changes.
final class TranscriptText {
  /// The most characters and gaps that are shown; more than a large screen holds.
  static let limit = 2000
  /// Limit of the cached texts.
  private static let cacheCapacity = 64

  /// The theme of the colours.
  var theme = Theme.dark {
    didSet { if theme != oldValue { cache = [:] } }
  }

  private struct Key: Hashable {
    var torch: TorchID
    var form: Form
  }

  private var cache: [Key: (transcript: Transcript, text: AttributedText)] = [:]

  /// The form of a transcript.
  enum Form: Hashable {
    case signs
    /// Code words instead of all signs except ASCII: for scripts without a font.
    case codeWords
  }

  func text(_ transcript: Transcript, _ form: Form = .signs) -> AttributedText {
    let key = Key(torch: transcript.torch, form: form)
    // Unchanged transcripts share their storage, so comparing them is cheap.
    if let cached = cache[key], cached.transcript == transcript { return cached.text }
    let text = Self.text(transcript, theme, form)
    // A program may run for months, with many torches.
    if cache.count >= Self.cacheCapacity { cache = [:] }
    cache[key] = (transcript, text)
    return text
  }

  /// The characters of the passage at a distance from the text's end, in bytes of UTF-8.
  static func characters(
    bytesToEnd: Int, of transcript: Transcript, _ form: Form = .signs
  ) -> [Transcript.Character] {
    var rest = bytesToEnd
    for passage in passages(of: transcript, form).reversed() {
      rest -= passage.text.utf8.count
      if rest <= 0 { return passage.characters }
    }
    return []
  }

  static func text(_ transcript: Transcript, _ theme: Theme = .dark, _ form: Form = .signs) -> AttributedText
  {
    var text = AttributedText()
    for passage in passages(of: transcript, form) {
      let color =
        passage.isOwn
        ? ownColor(transcript.torch, theme)
        : passage.confidence.map { Self.color(confidence: $0, theme) } ?? draftColor(transcript.torch, theme)
      text.append(passage.text, color: color)
    }
    return text
  }

  private static func passages(of transcript: Transcript, _ form: Form) -> [Transcript.Passage] {
    let passages = transcript.passages(last: limit)
    guard form == .codeWords else { return passages }
    var isApart = true
    return passages.map { passage in
      var passage = passage
      if passage.text.unicodeScalars.contains(where: { !$0.isASCII }) {
        // The draft has no code words yet.
        let codes = passage.characters.map { written($0.code) + " " }.joined()
        passage.text = isApart || codes.isEmpty ? codes : " " + codes
      }
      isApart = passage.text.isEmpty ? isApart : passage.text.hasSuffix(" ")
      return passage
    }
  }

  /// `·−` for `.-`.
  private static func written(_ code: CodeWord) -> String {
    String(code.elements.map { $0 == .dot ? "·" : "−" })
  }

  /// The colour of the draft: between the lamp's colour and the ink of final letters.
  static func draftColor(_ torch: TorchID, _ theme: Theme = .dark) -> Color {
    theme.faintInk.mixed(with: theme.lane(torch), 0.6)
  }

  /// The colour of text that this program has sent, which is dimmer.
  static func ownColor(_ torch: TorchID, _ theme: Theme = .dark) -> Color {
    theme.faintInk.mixed(with: theme.lane(torch), 0.25)
  }

  /// One of five steps from full to faint; the faintest is still legible.
  static func color(confidence: Double, _ theme: Theme = .dark) -> Color {
    let sure = confidence.isNaN ? 0 : min(max((confidence - 0.4) / 0.5, 0), 1)
    return theme.faintInk.mixed(with: theme.ink, (sure * 4).rounded() / 4)
  }
}
