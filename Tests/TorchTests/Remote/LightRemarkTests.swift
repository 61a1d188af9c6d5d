import Testing

@testable import Torch

@Suite("Light remarks")
struct LightRemarkTests {
  private func remarks(_ pieces: String...) -> [LightRemark] {
    var stream = RemarkStream()
    return pieces.flatMap { stream.remarks(adding: $0.utf8) }
  }

  @Test(
    "remarks of a server are read from any pieces of the stream",
    arguments: [.welcome, .inUse(by: "192.0.2.7"), .inUse(by: "2001:db8::7"), .yourTurn, .isProtected]
      as [LightRemark])
  func roundTrip(_ remark: LightRemark) {
    let line = remark.line
    #expect(remarks(line + line) == [remark, remark])
    for place in line.indices {
      #expect(remarks(String(line[..<place]), String(line[place...])) == [remark])
    }
  }

  @Test("other text is no remark, and endless lines are not stored")
  func others() {
    let long = String(repeating: "aldis: in use by ", count: 1000)
    #expect(remarks("HTTP/1.1 400 Bad Request\r\n\r\n", long, "\n", "\n", "aldis: welcome") == [])
    #expect(remarks(long, "\naldis: your turn\n") == [.yourTurn])
  }
}
