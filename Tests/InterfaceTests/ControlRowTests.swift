import Testing

@testable import Interface

@Suite("A row of controls")
struct ControlRowTests {
  @Test(
    "controls do not overlap and stay in the row; those without room are in the menu",
    arguments: [0.0, 20, 36, 60, 140, 200, 268, 300, 448, 600, 768, 900, 1248, 3800], [false, true])
  func fits(_ width: Double, _ includesSending: Bool) {
    let room = Rect(x: 16, y: 700, width: width, height: ControlRow.height)
    let row = ControlRow(in: room, includesSending: includesSending)
    let places = Array(row.places.values) + [row.more].compactMap(\.self)
    for (index, place) in places.enumerated() {
      #expect(room.contains(place), "\(place) in \(width)")
      for other in places[(index + 1)...] { #expect(!place.overlaps(other), "\(place) \(other) in \(width)") }
    }
    #expect(Set(row.places.keys).isDisjoint(with: row.hidden))
    #expect(row.places.count + row.hidden.count == ControlRow.Item.allCases.count - (includesSending ? 0 : 2))
    #expect(row.more == nil || !row.hidden.isEmpty)
    #expect(row.more != nil || row.hidden.isEmpty || width < 36)
  }

  @Test("a usual window shows all controls, a narrow one only the source")
  func priority() {
    let usual = Rect(x: 0, y: 0, width: 1248, height: 28)
    #expect(ControlRow(in: usual).hidden.isEmpty)
    #expect(ControlRow(in: usual).places[.exposure] != nil)
    let without = ControlRow(in: usual, without: [.exposure])
    #expect(without.places[.exposure] == nil && without.hidden.isEmpty && without.more == nil)
    let narrow = ControlRow(in: Rect(x: 0, y: 0, width: 200, height: 28))
    #expect(Array(narrow.places.keys) == [.source])
    #expect(narrow.more != nil)
  }
}
