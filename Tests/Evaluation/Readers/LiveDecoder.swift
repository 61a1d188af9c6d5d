import Frames
import Morse

/// Aldis' decoder as with a camera: it receives frame by frame and emits each character soon after its end.
struct LiveDecoder: Reader {
  var name: String { "Aldis live" }
  var absence: String? { nil }

  func read(_ takes: [Take], jobs: Int) async throws -> [String?] {
    try await takes.concurrentMap(jobs: jobs) { take in
      var decoder = Decoder()
      var text = ""
      func write(_ event: DecoderEvent) {
        switch event {
        case .character(let character): text += character.sign
        case .word: text += " "
        default: break
        }
      }
      for sample in take.film.samples { decoder.receive(sample, report: write) }
      decoder.finish(report: write)
      return text
    }
  }
}
