import Capture
import Filming
import Morse
import Testing

@testable import Monitor

@Suite("Rounded traces")
struct RoundedTraceTests {
  private func text(_ film: Film) -> String {
    var receiver = TraceReceiver()
    var text = ""
    func note(_ event: MonitorEvent) {
      if case .character(_, let character) = event { text += character.sign }
    }
    for frame in film.frames { receiver.read(.init(seconds: frame.start, luma: frame.level), report: note) }
    receiver.finish(report: note)
    return text
  }

  @Test("a light that alternates between two levels by noise gives no text", arguments: [0.1, 0.2, 0.3, 1])
  func flips(noise: Double) {
    var scene = FilmedLight(
      surroundings: .init(ambient: { _, _ in 0.45 / 40 }),
      camera: .init(contrastToNoise: 40 / noise, quantum: 1))
    scene.sender.tail = 180
    for seed in 1...3 {
      #expect(text(scene.play(Keying(marks: [], characters: []), seed: seed)) == "")
    }
  }

  @Test("a lamp with few levels is read, with levels of 0 to 255 or 0 to 1", arguments: [1, 1 / 255.0])
  func lamp(scale: Double) throws {
    let scene = FilmedLight(camera: .init(contrastToNoise: 10, step: 4 * scale, quantum: scale))
    let keying = try Encoder(timing: .itu(wordsPerMinute: 12)).encode("CQ DE ALDIS")
    var film = scene.play(keying, seed: 1)
    for index in film.frames.indices { film.frames[index].level -= 100 - 100 * scale }
    #expect(text(film) == "CQDEALDIS")
  }

  @Test("the rounding of levels is detected")
  func quantum() {
    for (levels, size) in [
      ([100, 101, 103.0], 1), ([100, 100.5], 0.1), ([0, 1.0], 1 / 255.0), ([0.3, 70.123456], 0),
    ] {
      var quantum = TraceQuantum()
      for level in levels { quantum.take(level) }
      #expect(abs(quantum.size - size) < 1e-12)
    }
  }
}
