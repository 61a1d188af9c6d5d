import Foundation
import Graphics
import Testing
import Typesetting

@testable import Interface

@Suite("Every state is drawn at every size")
struct GalleryTests {
  typealias Size = (width: Int, height: Int, scale: Double)

  /// Set `ALDIS_GALLERY` to a folder to have the pictures there, to look at, in more sizes.
  private static let folder = ProcessInfo.processInfo.environment["ALDIS_GALLERY"]
  private static let sizes: [Size] =
    [(200, 150, 1), (800, 480, 1), (480, 800, 1.25)]
    + (folder == nil
      ? []
      : [(320, 240, 1), (1280, 800, 1), (1280, 800, 2), (1024, 600, 1.25), (3840, 2160, 1), (3840, 2160, 3)])

  @Test("a state is drawn in both scenes, at every size", arguments: Gallery.states.map(\.name))
  func state(_ name: String) throws {
    let snapshot = Gallery.snapshot(name)
    let context = try OffscreenContext().context
    let stage = try Stage(context)
    for size in Self.sizes {
      for scene in [Stage.Scene.desktop, .kiosk] {
        let view = Stage.View(scene, width: size.width, height: size.height, scale: size.scale)
        let picture = try stage.picture(of: snapshot, as: view, preview: Gallery.harbour(context))
        #expect(picture.width == size.width && picture.height == size.height)
        #expect(picture.pixels.contains { $0 > 150 })
        try save(picture, "\(name)-\(scene)-\(size.width)x\(size.height)@\(size.scale)")
      }
    }
  }

  @Test("every language and theme is drawn, and differs from the others")
  func looks() throws {
    let context = try OffscreenContext().context
    let stage = try Stage(context)
    for (scene, state) in [(Stage.Scene.desktop, "unreadable"), (.desktop, "paused"), (.kiosk, "empty")] {
      var seen: [Bitmap] = []
      for language in Language.allCases {
        for (name, theme) in Theme.all {
          var view = Stage.View(scene, width: 1280, height: 800)
          (view.language, view.theme) = (language, theme)
          let picture = try stage.picture(
            of: Gallery.snapshot(state), as: view, preview: Gallery.harbour(context))
          #expect(!seen.contains(picture), "\(state) \(language) \(name)")
          seen.append(picture)
          try save(picture, "\(state)-\(scene)-\(language.rawValue)-\(name)")
        }
      }
    }
  }

  @Test("help lies over every size")
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
      try save(picture, "help-desktop-\(size.width)x\(size.height)@\(size.scale)")
    }
  }

  private func save(_ picture: Bitmap, _ name: String) throws {
    guard let folder = Self.folder else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try picture.writePNG(to: "\(folder)/\(name).png")
  }
}
