import Frames
import Glibc
import Graphics
import Localization
import Monitor
import Testing
import Typesetting

@testable import Interface

@Suite("Overlays are drawn at every size")
struct OverlayGalleryTests {
  private let context: Context
  private let stage: Stage

  init() throws {
    context = try OffscreenContext().context
    stage = try Stage(context)
  }

  /// Sizes with their languages: each language is drawn once.
  private static let sizes = Array(zip(Album.sizes, [Language.english, .polish, .german]))

  private func view(_ scene: Stage.Scene, _ size: Album.Size, _ language: Language) -> Stage.View {
    var view = Stage.View(scene, width: size.width, height: size.height)
    view.language = language
    view.choices = Choices(
      cameras: [
        .init(name: "HD Pro Webcam C920", path: "/dev/video0"),
        .init(
          name: "Scanner", path: "/dev/video7",
          obstacle: .notACamera("/dev/video7", reason: "it captures no pictures")),
      ],
      alphabets: ["auto", "latin", "international", "greek", "russian", "hebrew", "wabun"],
      alphabet: "latin", textPath: "aldis-2026-11-21.txt")
    view.choices.files = ["harbour/", "harbour at night.mp4", "tower.mov"]
    view.choices.canLockExposure = true
    view.compose = Compose(lamps: [.lamp, .wholeWindow, .other("led:red")])
    return view
  }

  private func picture(_ view: Stage.View, of state: String = "reading") throws -> Bitmap {
    try stage.picture(of: Gallery.snapshot(state), as: view, preview: Gallery.harbour(context))
  }

  @Test(
    "a popup with lists and entries is drawn",
    arguments: [DesktopControls.Popup.source, .alphabet, .save, .more])
  func popup(_ popup: DesktopControls.Popup) throws {
    for (size, language) in Self.sizes {
      // Larger windows have room for all controls, so they have no menu.
      guard popup != .more || size == Album.sizes[0] else { continue }
      let view = view(.desktop, size, language)
      let plain = try picture(view)
      stage.open(popup)
      let open = try picture(view)
      #expect(open != plain)
      try Album.keep(open, "popup-\(popup)-\(size.name)-\(language.rawValue)")
      _ = stage.takes(.key(.escape, .down, []), pointerScale: 1)
    }
  }

  @Test("a tip is drawn at its control")
  func tip() throws {
    for (size, language) in Self.sizes {
      let view = view(.desktop, size, language)
      let plain = try picture(view)
      let layout = DesktopLayout(
        Point(Double(size.width), Double(size.height)) / view.layoutScale, aspect: 4.0 / 3)
      let row = ControlRow(in: layout.controls, without: [])
      let place = try #require(row.places[.source] ?? row.more)
      let rest = Point(place.x + 8, place.center.y) * view.layoutScale
      _ = stage.takes(.pointer(x: rest.x, y: rest.y), pointerScale: 1)
      var tipped = try picture(view)
      while stage.controlsNeedFrame {
        usleep(20_000)
        tipped = try picture(view)
      }
      #expect(tipped != plain)
      try Album.keep(tipped, "tip-\(size.name)-\(language.rawValue)")
      _ = stage.takes(.pointer(x: 1, y: 1), pointerScale: 1)
    }
  }

  @Test("the card of the character under the pointer is drawn")
  func card() throws {
    for (size, language) in Self.sizes {
      var view = view(.desktop, size, language)
      let plain = try picture(view)
      let layout = DesktopLayout(
        Point(Double(size.width), Double(size.height)) / view.layoutScale, aspect: 4.0 / 3)
      // Searches for a character below the curve.
      var shown = plain
      for step in 1..<20 where shown == plain {
        let scope = layout.scope
        view.pointer =
          Point(scope.x + scope.width * Double(step) / 20, scope.bottom - 6) * view.layoutScale
        shown = try picture(view)
      }
      #expect(shown != plain)
      try Album.keep(shown, "card-\(size.name)-\(language.rawValue)")
    }
  }

  @Test("a part of the picture is drawn while it is being marked")
  func marking() throws {
    for (size, language) in Self.sizes {
      var view = view(.desktop, size, language)
      let plain = try picture(view)
      view.marked = PictureArea(x: 300, y: 120, width: 220, height: 180)
      let shown = try picture(view)
      #expect(shown != plain)
      try Album.keep(shown, "marking-\(size.name)-\(language.rawValue)")
    }
  }

  @Test("the ring of a long press on a kiosk is drawn")
  func press() throws {
    for (size, language) in Self.sizes {
      var view = view(.kiosk, size, language)
      let plain = try picture(view)
      view.press = .init(
        place: SIMD2(Double(size.width), Double(size.height)) * SIMD2(0.7, 0.4), progress: 0.6)
      let shown = try picture(view)
      #expect(shown != plain)
      try Album.keep(shown, "press-\(size.name)-\(language.rawValue)")
    }
  }

  @Test("tuning is drawn with help, and in the other themes")
  func tuning() throws {
    let tuning = try #require(Gallery.tunings.first { $0.name == "compared" }).tuning
    for (size, language) in Self.sizes {
      var view = view(.tuning(tuning), size, language)
      var seen = [try picture(view, of: "frozen")]
      for (name, theme) in Theme.all where name != view.theme.name {
        view.theme = theme
        seen.append(try picture(view, of: "frozen"))
        try Album.keep(seen.last!, "tuning-\(name)-\(size.name)-\(language.rawValue)")
      }
      view.showsHelp = true
      seen.append(try picture(view, of: "frozen"))
      try Album.keep(seen.last!, "tuning-help-\(size.name)-\(language.rawValue)")
      #expect(seen.indices.allSatisfy { !seen[..<$0].contains(seen[$0]) })
    }
  }
}
