import Foundation
import Graphics
import Localization
import Testing
import Typesetting

@testable import Interface

@Suite("Every state of a scene is drawn at every size")
struct GalleryTests {
  private static let sizes =
    Album.sizes + [.init(200, 150), .init(480, 800, scale: 1.25)]
    + (Album.folder == nil
      ? []
      : [
        .init(320, 240), .init(1280, 800, scale: 2), .init(1024, 600, scale: 1.25),
        .init(3840, 2160, scale: 3),
      ])

  @Test("a state is drawn in both scenes, at every size", arguments: Gallery.states.map(\.name))
  func state(_ name: String) throws {
    let snapshot = Gallery.snapshot(name)
    let context = try OffscreenContext().context
    let stage = try Stage(context)
    for size in Self.sizes {
      for scene in [Stage.Scene.desktop, .kiosk] {
        var view = Stage.View(scene, width: size.width, height: size.height, scale: size.scale)
        view.choices = Choices(alphabets: ["auto", "latin"], alphabet: "auto")
        let picture = try stage.picture(of: snapshot, as: view, preview: Gallery.harbour(context))
        #expect(picture.width == size.width && picture.height == size.height)
        #expect(picture.pixels.contains { $0 > 150 })
        try Album.keep(picture, "\(name)-\(scene)-\(size.name)")
      }
    }
  }

  @Test(
    "the demo has a mark in every scene, at every size, also after its end"
  )
  func demo() throws {
    let context = try OffscreenContext().context
    let stage = try Stage(context)
    var (demo, recording) = (Gallery.snapshot("demo"), Gallery.snapshot("demo"))
    func isSaid() throws -> Bool {
      guard var info = recording.source.info else { return false }
      info.isSimulated = false
      recording.source = recording.source.hasEnded ? .ended(info) : .streaming(info)
      for size in Self.sizes {
        for scene in [Stage.Scene.desktop, .kiosk, .tuning(Tuning(folder: "Shaders"))] {
          let view = Stage.View(scene, width: size.width, height: size.height, scale: size.scale)
          let pictures = try [demo, recording].map {
            try stage.picture(of: $0, as: view, preview: Gallery.harbour(context))
          }
          if pictures[0] == pictures[1] { return false }
        }
      }
      return true
    }
    #expect(try isSaid())
    if let info = demo.source.info { demo.source = .ended(info) }
    recording.source = demo.source
    #expect(try isSaid())
  }

  @Test("every language and theme is drawn, and differs from the others")
  func looks() throws {
    let context = try OffscreenContext().context
    let stage = try Stage(context)
    for (scene, state) in [
      (Stage.Scene.desktop, "unreadable"), (.desktop, "paused"), (.kiosk, "empty"), (.kiosk, "failed"),
    ] {
      var seen: [Bitmap] = []
      for language in Language.allCases {
        for (name, theme) in Theme.all {
          var view = Stage.View(scene, width: 1280, height: 800)
          (view.language, view.theme) = (language, theme)
          view.choices = Choices(alphabets: ["auto", "latin"], alphabet: "latin")
          let picture = try stage.picture(
            of: Gallery.snapshot(state), as: view, preview: Gallery.harbour(context))
          #expect(!seen.contains(picture), "\(state) \(language) \(name)")
          seen.append(picture)
          try Album.keep(picture, "\(state)-\(scene)-\(language.rawValue)-\(name)")
        }
      }
    }
  }

  @Test("help is drawn at every size")
  func help() throws {
    let context = try OffscreenContext().context
    let stage = try Stage(context)
    for size in Self.sizes {
      var view = Stage.View(.desktop, width: size.width, height: size.height, scale: size.scale)
      let plain = try stage.picture(
        of: Gallery.snapshot("reading"), as: view, preview: Gallery.harbour(context))
      view.showsHelp = true
      view.language = .german
      let picture = try stage.picture(
        of: Gallery.snapshot("reading"), as: view, preview: Gallery.harbour(context))
      #expect(picture != plain)
      try Album.keep(picture, "help-desktop-\(size.name)")
    }
  }

  @Test("every state of tuning is drawn at every size", arguments: Gallery.tunings.map(\.name))
  func tuning(_ name: String) throws {
    let context = try OffscreenContext().context
    let stage = try Stage(context)
    let tuning = Gallery.tunings.first { $0.name == name }!.tuning
    for size in Self.sizes {
      let view = Stage.View(.tuning(tuning), width: size.width, height: size.height, scale: size.scale)
      let picture = try stage.picture(
        of: Gallery.snapshot("frozen"), as: view, preview: Gallery.harbour(context))
      #expect(picture.pixels.contains { $0 > 150 })
      try Album.keep(picture, "tuning-\(name)-\(size.name)")
    }
  }
}
