import Graphics
import Shaders
import Testing

@testable import Interface

@Suite("A fault of a shader")
struct FaultCardTests {
  private let faults = (1...3).map { line in
    Tuning.Fault(
      file: "Shaders/preview.frag", line: line,
      message: String(repeating: "`nothing' is undeclared and so is everything else; ", count: 6),
      source: "  gl_FragColor = nothing;")
  }

  @Test(
    "stays in its room, and says less where there is less",
    arguments: [
      (168.0, 110.0), (100, 40), (300, 60), (468, 240), (720, 500), (3000, 2000),
    ])
  func room(_ width: Double, _ height: Double) throws {
    let painter = try Painter(try OffscreenContext().context, ShaderLibrary())
    painter.begin(width: 3100, height: 2100, scale: 1)
    let room = Rect(x: 16, y: 16, width: width, height: height)
    let card = try #require(FaultCard(faults)?.paint(in: room, with: painter))
    #expect(room.contains(card), "\(card)")
  }

  @Test("is not there without faults, nor without room")
  func nothing() throws {
    #expect(FaultCard([]).map { _ in true } == nil)
    let painter = try Painter(try OffscreenContext().context, ShaderLibrary())
    painter.begin(width: 100, height: 100, scale: 1)
    #expect(FaultCard(faults)?.paint(in: Rect(x: 0, y: 0, width: 70, height: 12), with: painter) == nil)
  }
}
