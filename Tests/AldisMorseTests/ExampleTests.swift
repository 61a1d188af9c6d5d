import AldisMorse
import Testing

@Suite("Examples of reading and sending")
struct ExampleTests {
  /// A light of 130 above darkness of 100, 30 values a second, with two seconds of darkness before and after `times`.
  private func levels(_ times: [(seconds: Double, isOn: Bool)]) -> [(seconds: Double, level: Double)] {
    var random = SplitMix64(seed: 1)
    let end = (times.last?.seconds ?? 0) + 2
    return stride(from: -2, to: end, by: 1 / 30.0).map { seconds in
      let isOn = times.last { $0.seconds <= seconds + 0.01 }?.isOn ?? false
      return (seconds, (isOn ? 130 : 100) + .random(in: -2...2, using: &random))
    }
  }

  @Test("the text of a brightness table is read", arguments: ["SOS", "CQ DE ALDIS"])
  func table(_ message: String) throws {
    let rows = levels(try lampTimes(for: message)).map { "\($0.seconds),\($0.level)" }
    let table = "seconds,brightness\n" + rows.joined(separator: "\n") + "\n"
    #expect(text(ofTable: table).split(separator: " ").joined(separator: " ") == message)
  }

  @Test("the lamp goes on and off at the times of the International Code")
  func times() throws {
    let times = try lampTimes(for: "A")
    #expect(times.map { ($0.seconds * 10).rounded() / 10 } == [0, 0.1, 0.2, 0.5])
    #expect(times.map(\.isOn) == [true, false, true, false])
    #expect(throws: EncodingError.noCodeWord(["~"])) { try lampTimes(for: "~") }
  }

  @Test(
    "the alphabet of a light is identified",
    arguments: ["ВСЕ ЛЮДИ РОЖДАЮТСЯ СВОБОДНЫМИ И РАВНЫМИ В СВОЕМ ДОСТОИНСТВЕ", "HELLO FROM THE HARBOUR"])
  func alphabet(_ message: String) throws {
    var decoder = Decoder(.init(alphabet: .any, pace: .recording))
    var words = UnknownAlphabet()
    for (seconds, level) in levels(try lampTimes(for: message)) {
      decoder.receive(
        LightSample(torch: TorchID(0), start: seconds, exposure: 0.02, level: level, noise: 1)
      ) { words.note($0) }
    }
    decoder.finish { words.note($0) }
    #expect(words.text == message)
  }
}
