import Graphics
import Localization
import Shaders
import Testing
import Typesetting

@testable import Interface

@Suite("Help")
struct HelpOverlayTests {
  @Test(
    "help fits at every size in legible type, on as many pages as needed",
    arguments: LayoutTests.sizes)
  func sizes(_ size: Point) {
    let bounds = Rect(x: 0, y: 0, width: size.x, height: size.y)
    for count in [1, 11, Wording().help.count] {
      let arrangement = HelpOverlay.Arrangement(of: count, in: bounds, words: 18)
      #expect(arrangement.size >= min(HelpOverlay.Arrangement.minimumSize, 6))
      #expect(arrangement.rows * arrangement.columns * arrangement.pages >= count)
      #expect((arrangement.pages - 1) * arrangement.rows < count)
      let rows = Double(arrangement.rows * arrangement.lines) + HelpOverlay.Arrangement.heading
      #expect(rows * arrangement.size * 1.4 <= size.y - 8 + 1e-6, "\(arrangement) in \(size)")
    }
  }

  @Test("help has one page in a usual window, and two columns if the list is long")
  func usual() {
    func arrangement(_ keys: [(key: String, words: String)]) -> HelpOverlay.Arrangement {
      HelpOverlay(keys: keys).places(in: Rect(x: 0, y: 0, width: 1280, height: 800)).arrangement
    }
    let (desktop, tuning) = (arrangement(Wording().help), arrangement(Wording().tuningHelp))
    #expect(desktop.pages == 1 && desktop.columns == 2 && desktop.size == Theme.Size.body)
    #expect(tuning.pages == 1 && tuning.columns == 1 && tuning.size == Theme.Size.body)
  }

  @Test("no sentence is cut, in any language", arguments: LayoutTests.sizes)
  func sentences(_ size: Point) throws {
    let context = try OffscreenContext().context
    let painter = try Painter(context, ShaderLibrary())
    painter.begin(width: Int(size.x), height: Int(size.y), scale: 1)
    for language in Language.allCases {
      for keys in [Wording(language).help, Wording(language).tuningHelp] {
        let places = HelpOverlay(keys: keys).places(in: painter.bounds)
        let room = places.key(0).words
        for (_, words) in keys {
          let lines = painter.measure(
            AttributedText(words, color: .white), Theme.font(places.arrangement.size), width: room.width,
            height: 500)
          #expect(lines.y <= room.height + 1, "\(words) in \(size): \(places.arrangement)")
        }
      }
    }
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
