import Graphics
import Shaders
import Testing

@testable import Interface

@Suite("The card of shader errors")
struct FaultCardTests {
  private let faults = (1...3).map { line in
    Tuning.Fault(
      file: "Shaders/preview.frag", line: line,
      message: String(repeating: "`nothing' is undeclared and so is everything else; ", count: 6),
      source: "  gl_FragColor = nothing;")
  }

  @Test(
    "the card stays inside its room at every size",
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

  @Test("the card is higher with more errors")
  func several() throws {
    let painter = try Painter(try OffscreenContext().context, ShaderLibrary())
    painter.begin(width: 800, height: 600, scale: 1)
    let room = Rect(x: 16, y: 16, width: 720, height: 500)
    let heights = (1...3).map {
      FaultCard(Array(faults.prefix($0)))?.paint(in: room, with: painter)?.height ?? 0
    }
    #expect(heights[1] > heights[0] && heights[2] > heights[1], "\(heights)")
  }

  @Test("the candidates of a call are joined with their error")
  func candidates() {
    func fault(_ line: Int?, _ message: String, file: String = "tile.frag") -> Tuning.Fault {
      Tuning.Fault(file: file, line: line, message: message, source: nil)
    }
    let call = "no matching function for call to `mix(vec2)'; candidates are:"
    let joined = FaultCard.joined([
      fault(4, call), fault(4, "float mix(float)"), fault(4, "vec2 mix(vec3)"), fault(7, "syntax error"),
      fault(7, "`a' undeclared"),
    ])
    #expect(
      joined.map(\.message) == [call + " float mix(float); vec2 mix(vec3)", "syntax error", "`a' undeclared"])
  }

  @Test("the card is not drawn without faults or without room")
  func nothing() throws {
    #expect(FaultCard([]).map { _ in true } == nil)
    let painter = try Painter(try OffscreenContext().context, ShaderLibrary())
    painter.begin(width: 100, height: 100, scale: 1)
    #expect(FaultCard(faults)?.paint(in: Rect(x: 0, y: 0, width: 70, height: 12), with: painter) == nil)
  }
}
