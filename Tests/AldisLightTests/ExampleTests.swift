import AldisLight
import AldisMorse
import Testing

@Suite("Examples of finding lamps")
struct ExampleTests {
  /// A film of two lamps at places of a noisy grey picture, 30 pictures a second: the grids of all pictures.
  private func film(_ messages: [String]) throws -> [LumaGrid] {
    let (width, height) = (160, 100)
    var random = SplitMix64(seed: 1)
    let keyings = try messages.map { try Encoder(timing: .itu(wordsPerMinute: 12)).encode($0) }
    let duration = 4 + (keyings.map(\.duration).max() ?? 0)
    return try stride(from: 0, to: duration, by: 1 / 30.0).map { seconds in
      var pixels = (0..<width * height).map { _ in UInt8.random(in: 56...64, using: &random) }
      for (lamp, keying) in keyings.enumerated()
      where keying.marks.contains(where: { $0.contains(seconds - 2) }) {
        for y in 40..<48 { for x in 40..<48 { pixels[y * width + x + 70 * lamp] = 220 } }
      }
      return try grid(of: pixels, width: width, at: seconds)
    }
  }

  @Test("every lamp of a film is read")
  func texts() throws {
    let messages = ["SOS DE ALDIS", "CQ CQ PARIS"]
    var reader = FilmReader()
    for grid in try film(messages) { reader.read(grid) }
    reader.finish()
    let texts = reader.texts.values.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(texts.sorted() == messages.sorted())
  }

  @Test("the sums of a picture are exact, also at its edges; a picture without pixels is refused")
  func pictures() throws {
    let pixels = (0..<17 * 18).map { UInt8($0 % 256) }
    let picture = try grid(of: pixels, width: 17, at: 3)
    #expect((picture.width, picture.height, picture.timestamp.seconds) == (17, 18, 3))
    let sum = pixels.reduce(0) { $0 + Int($1) }
    #expect(picture.tiles.reduce(0) { $0 + $1.sum } == sum)
    #expect(picture[1, 1].sum == Int(pixels[16 + 16 * 17]) + Int(pixels[16 + 17 * 17]))
    for (pixels, width) in [([], 2), ([1, 2], 0), ([1], 2), ([1], -99)] as [([UInt8], Int)] {
      #expect(throws: LumaGridError.size(width: width, height: 0)) {
        try grid(of: pixels, width: width, at: 0)
      }
    }
  }
}
