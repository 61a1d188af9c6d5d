import Filming
import Foundation
import Morse
import Testing

@testable import evaluation

@Suite("The bound: a reader that knows the sender's timing")
struct BoundTests {
  @Test(
    "the evidence is the sum of the log likelihood ratios of all frames, with the lamp against without it",
    arguments: 1...4)
  func evidence(seed: Int) throws {
    let unit = 0.05
    let keying = try Encoder(timing: .itu(wordsPerMinute: 1.2 / unit)).encode("ST")
    let film = FilmedLight(camera: .init(exposure: 0.8, contrastToNoise: 4)).play(keying, seed: seed)
    let tick = unit / 15
    let evidence = SegmentEvidence(film, tick: tick)
    // Lit for dots and a dash, and dark for less than an exposure: all on ticks, at any phase of the frames.
    let edges = [300 + seed, 315 + seed, 319 + seed, 334 + seed, 349 + seed, 394 + seed]
    var found = evidence.first(at: edges[0])
    for (index, end) in edges.enumerated().dropFirst() {
      found += evidence.segment(lit: index % 2 == 1, from: edges[index - 1], to: end)
    }
    var summed = 0.0
    for frame in film.frames {
      let lit = stride(from: 0, to: edges.count, by: 2).reduce(0.0) { sum, index in
        let on = max(Double(edges[index]) * tick, frame.start)
        let off = min(Double(edges[index + 1]) * tick, frame.start + frame.exposure)
        return sum + max(0, off - on) / frame.exposure
      }
      let rounding = frame.step * min(0.25 * tick / frame.exposure, 0.2)
      let variance = film.noise * film.noise + rounding * rounding + 1e-4 * frame.step * frame.step
      let asDark = frame.level - frame.dark
      let asLit = asDark - frame.step * lit
      summed += (asDark * asDark - asLit * asLit) / (2 * variance)
    }
    #expect(abs(found - summed) < 1e-6 * abs(summed))
  }

  struct Sender: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var timing: Timing
    var scene = FilmedLight()
  }

  @Test(
    "the message is found in a film with little noise, for any kind of sender",
    arguments: [
      Sender(
        testDescription: "fast", timing: .itu(wordsPerMinute: 30),
        scene: FilmedLight(camera: .init(exposure: 0.95))),
      Sender(testDescription: "spaced", timing: .farnsworth(character: 18, overall: 12)),
      Sender(
        testDescription: "uneven", timing: .itu(wordsPerMinute: 15),
        scene: FilmedLight(sender: .init(jitter: 0.05))),
      Sender(
        testDescription: "bloomed", timing: .itu(wordsPerMinute: 15),
        scene: FilmedLight(sender: .init(bloom: 0.02))),
      Sender(
        testDescription: "changing", timing: .itu(wordsPerMinute: 12),
        scene: FilmedLight(sender: .init(speedFactor: { time, duration in time < duration / 2 ? 1 : 2 }))),
      Sender(
        testDescription: "fading and faint", timing: .itu(wordsPerMinute: 12),
        scene: FilmedLight(
          surroundings: .init(lamp: { time, duration in 1 - 0.7 * time / duration }),
          camera: .init(contrastToNoise: 12))),
    ])
  func finds(_ sender: Sender) throws {
    let keying = try Encoder(timing: sender.timing).encode("CQ 73.")
    let film = sender.scene.play(keying, seed: 1)
    let sending = Sending(timing: sender.timing, sender: sender.scene.sender, keying: keying)
    #expect(MostProbableText(film, sending).text == "CQ 73.")
  }

  @Test("noise alone gives at most one character")
  func nothing() throws {
    let timing = Timing.itu(wordsPerMinute: 10)
    let film = FilmedLight(camera: .init(contrastToNoise: 20)).play(
      Keying(marks: [], characters: []), seed: 1)
    let sending = Sending(
      timing: timing, sender: .init(), keying: Keying(marks: [], characters: []))
    // The reader assumes that there is a message. The shortest one is a character.
    #expect(MostProbableText(film, sending).text.count <= 1)
  }
}
