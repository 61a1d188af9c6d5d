import Filming
import Frames
import Testing

@testable import Morse

@Suite("Frames that repeat the frame before")
struct CopiedFramesTests {
  @Test("a message is read although two frames repeat the one in which a mark began", arguments: 1...32)
  func film(seed: Int) throws {
    let text = "BASE DE UNIT 6"
    let film = FilmedLight(camera: .init(exposure: 0.5, contrastToNoise: 40)).play(
      try Encoder(timing: .itu(wordsPerMinute: 10)).encode(text), seed: seed)
    var samples = film.samples
    let levels = samples.map(\.level)
    let (dark, bright) = (levels.min()!, levels.max()!)
    func share(_ index: Int) -> Double { (levels[index] - dark) / (bright - dark) }
    // Only the beginnings of marks that are still lit after the copies.
    let beginnings = levels.indices.dropLast(3).filter {
      (0.25..<0.6).contains(share($0)) && share($0 + 3) > 0.8
    }
    var random = SeededRandom(seed: seed)
    for index in beginnings.shuffled(using: &random).prefix(2) {
      // A codec changes a frame slightly when it repeats it.
      for copy in index + 1...index + 2 {
        samples[copy].level = levels[index] + 0.01 * (bright - dark) * random.normal()
      }
    }
    #expect(read(samples).text == text + " ")
  }

  @Test("frames that repeat the partial level of an edge are copies")
  func edge() {
    let levels = [0, 0, 0, 0, 3, 3.1, 3.2, 10, 10, 10, 10.0]
    #expect(copies(in: levels) == [5, 6])
    #expect(copies(in: levels.reversed()) == [5, 6])
  }

  @Test(
    "lag, a steady level between dark and bright, noise and a faint mark do not count as copies",
    arguments: [
      [0, 0, 0, 5, 7.5, 8.7, 9.4, 9.7, 10, 10, 10],
      [0, 0, 0, 3, 3, 3, 3, 10, 10, 10],
      [0, 0, 0, 0.3, 0.3, 0.8, 0.8, 0.8, 0.8],
      [0, 0, 0, 3, 3, 3, 0, 0, 0],
    ])
  func others(levels: [Double]) {
    #expect(copies(in: levels).isEmpty)
  }

  private func copies(in levels: [Double]) -> [Int] {
    levels.indices.filter { CopiedFrames.isCopy(levels, at: $0, noise: 0.1) }
  }
}
