import Foundation
import Testing
import Typesetting

/// The pictures of the gallery. They are compared with goldens, which are pictures that a person has accepted.
///
///     make screenshots     writes all pictures into .build/gallery, with more sizes
///     make goldens         accepts the present pictures as goldens
enum Album {
  /// The size of a window, in pixels.
  struct Size: Hashable {
    var width: Int
    var height: Int
    /// Pixels per point of the display.
    var scale = 1.0

    init(_ width: Int, _ height: Int, scale: Double = 1) {
      (self.width, self.height, self.scale) = (width, height, scale)
    }

    var name: String { "\(width)x\(height)" + (scale == 1 ? "" : "@\(scale)") }
  }

  /// The folder for pictures; `nil` writes none.
  static let folder = ProcessInfo.processInfo.environment["ALDIS_GALLERY"]
  private static let replacesGoldens = ProcessInfo.processInfo.environment["ALDIS_GOLDENS"] == "new"

  /// The sizes in which every state is compared.
  static let sizes = [Size(800, 480), Size(1280, 800), Size(3840, 2160)]

  /// Writes a picture into ``folder``, and compares it if it has one of ``sizes``.
  static func keep(
    _ picture: Bitmap, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if let folder {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try picture.writePNG(to: "\(folder)/\(name).png")
    }
    guard sizes.contains(Size(picture.width, picture.height)), !name.contains("@") else { return }
    let path = goldens.appendingPathComponent("\(name).png").path
    let thumbnail = Thumbnail(picture)
    if replacesGoldens { return try thumbnail.bitmap.writePNG(to: path) }
    let expected = try #require(
      Thumbnail(png: path), "\(path) cannot be read", sourceLocation: sourceLocation)
    let difference = try #require(
      thumbnail.difference(from: expected), "\(name) has another size", sourceLocation: sourceLocation)
    #expect(difference.isSlight, "\(name): \(difference)", sourceLocation: sourceLocation)
  }

  private static let goldens = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Goldens")
}
