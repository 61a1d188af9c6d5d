import Foundation
import Testing
import Typesetting

/// The pictures of the gallery: made to be looked at, and compared with those that were looked at and found right.
///
///     make screenshots     has them all in .build/gallery, larger and smaller ones too
///     make goldens         takes them as they are now for right
enum Album {
  /// Of a window, in pixels.
  struct Size: Hashable {
    var width: Int
    var height: Int
    /// Pixels a point of the display.
    var scale = 1.0

    init(_ width: Int, _ height: Int, scale: Double = 1) {
      (self.width, self.height, self.scale) = (width, height, scale)
    }

    var name: String { "\(width)x\(height)" + (scale == 1 ? "" : "@\(scale)") }
  }

  /// Where pictures are put to be looked at.
  static let folder = ProcessInfo.processInfo.environment["ALDIS_GALLERY"]
  private static let takesAll = ProcessInfo.processInfo.environment["ALDIS_GOLDENS"] == "new"

  /// Sizes in which every state is compared.
  static let sizes = [Size(800, 480), Size(1280, 800), Size(3840, 2160)]

  /// Puts a picture where it can be looked at, and compares it if it has one of ``sizes``.
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
    if takesAll { return try thumbnail.bitmap.writePNG(to: path) }
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
