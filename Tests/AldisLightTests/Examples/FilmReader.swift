import AldisLight
import AldisMorse

/// Reads every lamp of a film.
struct FilmReader {
  /// The text of each lamp so far.
  private(set) var texts: [TorchID: String] = [:]
  private var reader = LightReader()
  private var decoders: [TorchID: Decoder] = [:]

  /// Reads the next picture.
  mutating func read(_ grid: LumaGrid) {
    var events: [LightEvent] = []
    reader.read(grid) { events.append($0) }
    decode(events)
  }

  /// Reads what is still undecided at the end of the film.
  mutating func finish() {
    var events: [LightEvent] = []
    reader.finish { events.append($0) }
    decode(events)
    for torch in decoders.keys.sorted() {
      var text = ""
      decoders[torch]?.finish { text += $0.text }
      texts[torch, default: ""] += text
    }
  }

  private mutating func decode(_ events: [LightEvent]) {
    for event in events {
      switch event {
      case .sample(let sample):
        var text = ""
        decoders[sample.torch, default: Decoder()].receive(sample) { text += $0.text }
        texts[sample.torch, default: ""] += text
      case .lost(let torch, .echo, _):
        decoders[torch] = nil
        texts[torch] = nil
      default:
        break
      }
    }
  }
}

extension DecoderEvent {
  /// What the event adds to a text.
  fileprivate var text: String {
    switch self {
    case .character(let character): character.sign
    case .word: " "
    default: ""
    }
  }
}
