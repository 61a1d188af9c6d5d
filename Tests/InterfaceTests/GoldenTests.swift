import CPango
import Foundation
import Graphics
import Testing
import Typesetting

@testable import Interface

/// A few pictures as they were looked at and found right, in `Tests/Goldens`.
///
/// `ALDIS_GOLDENS=new swift test --filter GoldenTests` makes them anew, to be looked at again.
@Suite("Pictures are as they were found right")
struct GoldenTests {
  struct Golden: Sendable, CustomTestStringConvertible {
    var name: String
    var state: String
    var scene = Stage.Scene.desktop
    var language = Language.english
    var theme = Theme.dark
    var testDescription: String { name }
  }

  private static let goldens = [
    Golden(name: "desktop", state: "many"),
    Golden(name: "recording-german-light", state: "paused", language: .german, theme: .light),
    Golden(name: "hebrew-polish-contrast", state: "hebrew", language: .polish, theme: .contrast),
    Golden(name: "kiosk", state: "empty", scene: .kiosk),
  ]

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Goldens")
  private static let makesAnew = ProcessInfo.processInfo.environment["ALDIS_GOLDENS"] == "new"

  @Test(
    "but for the edges of letters, which drivers and font engines draw a little differently",
    arguments: goldens)
  func golden(_ golden: Golden) throws {
    let context = try OffscreenContext().context
    var view = Stage.View(golden.scene, width: 800, height: 480)
    (view.language, view.theme) = (golden.language, golden.theme)
    let picture = try Stage(context).picture(
      of: Gallery.snapshot(golden.state), as: view, preview: Gallery.harbour(context))
    let path = Self.folder.appendingPathComponent("\(golden.name).png").path
    if Self.makesAnew { return try picture.writePNG(to: path) }
    let expected = try #require(Blocks(png: path), "\(path) cannot be read")
    let difference = try #require(Blocks(picture).difference(from: expected), "another size")
    #expect(difference.mean < 0.5 && difference.largest < 16, "\(difference)")
  }

  @Test("the measure itself: a missing word is a difference, a sub-pixel shift is not")
  func measure() throws {
    let stage = try Stage(try OffscreenContext().context)
    let view = Stage.View(.desktop, width: 800, height: 480)
    func blocks(_ text: String) throws -> Blocks {
      Blocks(try stage.picture(of: Gallery.reading(says: text), as: view) { _ in })
    }
    let whole = try blocks("WHAT HATH GOD WROUGHT")
    #expect(try #require(try blocks("WHAT HATH GOD").difference(from: whole)).largest > 16)
    #expect(try #require(try blocks("WHAT HATH GOD WROUGHT").difference(from: whole)).largest == 0)
  }
}

/// Means of 16 x 16 pixels, a channel each.
private struct Blocks {
  private var width: Int
  private var means: [Double] = []

  private static let side = 16

  init(_ picture: Bitmap) {
    self.init(width: picture.width, height: picture.height) { x, y, channel in
      picture.pixels[(y * picture.width + x) * 4 + channel]
    }
  }

  init?(png path: String) {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let bytes = cairo_image_surface_get_data(surface)
    else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface))
    self.init(
      width: Int(cairo_image_surface_get_width(surface)), height: Int(cairo_image_surface_get_height(surface))
    ) { x, y, channel in bytes[y * stride + x * 4 + channel] }
  }

  private init(width: Int, height: Int, _ value: (Int, Int, Int) -> UInt8) {
    self.width = width
    for top in stride(from: 0, to: height, by: Self.side) {
      for left in stride(from: 0, to: width, by: Self.side) {
        for channel in 0..<3 {
          var sum = 0
          let (right, bottom) = (min(left + Self.side, width), min(top + Self.side, height))
          for y in top..<bottom { for x in left..<right { sum += Int(value(x, y, channel)) } }
          means.append(Double(sum) / Double((right - left) * (bottom - top)))
        }
      }
    }
  }

  func difference(from other: Blocks) -> (mean: Double, largest: Double)? {
    guard width == other.width, means.count == other.means.count else { return nil }
    let differences = zip(means, other.means).map { abs($0 - $1) }
    return (differences.reduce(0, +) / Double(differences.count), differences.max() ?? 0)
  }
}
