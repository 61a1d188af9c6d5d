import Graphics
import Testing
import Typesetting

@testable import Interface

@Suite("Thumbnails")
struct ThumbnailTests {
  @Test("a missing word makes a difference, and equal pictures have no difference")
  func measure() throws {
    let stage = try Stage(try OffscreenContext().context)
    for size in Album.sizes {
      let view = Stage.View(.desktop, width: size.width, height: size.height)
      func thumbnail(_ text: String) throws -> Thumbnail {
        Thumbnail(try stage.picture(of: Gallery.reading(says: text), as: view) { _ in })
      }
      let whole = try thumbnail("WHAT HATH GOD WROUGHT")
      #expect(try #require(try thumbnail("WHAT HATH GOD").difference(from: whole)).isSlight == false)
      #expect(try thumbnail("WHAT HATH GOD WROUGHT").difference(from: whole) == .init(mean: 0, largest: 0))
    }
  }

  @Test("a thumbnail has the means of its squares")
  func means() {
    var pixels: [UInt8] = []
    for y in 0..<480 { for x in 0..<800 { pixels += [UInt8((x / 8 + y / 8) % 2 * 200), 40, 0, 255] } }
    let thumbnail = Thumbnail(Bitmap(width: 800, height: 480, pixels: pixels)).bitmap
    #expect(thumbnail.width == 100 && thumbnail.height == 60)
    #expect((0..<60).allSatisfy { y in abs(Int(thumbnail[50, y].green) - 40) <= 1 })
    #expect(abs(Int(thumbnail[50, 30].blue) - Int(thumbnail[51, 30].blue)) > 60)
  }
}
