import Capture
import Frames
import Graphics
import Testing

@testable import Interface

/// A picture of 640 x 480 shown at twice its size.
@Suite("The pointer on the picture")
struct PicturePointerTests {
  private var hand = PicturePointer()
  private let shown = Rect(x: 100, y: 50, width: 1280, height: 960)
  private var now = ContinuousClock.now

  private mutating func take(_ event: WindowEvent, _ x: Double, _ y: Double) -> Command? {
    let info = SourceInfo(
      name: "", format: FrameFormat(.grey, width: 640, height: 480), nominalRate: nil, isLive: true)
    let map = PictureMap(info, shown: shown, zoom: hand.zoom)
    return hand.take(event, at: Point(x, y), shown: shown, map, now: now)
  }

  private mutating func drag(
    _ from: Point, _ to: Point, _ modifiers: WindowEvent.Modifiers = []
  ) -> Command? {
    let pressed = take(.button(.left, .down, modifiers), from.x, from.y)
    let moved = take(.pointer(x: to.x, y: to.y), to.x, to.y)
    return pressed ?? moved ?? take(.button(.left, .up, modifiers), to.x, to.y)
  }

  @Test("a drag in any direction marks a part, limited to the picture")
  mutating func mark() {
    let area = PictureArea(x: 50, y: 100, width: 100, height: 50)
    #expect(drag(Point(200, 250), Point(400, 350)) == .watchRegion(area))
    #expect(drag(Point(400, 350), Point(200, 250)) == .watchRegion(area))
    #expect(
      drag(Point(1300, 900), Point(1900, 1700))
        == .watchRegion(PictureArea(x: 600, y: 425, width: 40, height: 55)))
    // This drag begins beside the picture, and the next one is too narrow.
    #expect(drag(Point(20, 250), Point(400, 350)) == nil)
    #expect(drag(Point(200, 250), Point(205, 350)) == nil)
    #expect(hand.zoom == Zoom())
  }

  @Test("a drag moves a zoomed picture; with Shift it marks a part")
  mutating func move() {
    for _ in 0..<4 { #expect(take(.scroll(x: 0, y: 1), 740, 530) == nil) }
    let before = hand.zoom.middle
    #expect(drag(Point(740, 530), Point(740 + 128, 530)) == nil)
    // A tenth of the shown part, to the left.
    #expect(abs(before.x - hand.zoom.middle.x - 0.1 / hand.zoom.factor) < 1e-9)
    guard case .watchRegion(let area?) = drag(Point(200, 250), Point(400, 350), .shift) else {
      Issue.record("nothing was marked")
      return
    }
    #expect(abs(area.width - 100 / hand.zoom.factor) < 1e-9)
  }

  @Test("a double click ends the zoom, the next one removes the marked part; two slow clicks do nothing")
  mutating func doubleClick() {
    _ = take(.scroll(x: 0, y: 3), 740, 530)
    #expect(drag(Point(300, 300), Point(300, 300)) == nil)
    now += .milliseconds(200)
    #expect(drag(Point(301, 300), Point(301, 300)) == nil)
    #expect(!hand.zoom.isZoomed)
    now += .milliseconds(200)
    #expect(drag(Point(300, 300), Point(300, 300)) == nil)
    now += .milliseconds(200)
    #expect(drag(Point(300, 300), Point(300, 300)) == .watchRegion(nil))
    now += .seconds(1)
    #expect(drag(Point(300, 300), Point(300, 300)) == nil)
    now += .seconds(1)
    #expect(drag(Point(300, 300), Point(300, 300)) == nil)
  }

  @Test("the wheel does nothing beside the picture")
  mutating func wheel() {
    #expect(take(.scroll(x: 0, y: 1), 20, 20) == nil)
    #expect(hand.zoom == Zoom())
  }
}
