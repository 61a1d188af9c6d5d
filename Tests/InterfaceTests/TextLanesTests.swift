import Frames
import Monitor
import Morse
import Testing

@testable import Interface

@Suite("Lanes of text")
struct TextLanesTests {
  private let room = Rect(x: 800, y: 16, width: 400, height: 510)

  private func torch(_ index: Int) -> TorchView {
    TorchView(id: TorchID(index), x: 0, y: 0, radius: 1, isOn: true, glow: 1)
  }

  /// A snapshot with visible torches, and with torches that have text and the end of their text.
  private func snapshot(seen: [Int], said: [(torch: Int, end: Double)]) -> Snapshot {
    var snapshot = Snapshot(source: .opening(""), torches: seen.map(torch))
    snapshot.transcripts = said.map { torch, end in
      var transcript = Transcript(torch: TorchID(torch))
      transcript.append(
        .init(sign: "E", code: CodeWord(".")!, start: end - 1, end: end, confidence: 1, wordsPerMinute: 12))
      return transcript
    }
    return snapshot
  }

  private func letters(_ torches: [TorchID?]) -> String { torches.map { $0?.letter ?? "-" }.joined() }

  @Test(
    "visible torches have lanes first, then those with the newest text; lanes are in the order of letters")
  func choice() {
    let table: [(seen: [Int], said: [(torch: Int, end: Double)], shown: String, hidden: String)] = [
      ([], [], "-", ""),
      ([0], [], "A", ""),
      ([0, 2], [(1, 5)], "ABC", ""),
      // There is room for five lanes, or for four lanes and a line.
      (Array(0..<5), [], "ABCDE", ""),
      (Array(0..<16), [], "ABCD", "EFGHIJKLMNOP"),
      ([6], (0..<6).map { ($0, Double($0)) }, "DEFG", "ABC"),
      ([6], (0..<6).map { ($0, -Double($0)) }, "ABCG", "DEF"),
    ]
    for row in table {
      let lanes = TextLanes(of: snapshot(seen: row.seen, said: row.said), in: room, isSmall: false)
      #expect(letters(lanes.places.map(\.torch)) == row.shown)
      #expect(letters(lanes.hidden) == row.hidden)
      #expect(lanes.rest.isEmpty == row.hidden.isEmpty)
    }
  }

  @Test("the chosen torch has a lane, for any number of torches")
  func chosen() {
    var snapshot = snapshot(seen: Array(0..<16), said: [])
    snapshot.chosenTorch = TorchID(6)
    let lanes = TextLanes(of: snapshot, in: room, isSmall: false)
    #expect(letters(lanes.places.map(\.torch)) == "ABCG" && letters(lanes.hidden) == "DEFHIJKLMNOP")
  }

  @Test("a small window shows the number of hidden torches at the end of the last lane")
  func small() {
    let room = Rect(x: 4, y: 100, width: 192, height: 100)
    let some = TextLanes(of: snapshot(seen: [0, 1], said: []), in: room, isSmall: true)
    #expect(letters(some.places.map(\.torch)) == "AB" && some.rest.isEmpty)
    let more = TextLanes(of: snapshot(seen: [0, 1, 2, 3], said: []), in: room, isSmall: true)
    #expect(letters(more.places.map(\.torch)) == "AB" && letters(more.hidden) == "CD")
    #expect(more.rest.right == room.right && more.rest.y == more.places[1].rect.y)
    #expect(more.places[1].rect.right <= more.rest.x && more.places[0].rect.right == room.right)
    #expect(Wording().notShownBriefly(more.hidden) == "+2")
  }

  @Test("lanes do not overlap and stay in their room", arguments: [40.0, 88, 120, 500, 2000], [1, 5, 16])
  func places(_ height: Double, _ count: Int) {
    let room = Rect(x: 10, y: 20, width: 300, height: height)
    for isSmall in [false, true] {
      let lanes = TextLanes(of: snapshot(seen: Array(0..<count), said: []), in: room, isSmall: isSmall)
      #expect(lanes.places.count + lanes.hidden.count == count)
      let parts = lanes.places.map(\.rect) + [lanes.rest]
      for (index, part) in parts.enumerated() {
        #expect(room.contains(part), "\(part)")
        for other in parts[(index + 1)...] { #expect(!part.overlaps(other), "\(part) \(other)") }
      }
    }
  }
}
