import Frames
import Monitor
import Typesetting

/// Transcripts as text to be set: what was read with doubt is dimmer, what may still change has the lamp's colour. Kept
/// until the transcript changes.
final class TranscriptText {
  /// Characters and gaps that are ever shown; more than a large screen holds at reading size.
  static let limit = 2000
  private static let mostKept = 64

  /// Colours are of it.
  var theme = Theme.dark {
    didSet { if theme != oldValue { kept = [:] } }
  }

  private struct Key: Hashable {
    var torch: TorchID
    var form: Form
  }

  private var kept: [Key: (transcript: Transcript, text: AttributedText)] = [:]

  /// How a transcript is written.
  enum Form: Hashable {
    case signs
    /// Code words in place of all signs but those of ASCII: for scripts that no font has.
    case codeWords
  }

  func text(_ transcript: Transcript, _ form: Form = .signs) -> AttributedText {
    let key = Key(torch: transcript.torch, form: form)
    // Unchanged transcripts share their storage, and then comparing them costs nothing.
    if let kept = kept[key], kept.transcript == transcript { return kept.text }
    let text = Self.text(transcript, theme, form)
    // Torches come and go for months.
    if kept.count >= Self.mostKept { kept = [:] }
    kept[key] = (transcript, text)
    return text
  }

  /// What the text's passage was read from that begins so many bytes of UTF-8 before its end, or holds that byte.
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
        // What may still change has no code words yet.
        let codes = passage.characters.map { written($0.code) + " " }.joined()
        passage.text = isApart || codes.isEmpty ? codes : " " + codes
      }
      isApart = passage.text.isEmpty ? isApart : passage.text.hasSuffix(" ")
      return passage
    }
  }

  /// `·−` for `.-`.
  private static func written(_ code: String) -> String {
    String(code.map { $0 == "." ? "·" : "−" })
  }

  /// Letters take on the ink when they are final; until then some of the light that makes them is left in them.
  static func draftColor(_ torch: TorchID, _ theme: Theme = .dark) -> Color {
    theme.faintInk.mixed(with: theme.lane(torch), 0.6)
  }

  /// What Aldis sent itself is no news.
  static func ownColor(_ torch: TorchID, _ theme: Theme = .dark) -> Color {
    theme.faintInk.mixed(with: theme.lane(torch), 0.25)
  }

  /// Five steps from full to faint; the faintest can still be read.
  static func color(confidence: Double, _ theme: Theme = .dark) -> Color {
    let sure = confidence.isNaN ? 0 : min(max((confidence - 0.4) / 0.5, 0), 1)
    return theme.faintInk.mixed(with: theme.ink, (sure * 4).rounded() / 4)
  }
}
