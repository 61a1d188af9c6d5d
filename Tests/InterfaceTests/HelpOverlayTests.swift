import Graphics
import Testing
import Typesetting

@testable import Interface

@Suite("Help")
struct HelpOverlayTests {
  @Test(
    "is there at every size in type that can be read, on as many pages as that takes",
    arguments: LayoutTests.sizes)
  func sizes(_ size: Point) {
    let bounds = Rect(x: 0, y: 0, width: size.x, height: size.y)
    for count in [1, 11, Wording().help.count] {
      let arrangement = HelpOverlay.Arrangement(of: count, in: bounds)
      #expect(arrangement.size >= min(HelpOverlay.Arrangement.leastSize, 6))
      #expect(arrangement.rows * arrangement.columns * arrangement.pages >= count)
      #expect((arrangement.pages - 1) * arrangement.rows < count)
      let rows = Double(arrangement.rows) + HelpOverlay.Arrangement.heading
      #expect(rows * arrangement.size * 1.4 <= size.y - 8 + 1e-6, "\(arrangement) in \(size)")
    }
  }

  @Test("one page and one column are enough for a usual window")
  func usual() {
    let arrangement = HelpOverlay.Arrangement(
      of: Wording().help.count, in: Rect(x: 0, y: 0, width: 1280, height: 800))
    #expect(arrangement.pages == 1 && arrangement.columns == 1 && arrangement.size == Theme.Size.body)
  }

  @Test("pages of a small window show different keys")
  func pages() throws {
    let stage = try Stage(try OffscreenContext().context)
    var view = Stage.View(.desktop, width: 200, height: 150, showsHelp: true)
    var seen: [Bitmap] = []
    #expect(view.helpPages > 1)
    for page in 0..<view.helpPages {
      view.helpPage = page
      let picture = try stage.picture(of: Gallery.snapshot("reading"), as: view) { _ in }
      #expect(!seen.contains(picture))
      seen.append(picture)
    }
  }
}
