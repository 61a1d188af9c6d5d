import Capture
import Frames
import Testing

@testable import Interface

@Suite("Places of the picture in the window")
struct PictureMapTests {
  @Test(
    "the letters of the greatest number of torches are visible and do not overlap",
    arguments: [480.0, 800, 2160])
  func letters(_ height: Double) throws {
    let snapshot = Gallery.snapshot("crowd")
    let info = try #require(snapshot.source.info)
    let picture = DesktopLayout(Point(height * 1.6, height), aspect: PictureMap.aspect(of: info)).picture
    let map = PictureMap(info, shown: picture)
    let tags = snapshot.torches.compactMap { torch in
      Painter.frame(of: torch, map: map, picture: picture).map { Painter.tag(of: $0, picture: picture) }
    }
    #expect(tags.count == 16)
    for (index, tag) in tags.enumerated() {
      #expect(picture.contains(tag))
      for other in tags[(index + 1)...] { #expect(!tag.overlaps(other), "\(tag) \(other)") }
    }
  }

  @Test(
    "the corner of a 640 x 480 picture turns with it",
    arguments: [
      // Quarter turns clockwise, the picture's place, the places of its top left corner and of pixel (640, 0).
      (0, Rect(x: 10, y: 20, width: 320, height: 240), Point(10, 20), Point(330, 20)),
      (1, Rect(x: 10, y: 20, width: 240, height: 320), Point(250, 20), Point(250, 340)),
      (2, Rect(x: 10, y: 20, width: 320, height: 240), Point(330, 260), Point(10, 260)),
      (3, Rect(x: 10, y: 20, width: 240, height: 320), Point(10, 340), Point(10, 20)),
      (-1, Rect(x: 10, y: 20, width: 240, height: 320), Point(10, 340), Point(10, 20)),
      (5, Rect(x: 10, y: 20, width: 240, height: 320), Point(250, 20), Point(250, 340)),
    ])
  func corners(_ turns: Int, _ shown: Rect, _ topLeft: Point, _ topRight: Point) {
    var info = Gallery.camera
    info.quarterTurns = turns
    let map = PictureMap(info, shown: shown)
    #expect(map.point(x: 0, y: 0) == topLeft)
    #expect(map.point(x: 640, y: 0) == topRight)
    #expect(map.scale == 0.5)
  }

  @Test("a picture turned by a quarter has the inverse aspect")
  func aspect() {
    var info = Gallery.camera
    #expect(PictureMap.aspect(of: info) == 4.0 / 3)
    info.quarterTurns = 3
    #expect(PictureMap.aspect(of: info) == 3.0 / 4)
  }

  @Test("marks stay at their pixels, and a region at its place in the scene, while the camera moves")
  func motion() {
    let info = SourceInfo(
      name: "", format: FrameFormat(.grey, width: 640, height: 480), nominalRate: nil, isLive: true)
    let motion = SceneMotion(x: 30, y: -12, zoom: 40, roll: 25, hasMoved: true)
    let shown = Rect(x: 0, y: 0, width: 640, height: 480)
    let place = SIMD2(200.0, 300)
    let pixel = place + TilePlaces(motion, width: 640, height: 480).displacement(at: place)
    let region = PictureArea(x: place.x, y: place.y, width: 60, height: 40)
    for isSteady in [false, true] {
      let map = PictureMap(info, shown: shown, motion: motion, isSteady: isSteady)
      let expected = isSteady ? place : pixel
      let mark = map.point(x: pixel.x, y: pixel.y)
      #expect(abs(mark.x - expected.x) < 0.02 && abs(mark.y - expected.y) < 0.02, "\(mark)")
      let rect = map.rect(region)
      #expect(abs(rect.x - expected.x) < 0.02 && abs(rect.y - expected.y) < 0.02, "\(rect)")
      let back = map.area(Point(rect.x, rect.y), Point(rect.right, rect.bottom))
      #expect(abs(back.x - region.x) < 0.02 && abs(back.y - region.y) < 0.02, "\(back)")
      #expect(abs(back.width - region.width) < 0.1 && abs(back.height - region.height) < 0.1, "\(back)")
    }
  }

  @Test("a mosaic of a grid recording shows the scene held still")
  func mosaic() {
    var info = SourceInfo(
      name: "", format: FrameFormat(.grey, width: 640, height: 480), nominalRate: nil, isLive: false)
    info.isMosaic = true
    let map = PictureMap(
      info, shown: Rect(x: 0, y: 0, width: 640, height: 480),
      motion: SceneMotion(x: 30, y: -12, hasMoved: true))
    #expect(map.point(x: 230, y: 288) == Point(200, 300))
    #expect(
      map.rect(PictureArea(x: 200, y: 300, width: 60, height: 40))
        == Rect(x: 200, y: 300, width: 60, height: 40))
  }

  @Test("a point maps back to its pixel, and the zoomed part fills the picture's place", arguments: 0...3)
  func back(_ quarterTurns: Int) {
    let info = SourceInfo(
      name: "", format: FrameFormat(.grey, width: 640, height: 480), nominalRate: nil, isLive: true,
      quarterTurns: quarterTurns)
    var zoom = Zoom()
    let aspect = PictureMap.aspect(of: info)
    let shown = Rect(x: 30, y: 20, width: 300 * aspect, height: 300)
    #expect(PictureMap(info, shown: shown).part == nil)
    zoom.change(by: 3, at: Point(0.2, 0.7))
    let map = PictureMap(info, shown: shown, zoom: zoom)
    for pixel in [Point(0, 0), Point(600, 10), Point(123, 456)] {
      let back = map.area(map.point(x: pixel.x, y: pixel.y), map.point(x: 640, y: 480))
      #expect(abs(back.x - pixel.x) < 1e-9 && abs(back.y - pixel.y) < 1e-9)
    }
    let part = map.rect(map.part!)
    #expect(abs(part.x - 30) < 1e-6 && abs(part.y - 20) < 1e-6)
    #expect(abs(part.width - shown.width) < 1e-6 && abs(part.height - 300) < 1e-6)
  }
}
