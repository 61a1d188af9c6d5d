import Foundation
import Testing

/// A film whose file is damaged in the middle.
@Suite("Damaged video")
struct DamagedVideoTests {
  /// Overwrites pictures of a Motion JPEG film between two times, in seconds at 30 pictures per second.
  private static let damage = """
    import sys
    film = bytearray(open("a.avi", "rb").read())
    starts = [at for at in range(len(film)) if film[at:at + 3] == b"\\xff\\xd8\\xff"]
    for index in range(int(30 * float(sys.argv[1])), int(30 * float(sys.argv[2]))):
        end = starts[index + 1] if index + 1 < len(starts) else len(film)
        film[starts[index]:starts[index] + 700] = bytes(min(700, end - starts[index]))
    open("b.avi", "wb").write(film)
    """

  private func decode(_ options: String = "") throws -> Program.Result {
    let program = Program()
    try Self.damage.write(
      to: program.folder.url.appendingPathComponent("damage.py"), atomically: true, encoding: .utf8)
    return try program.run(
      """
      aldis simulate 'CQ CQ DE ALDIS ALDIS K' --size 320x240 --fps 30 --wpm 15 --output a.y4m
      ffmpeg -v error -i a.y4m -c:v mjpeg -q:v 2 a.avi
      /usr/bin/python3 damage.py 8 9
      aldis decode b.avi \(options)
      """)
  }

  @Test("text from the time of damaged pictures stands in brackets, and a warning counts the lost pictures")
  func text() throws {
    let result = try decode()
    #expect(result.status == 0)
    #expect(result.output.contains("[") && result.output.hasPrefix("CQ C"))
    #expect(result.output.filter { $0 == "[" }.count < 8)
    #expect(
      result.errorLines == [
        "aldis: 30 pictures of b.avi are damaged or missing; text in [brackets] was sent meanwhile and may be wrong"
      ])
  }

  @Test("the monitor without a window marks the text and warns, as decode does")
  func monitor() throws {
    let result = try decode("; aldis monitor --headless b.avi")
    #expect(result.status == 0)
    let texts = result.output.split(separator: "\n")
    #expect(texts.count == 2 && texts.allSatisfy { $0.hasPrefix("CQ C") && $0.contains("[") }, "\(texts)")
    #expect(result.errorLines.count == 2 && result.errorLines.first == result.errorLines.last)
  }

  @Test("an undamaged film has no brackets and no warning, and events do not change")
  func events() throws {
    let result = try decode("--format jsonl; aldis decode a.avi")
    #expect(
      result.errorLines == [
        "aldis: 30 pictures of b.avi are damaged or missing; text sent meanwhile may be wrong"
      ])
    #expect(result.output.hasSuffix("\nCQ CQ DE ALDIS ALDIS K\n"))
    #expect(result.output.contains("\"event\":\"frames-lost\"") && !result.output.contains("["))
  }
}
