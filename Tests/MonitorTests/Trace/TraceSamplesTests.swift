import Capture
import Filming
import Frames
import Morse
import Testing

@testable import Monitor

@Suite("Trace samples")
struct TraceSamplesTests {
  private func samples(_ values: [LumaTrace.Value], exposure: Double? = nil) -> [LightSample] {
    var trace = TraceSamples(exposure: exposure)
    var samples = values.compactMap { trace.take($0) }
    if let last = trace.finish() { samples.append(last) }
    return samples
  }

  private func film(_ camera: FilmedLight.Camera, wordsPerMinute: Double = 12, seed: Int = 1) throws -> Film {
    var random = SeededRandom(seed: seed)
    let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(
      randomMessage(words: 12, using: &random))
    return FilmedLight(camera: camera).play(keying, seed: seed)
  }

  private func values(_ film: Film) -> [LumaTrace.Value] {
    film.frames.map { .init(seconds: $0.start, luma: $0.level) }
  }

  @Test("every value becomes a sample with its time and level")
  func levels() throws {
    let film = try film(.init(contrastToNoise: 10))
    let samples = samples(values(film))
    #expect(samples.map(\.start) == film.frames.map(\.start))
    #expect(samples.map(\.level) == film.frames.map(\.level))
  }

  @Test("values with the same time become one sample with their mean")
  func sameTime() {
    let values: [LumaTrace.Value] = [
      .init(seconds: 0, luma: 1), .init(seconds: 1, luma: 2), .init(seconds: 1, luma: 4),
      .init(seconds: 2, luma: 5),
    ]
    #expect(samples(values).map(\.level) == [1, 3, 5])
  }

  @Test("a given exposure is used, and ends at the latest when the next one begins")
  func told() {
    let values = [0, 1.0, 1.5, 2.5].map { LumaTrace.Value(seconds: $0, luma: 1) }
    #expect(samples(values, exposure: 0.75).map(\.exposure) == [0.75, 0.5, 0.75, 0.75])
  }

  @Test("the exposure is estimated from the levels", arguments: [0.4, 0.5, 0.95])
  func exposure(share: Double) throws {
    for contrastToNoise in [Double.infinity, 20] {
      for speed in [5.0, 11, 20] {
        let film = try film(
          .init(exposure: share, contrastToNoise: contrastToNoise), wordsPerMinute: speed)
        let found = try #require(samples(values(film)).last).exposure / film.frameTime
        #expect(abs(found - share) < 0.2)
      }
    }
  }

  @Test("the noise is estimated", arguments: [5.0, 12, 20])
  func noise(wordsPerMinute: Double) throws {
    let film = try film(.init(contrastToNoise: 10), wordsPerMinute: wordsPerMinute)
    let found = try #require(samples(values(film)).last).noise
    #expect(abs(found / film.noise - 1) < 0.3)
  }

  @Test("copies of a frozen camera are detected; levels that are equal by chance are not copies")
  func copies() throws {
    let frozen = try film(.init(contrastToNoise: 10, frozen: 0.05))
    let copies = samples(values(frozen)).map { !$0.isInformative }
    let truth = frozen.frames.map(\.isCopy)
    #expect(zip(copies, truth).allSatisfy { !$0 || $1 })
    #expect(zip(copies, truth).dropFirst(300).allSatisfy { $0 == $1 })
    for camera in [FilmedLight.Camera(), .init(contrastToNoise: 10, quantum: 2), .init(step: 3, quantum: 1)] {
      let film = try film(camera)
      #expect(samples(values(film)).count { !$0.isInformative } == 0)
    }
  }
}
