import Graphics
import Shaders
import Testing
import Typesetting

@testable import Interface

@Suite("The painter draws marks exactly")
struct PainterTests {
  private let context: Context
  private let painter: Painter

  init() throws {
    context = try OffscreenContext().context
    painter = try Painter(context, ShaderLibrary())
  }

  /// The picture that `paint` draws on black.
  private func picture(
    _ width: Int, _ height: Int, scale: Double = 1, _ paint: (Painter) -> Void
  ) throws -> Bitmap {
    let target = try context.target(width: width, height: height)
    context.beginScenePass(into: target)
    context.clear(SIMD4(0, 0, 0, 1))
    painter.begin(width: width, height: height, scale: scale)
    paint(painter)
    try painter.finish()
    return Bitmap(target.picture())
  }

  @Test("a large text in a reused texture shows nothing of the former text")
  func growingText() throws {
    let font = TextBox.Font(family: "DejaVu Sans, sans-serif", size: 60)
    func draw(_ text: String, with painter: Painter) throws -> Bitmap {
      let target = try context.target(width: 640, height: 400)
      context.beginScenePass(into: target)
      painter.begin(width: 640, height: 400, scale: 1)
      painter.text(
        AttributedText(text, color: .white), font, in: Rect(x: 10, y: 10, width: 620, height: 380))
      try painter.finish()
      return Bitmap(target.picture())
    }
    let start = "QWERTZUIOPASDFGHJKLYXCV "
    for length in [6, 12, 3, 9, 2, 11, 8, 1] {
      let text = start + String("WHAT HATH GOD".prefix(length))
      #expect(try draw(text, with: painter) == draw(text, with: try Painter(context, ShaderLibrary())))
    }
    // The textures of this picture and of the last one, and one more if its size was different.
    #expect(painter.textures.count <= 4)
  }

  @Test("a rectangle fills exactly its pixels, from the top left, at every scale", arguments: [1.0, 2, 1.5])
  func rectangle(_ scale: Double) throws {
    let red = Color(0xFF0000)
    let picture = try picture(30, 30, scale: scale) {
      $0.fill(Rect(x: 2, y: 4, width: 6, height: 2), red)
    }
    for y in 0..<30 {
      for x in 0..<30 {
        let isInside =
          (2 * scale..<8 * scale).contains(Double(x)) && (4 * scale..<6 * scale).contains(Double(y))
        #expect(picture[x, y] == (isInside ? red : .black), "\(x) \(y)")
      }
    }
  }

  @Test("a rectangle between pixels is moved onto them")
  func snapping() throws {
    let picture = try picture(8, 8) { $0.fill(Rect(x: 1.4, y: 1.6, width: 3, height: 3), .white) }
    #expect(picture[1, 2] == .white && picture[3, 4] == .white)
    #expect(picture[0, 2] == .black && picture[4, 2] == .black && picture[1, 1] == .black)
  }

  @Test("a disc covers its area and has a smooth edge")
  func disc() throws {
    let picture = try picture(64, 64) { $0.disc(Point(32, 32), radius: 20, .white) }
    let covered = stride(from: 0, to: picture.pixels.count, by: 4).reduce(0.0) {
      $0 + Double(picture.pixels[$1]) / 255
    }
    #expect(abs(covered - .pi * 400) < 8)
    #expect(picture[32, 32] == .white)
    #expect((0..<64).contains { (1...254).contains(picture[$0, 20].red) })
  }

  @Test("a ring has a hole, a glow ends at its reach, and half opacity gives half the brightness")
  func ringAndGlow() throws {
    let ring = try picture(64, 64) { $0.disc(Point(32, 32), radius: 20, .white, line: 4) }
    #expect(ring[32, 32] == .black && ring[14, 32] == .white && ring[32, 50] == .white)
    let glow = try picture(64, 64) { $0.glow(Point(32, 32), radius: 4, reach: 20, .white) }
    #expect(glow[32, 32] == .white)
    #expect(glow[40, 32].red > glow[46, 32].red && glow[46, 32].red > 0)
    #expect(glow[57, 32] == .black)
    let half = try picture(8, 8) {
      $0.fill(Rect(x: 0, y: 0, width: 8, height: 8), .white.opacity(0.5))
    }
    #expect(abs(Int(half[4, 4].red) - 128) <= 1)
  }

  @Test("a sloping line has the given width")
  func line() throws {
    let picture = try picture(100, 100) { $0.line(Point(10, 20), Point(90, 80), width: 4, .white) }
    let covered = stride(from: 0, to: picture.pixels.count, by: 4).reduce(0.0) {
      $0 + Double(picture.pixels[$1]) / 255
    }
    // 100 long, 4 wide, and a round end of radius 2 at either side.
    #expect(abs(covered - (400 + .pi * 4)) < 6)
  }

  @Test("a quarter of a circle is drawn in the upper right quarter")
  func arc() throws {
    let picture = try picture(64, 64) { $0.arc(Point(32, 32), radius: 20, part: 0.25, width: 3, .white) }
    #expect(picture[46, 18].red > 200)
    #expect(picture[18, 18] == .black && picture[46, 46] == .black && picture[18, 46] == .black)
  }

  @Test("a pixel of text is a texel of its texture, in the colours of the text")
  func text() throws {
    let text = AttributedText("ALDIS", color: Color(0xFF8000))
    let font = Theme.font(20)
    let box = TextBox(text, width: 100, height: 30, font: font)
    let expected = try Typesetter().set(box)
    let picture = try picture(120, 40) { $0.text(text, font, in: Rect(x: 7, y: 3, width: 100, height: 30)) }
    for y in 0..<expected.bitmap.height {
      for x in 0..<expected.bitmap.width {
        var wanted = expected.bitmap[x, y]
        wanted.alpha = 255
        #expect(picture[7 + expected.ink.x + x, 3 + expected.ink.y + y] == wanted)
      }
    }
  }

  @Test("text is drawn at its alignment")
  func placement() throws {
    // The ink of a letter in a square from 10 to 90.
    func ink(
      _ alignment: TextBox.Alignment, _ vertical: Painter.VerticalAlignment
    ) throws -> (x: ClosedRange<Int>, y: ClosedRange<Int>) {
      let picture = try picture(100, 100) {
        $0.text(
          AttributedText("A", color: .white), Theme.font(10), in: Rect(x: 10, y: 10, width: 80, height: 80),
          alignment: alignment, vertical: vertical)
      }
      let columns = (0..<100).filter { x in (0..<100).contains { picture[x, $0].red > 0 } }
      let rows = (0..<100).filter { y in (0..<100).contains { picture[$0, y].red > 0 } }
      return try (
        #require(columns.first)...#require(columns.last), #require(rows.first)...#require(rows.last)
      )
    }
    // A line is 12 pixels high; its ink begins 2 below its top and ends 2 above its bottom.
    let top = try ink(.leading, .top)
    #expect((10...11).contains(top.x.lowerBound) && (11...13).contains(top.y.lowerBound))
    let middle = try ink(.center, .middle)
    #expect(abs(middle.x.lowerBound + middle.x.upperBound - 99) <= 2)
    #expect(abs(middle.y.lowerBound + middle.y.upperBound - 99) <= 4)
    let bottom = try ink(.trailing, .bottom)
    #expect((88...89).contains(bottom.x.upperBound) && (86...88).contains(bottom.y.upperBound))
  }

  @Test("marks and texts cover each other in the order of their calls")
  func order() throws {
    let picture = try picture(40, 40) {
      let all = Rect(x: 0, y: 0, width: 40, height: 40)
      $0.fill(all, Color(0xFF0000))
      $0.text(AttributedText("██", color: .white), Theme.font(16), in: all)
      $0.fill(Rect(x: 10, y: 10, width: 10, height: 10), Color(0x0000FF))
    }
    #expect(picture[15, 15] == Color(0x0000FF))
    #expect(picture[5, 8] == .white)
  }

  @Test("empty shapes, clear colours and invalid text draw nothing")
  func nothing() throws {
    let picture = try picture(10, 10) {
      $0.fill(Rect(x: 1, y: 1, width: 0, height: 5), .white)
      $0.disc(Point(5, 5), radius: 0, .white)
      $0.fill(Rect(x: 1, y: 1, width: 5, height: 5), .clear)
      $0.text(AttributedText("A", color: .white), Theme.font(.nan), in: Rect(x: 0, y: 0, width: 9, height: 9))
      $0.area(under: [], in: Rect(x: 0, y: 0, width: 0, height: 0), .white)
    }
    #expect(
      picture
        == Bitmap(
          width: 10, height: 10,
          pixels: [UInt8](repeating: 0, count: 400).enumerated().map { $0.offset % 4 == 3 ? 255 : 0 }))
  }
}
