import Foundation
import Testing
import Typesetting

@Suite("Bitmaps and their files")
struct BitmapTests {
  @Test("a PNG file has its size in its header")
  func png() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Bitmap(width: 300, height: 2).writePNG(to: path)
    let file = try Data(contentsOf: URL(filePath: path))
    // Signature, length of the header, its name, width and height big-endian (RFC 2083, 11.2.1).
    #expect(
      Array(file.prefix(24)) == [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [
        0, 0, 1, 44, 0, 0, 0, 2,
      ])
    #expect(file.suffix(8).prefix(4) == Data("IEND".utf8))
  }

  @Test("a file that cannot be written is an error with its name and the system's reason")
  func cannotWrite() throws {
    let error = try #require(throws: TypesettingError.self) {
      try Bitmap(width: 1, height: 1).writePNG(to: "/nowhere/at/all.png")
    }
    #expect(error == .cannotWrite(path: "/nowhere/at/all.png", reason: "No such file or directory"))
    #expect(throws: TypesettingError.cannotWrite(path: "/dev/full", reason: "No space left on device")) {
      try Bitmap(width: 100, height: 100).writePNG(to: "/dev/full")
    }
  }

  @Test("a picture without pixels cannot be a PNG file")
  func noPixels() {
    #expect(throws: TypesettingError.self) { try Bitmap(width: 0, height: 5).png() }
  }
}
