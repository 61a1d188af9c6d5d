import Testing

@testable import Interface

@Suite("Zoom")
struct ZoomTests {
  @Test(
    "the point under the pointer stays there while zooming in",
    arguments: [Point(0.5, 0.5), Point(0.1, 0.8), Point(0, 0), Point(1, 1), Point(0.37, 0.61)])
  func stays(_ place: Point) {
    var zoom = Zoom()
    func shown() -> Point { Point(zoom.part.x, zoom.part.y) + place / zoom.factor }
    for _ in 0..<5 {
      let before = shown()
      zoom.change(by: 1, at: place)
      #expect(abs(shown().x - before.x) < 1e-9 && abs(shown().y - before.y) < 1e-9)
    }
    #expect(abs(zoom.factor - 3.0517578125) < 1e-9)
  }

  @Test("zooming out ends at the whole picture, zooming in at 16 times")
  func ends() {
    var zoom = Zoom()
    zoom.change(by: -1, at: Point(0.2, 0.9))
    #expect(zoom == Zoom())
    zoom.change(by: 100, at: Point(0.2, 0.9))
    #expect(zoom.factor == 16)
    zoom.change(by: .nan, at: Point(0.2, 0.9))
    #expect(zoom.factor == 16)
    zoom.change(by: -100, at: Point(0.9, 0.1))
    #expect(zoom == Zoom())
  }

  @Test("fractions of a step from a touch pad add up to about one step")
  func touchPad() {
    var (whole, parts) = (Zoom(), Zoom())
    whole.change(by: 1, at: Point(0.5, 0.5))
    for _ in 0..<4 { parts.change(by: 0.25, at: Point(0.5, 0.5)) }
    #expect(abs(parts.factor / whole.factor - 1) < 0.03)
  }

  @Test("the shown part stays inside the picture")
  func inside() {
    var zoom = Zoom()
    zoom.change(by: 4, at: Point(0, 0))
    let all = Rect(x: 0, y: 0, width: 1, height: 1)
    for way in [Point(3, 0), Point(-9, 0), Point(0, 5), Point(0, -7)] {
      zoom.move(by: way)
      #expect(all.contains(zoom.part))
    }
  }
}
