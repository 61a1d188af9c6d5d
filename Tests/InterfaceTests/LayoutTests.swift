import Testing

@testable import Interface

@Suite("Layouts fit at every size")
struct LayoutTests {
  static let sizes: [Point] = [
    Point(200, 150), Point(150, 200), Point(320, 240), Point(240, 320), Point(300, 240), Point(480, 320),
    Point(384, 640), Point(600, 1000), Point(800, 480), Point(1024, 600), Point(1280, 800), Point(1920, 1080),
    Point(1778, 1000), Point(3840, 2160), Point(2560, 400), Point(400, 2000),
  ]
  static let aspects: [Double?] = [nil, 4.0 / 3, 16.0 / 9, 3.0 / 4, 9.0 / 16, 1, 2.39, 0.01, 100]

  @Test(
    "on the desktop all parts have room, do not overlap and stay in the window", arguments: sizes,
    [false, true])
  func desktop(_ size: Point, _ canSeek: Bool) {
    let window = Rect(x: 0, y: 0, width: size.x, height: size.y)
    for aspect in Self.aspects {
      let layout = DesktopLayout(size, aspect: aspect, canSeek: canSeek)
      let parts = [layout.well, layout.seek, layout.text, layout.scope, layout.controls, layout.status]
      for (index, part) in parts.enumerated() {
        #expect(window.contains(part), "\(part) in \(size)")
        for other in parts[(index + 1)...] { #expect(!part.overlaps(other), "\(part) \(other) in \(size)") }
      }
      #expect(layout.well.contains(layout.picture))
      #expect(layout.text.width >= 80 && layout.text.height >= 40, "\(layout.text) in \(size)")
      #expect(layout.picture.width >= 20 && layout.picture.height >= 20, "\(layout.picture) in \(size)")
      #expect(layout.scope.isEmpty == (layout.form == .small))
      #expect(layout.controls.isEmpty == (layout.form == .small))
      #expect(layout.form == .small ? layout.well.contains(layout.menu) : layout.menu.isEmpty)
      #expect(layout.seek.isEmpty == (layout.form == .small || !canSeek))
    }
  }

  @Test(
    "the form depends on the size of the window",
    arguments: [
      (Point(200, 150), DesktopLayout.Form.small), (Point(320, 240), .small), (Point(150, 600), .small),
      (Point(384, 640), .tall), (Point(600, 1000), .tall), (Point(480, 320), .wide), (Point(800, 480), .wide),
      (Point(3840, 2160), .wide),
    ])
  func form(_ size: Point, _ form: DesktopLayout.Form) {
    #expect(DesktopLayout(size, aspect: nil).form == form)
  }

  @Test("the picture keeps its aspect", arguments: [4.0 / 3, 16.0 / 9, 3.0 / 4, 1])
  func aspect(_ aspect: Double) {
    for size in Self.sizes {
      for picture in [
        DesktopLayout(size, aspect: aspect).picture, KioskLayout(size, aspect: aspect).picture,
      ] {
        #expect(abs(picture.width / picture.height - aspect) < 1e-9)
      }
    }
  }

  @Test("a 4:3 picture takes more than 43 % of a usual window")
  func pictureIsLarge() {
    let layout = DesktopLayout(Point(1280, 800), aspect: 4.0 / 3)
    #expect(layout.picture.width * layout.picture.height > 0.43 * 1280 * 800)
    #expect(layout.picture.x == 16 && layout.picture.y == 16)
    #expect(layout.text.right == 1280 - 16)
  }

  @Test("on a kiosk no parts overlap, except the lamp's halo", arguments: sizes)
  func kiosk(_ size: Point) {
    for aspect in Self.aspects {
      let layout = KioskLayout(size, aspect: aspect)
      let window = Rect(x: 0, y: 0, width: size.x, height: size.y)
      let parts = [layout.well, layout.state, layout.tape, layout.text]
      for (index, part) in parts.enumerated() {
        #expect(window.contains(part))
        for other in parts[(index + 1)...] { #expect(!part.overlaps(other), "\(part) \(other) in \(size)") }
      }
      #expect(!layout.lamp.inset(layout.lamp.width * (1 - Painter.glassShare) / 2).overlaps(layout.state))
      #expect(layout.text.height >= 3 * 1.164 * KioskLayout.lineSpacing * layout.readingSize - 1e-6)
    }
  }

  @Test("on usual screens the kiosk's letters are a fourteenth of its height or more")
  func kioskType() {
    // DejaVu's capitals are 0.73 em high. Seen from 3 m on a 7 inch display (86 mm high) that is 6 mm, 7 minutes of
    // arc: more than the 5 of normal sight.
    for size in [Point(800, 480), Point(1024, 600), Point(1280, 800), Point(1920, 1080)] {
      #expect(KioskLayout(size, aspect: 4.0 / 3).readingSize * 0.73 >= size.y / 14)
    }
  }

  @Test("the blinking lamp stays below 3 % of the screen (WCAG 2.2, 2.3.1)", arguments: sizes)
  func lampIsSmall(_ size: Point) {
    let lamp = KioskLayout(size, aspect: 4.0 / 3).lamp.width * Painter.glassShare
    #expect(lamp * lamp * Double.pi / 4 < 0.03 * size.x * size.y)
  }

  @Test(
    "the layout of a very large window is scaled in steps of a quarter",
    arguments: [
      (1280, 800, 1.0, 1.0), (1920, 1080, 1, 1), (3840, 2160, 1, 2), (3840, 2160, 2, 2), (3840, 2160, 3, 3),
      (2560, 1440, 1, 1.25), (200, 150, 1, 1), (800, 480, 0, 0.5), (800, 480, .nan, 1),
    ])
  func layoutScale(_ width: Int, _ height: Int, _ scale: Double, _ layoutScale: Double) {
    #expect(Stage.View(.desktop, width: width, height: height, scale: scale).layoutScale == layoutScale)
  }

  @Test(
    "the user's text scale changes the layout, within limits",
    arguments: [(1.0, 1.0), (1.5, 1.5), (9, 3), (.nan, 1), (0, 0.75)])
  func textScale(_ wanted: Double, _ scale: Double) {
    var view = Stage.View(.desktop, width: 1280, height: 800)
    view.textScale = wanted
    #expect(view.layoutScale == scale)
  }
}
