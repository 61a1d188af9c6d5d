import Light
import Monitor
import Typesetting

/// Transcripts as text to be set: what was read with doubt is dimmer, what may still change has the lamp's colour. Kept
/// until the transcript changes.
final class TranscriptText {
  /// Characters and gaps that are ever shown; more than a large screen holds at reading size.
  static let limit = 2000

  /// Colours are of it.
  var theme = Theme.dark {
    didSet { if theme != oldValue { kept = [:] } }
  }

  private var kept: [TorchID: (transcript: Transcript, text: AttributedText)] = [:]

  func text(_ transcript: Transcript) -> AttributedText {
    // Unchanged transcripts share their storage, and then comparing them costs nothing.
    if let kept = kept[transcript.torch], kept.transcript == transcript { return kept.text }
    let text = Self.text(transcript, theme)
    kept[transcript.torch] = (transcript, text)
    return text
  }

  /// What the text's passage was read from that begins so many bytes of UTF-8 before its end, or holds that byte.
  static func characters(bytesToEnd: Int, of transcript: Transcript) -> [Transcript.Character] {
    var rest = bytesToEnd
    for passage in transcript.passages(last: limit).reversed() {
      rest -= passage.text.utf8.count
      if rest <= 0 { return passage.characters }
    }
    return []
  }

  static func text(_ transcript: Transcript, _ theme: Theme = .dark) -> AttributedText {
    var text = AttributedText()
    for passage in transcript.passages(last: limit) {
      let color =
        passage.confidence.map { Self.color(confidence: $0, theme) } ?? draftColor(transcript.torch, theme)
      text.append(passage.text, color: color)
    }
    return text
  }

  /// Letters take on the ink when they are final; until then some of the light that makes them is left in them.
  static func draftColor(_ torch: TorchID, _ theme: Theme = .dark) -> Color {
    theme.faintInk.mixed(with: theme.lane(torch), 0.6)
  }

  /// Five steps from full to faint; the faintest can still be read.
  static func color(confidence: Double, _ theme: Theme = .dark) -> Color {
    let sure = confidence.isNaN ? 0 : min(max((confidence - 0.4) / 0.5, 0), 1)
    return theme.faintInk.mixed(with: theme.ink, (sure * 4).rounded() / 4)
  }
}
