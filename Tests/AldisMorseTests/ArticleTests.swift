import Foundation
import Testing

/// The articles of the libraries, and the files that they show.
@Suite("Articles")
struct ArticleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(
    "an article shows each example of its tests, and no other Swift file except a manifest",
    arguments: ["AldisMorse", "AldisLight"])
  func examples(_ library: String) throws {
    let article = try Self.text("Sources/\(library)/\(library).docc/Examples.md")
    let shown = article.matches(of: #/```swift\n((?s).*?)```/#).map { String($0.1) }
    let folder = "Tests/\(library)Tests/Examples"
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appendingPathComponent(folder).path)
    let examples = try names.map { try Self.text("\(folder)/\($0)") }
    #expect(Set(shown.filter { !$0.hasPrefix("// swift-tools-version") }) == Set(examples))
    #expect(examples.count >= 2)
  }
}
