import Foundation
import Testing

/// README.md and the pages of `docs`. docs/tests.md explains the info strings of their fences.
@Suite(
  "Documentation",
  .enabled(if: Program.hasDisplay, "needs a display: run the tests with xvfb-run, as `make test` does"))
struct DocumentationTests {
  static let pages: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: Program.root.appendingPathComponent("docs").path)
    return ["README.md"] + (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
  }()

  @Test("every command of a page runs", arguments: pages)
  func commands(_ page: String) throws {
    let faults = try DocumentedPage(page).faults()
    #expect(faults == [])
  }

  @Test("commands that are not run have a reason")
  func unrun() throws {
    let pages = try Self.pages.map { try DocumentedPage($0) }
    let unrun = pages.flatMap { page in page.unrun.map { (page.name, $0) } }
    print("not run: \(unrun.count) of \(pages.map(\.commandCount).reduce(0, +)) commands")
    for (page, command) in unrun { print("  \(page):\(command.number): \(command.reason): \(command.text)") }
    #expect(unrun.allSatisfy { !$0.1.reason.isEmpty })
  }

  @Test(
    "a mistake in a command is found, whether the command is run, interrupted or only parsed",
    arguments: ["sh", "sh until-stopped", "sh no-test: needs a camera"],
    [
      ("aldis bench --frams 1", "'--frams'"), ("aldis bench --frames 0", "--frames must be"),
      ("aldis bensh", "did you mean 'bench'"), ("aldis light srve", "did you mean 'light serve'"),
    ])
  func mistaken(_ info: String, _ mistake: (command: String, words: String)) throws {
    let page = DocumentedPage(name: "a.md", text: "A page.\n\n```\(info)\n\(mistake.command)\n```\n")
    let faults = try page.faults()
    #expect(faults.count == 1)
    #expect(faults.first?.hasPrefix("a.md:4: ") ?? false)
    #expect(faults.first?.contains(mistake.words) ?? false)
  }

  @Test(
    "other mistakes of a page are found",
    arguments: [
      ("```sh\naldis decode missing.mp4\n```", "missing.mp4"),
      ("```sh\naldis --version\n```\n```text\n9.9\n```", "prints 0."),
      ("```sh no-test: takes long\nmake coffee\n```", "coffee"),
      ("```\naldis\n```", "no rule"), ("```bash\naldis\n```", "no rule"),
      ("```sh no-test:\naldis\n```", "no rule"), ("```text", "no end"),
    ])
  func otherwiseMistaken(_ text: String, _ words: String) throws {
    let faults = try DocumentedPage(name: "a.md", text: text).faults()
    #expect(faults.count == 1)
    #expect(faults.first?.contains(words) ?? false)
  }

  @Test("links lead to files and headings", arguments: pages)
  func links(_ page: String) throws {
    #expect(try DocumentedPage(page).brokenLinks() == [])
  }

  @Test("a broken link is found")
  func brokenLinks() throws {
    let page = DocumentedPage(
      name: "docs/a.md", text: "[a](window.md#exposure) [b](missing.md) [c](window.md#missing)")
    #expect(try page.brokenLinks().count == 2)
  }

  @Test("the README can be read in five minutes")
  func length() throws {
    #expect(
      try DocumentedPage("README.md").text.split(separator: "\n", omittingEmptySubsequences: false).count
        <= 150)
  }
}
