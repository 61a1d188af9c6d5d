import Capture
import Frames
import Testing

@testable import Interface

@Suite("A torch is marked where it is seen")
struct PictureMapTests {
  @Test(
    "the corner of a 640 x 480 picture turns with it",
    arguments: [
      // Quarter turns clockwise, picture's place, where its top left corner and the pixel (640, 0) are shown.
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

  @Test("a picture held sideways is higher than wide")
  func aspect() {
    var info = Gallery.camera
    #expect(PictureMap.aspect(of: info) == 4.0 / 3)
    info.quarterTurns = 3
    #expect(PictureMap.aspect(of: info) == 3.0 / 4)
  }
}
