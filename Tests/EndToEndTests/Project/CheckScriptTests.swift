import Foundation
import Shell
import Testing

/// `make check` finds the tests that a change affects.
@Suite("The selection of tests by make check")
struct CheckScriptTests {
  /// A checkout with this package's graph: its manifest and few sources. `edits` are applied after its first commit.
  private func listing(of edits: String, base: String = "") throws -> [Substring] {
    let root = Shell.quoted(Program.root.path)
    let result = try Program().run(
      """
      mkdir checkout && cd checkout || exit
      mkdir -p Scripts Sources/Light Sources/aldis Shaders Tests/LightTests Tests/EndToEndTests Tests/Goldens docs
      cp \(root)/Package.swift . && cp \(root)/Scripts/check Scripts || exit
      touch Sources/{Light/A,aldis/A}.swift Shaders/tile.frag Tests/LightTests/A.swift README.md docs/a.md odd.txt
      echo 'struct RealTests { @Test func real() {} }' >Tests/EndToEndTests/RealTests.swift
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_{AUTHOR,COMMITTER}_{NAME,EMAIL}=a
      commit() { git add -A && git commit -qm a; }
      git init -q && commit || exit
      \(edits)
      Scripts/check --list \(base)
      """)
    #expect(result.status == 0, "\(result.errors)")
    return result.output.split(separator: "\n")
  }

  @Test("nothing is tested if no file differs, or if no test reads the files that differ")
  func nothing() throws {
    #expect(try listing(of: "").suffix(2) == ["tests: none", "build: none"])
    #expect(try listing(of: "touch LICENSE").suffix(2) == ["tests: none", "build: none"])
  }

  @Test(
    "if a file of a module is changed, new, moved or removed, the module's tests run, and modules that import it are built",
    arguments: [
      "echo >>Sources/Light/A.swift", "touch Sources/Light/B.swift", "rm Sources/Light/A.swift",
      "git mv Sources/Light/A.swift Sources/Light/C.swift",
    ])
  func module(_ edit: String) throws {
    let lines = try listing(of: edit)
    #expect(lines.contains("tests: LightTests"))
    #expect(lines.last == "build: AldisLight Application Benchmarks Interface Light Monitor aldis evaluation")
  }

  @Test("a commit is compared with the given revision")
  func base() throws {
    let edit = "echo >>Tests/LightTests/A.swift; commit"
    #expect(try listing(of: edit).contains("tests: none"))
    #expect(try listing(of: edit, base: "HEAD~1").suffix(2) == ["tests: LightTests", "build: LightTests"])
  }

  @Test("if a file outside of all modules is changed, the tests that read it run")
  func readers() throws {
    #expect(
      try listing(of: "echo >>README.md").suffix(2) == [
        "tests: EndToEndTests/DocumentationTests", "build: none",
      ])
    for edit in ["echo >docs/b.md", "rm docs/a.md"] {
      #expect(
        try listing(of: edit).suffix(2) == [
          "tests: EndToEndTests/DocumentationTests EndToEndTests/SourceMapTests", "build: none",
        ])
    }
    #expect(try listing(of: "touch Tests/Goldens/a").contains("tests: InterfaceTests"))
    #expect(try listing(of: "touch Scripts/check-translations").contains("tests: LocalizationTests"))
    #expect(
      try listing(of: "mkdir -p Sources/Localization/Languages; touch Sources/Localization/Languages/fr.po")
        .contains("tests: InterfaceTests LocalizationTests"))
    #expect(try listing(of: "mkdir Tests/CameraVM; touch Tests/CameraVM/run")[0].hasPrefix("everything: "))
    #expect(
      try listing(of: "echo 'extension RealTests { @Test func more() {} }' >Tests/EndToEndTests/More.swift")
        .contains("tests: EndToEndTests/RealTests/more"))
  }

  @Test(
    "for a module without tests, the modules that import it are tested",
    arguments: [
      ("echo >>Shaders/tile.frag", ["LumaTests", "InterfaceTests"]),
      ("mkdir Sources/COpenSSL; touch Sources/COpenSSL/shim.h", ["TorchTests"]),
      (
        "mkdir Tests/Shell; touch Tests/Shell/A.swift",
        ["CaptureTests", "TorchTests", "EndToEndTests/RealTests"]
      ),
      ("touch Tests/EndToEndTests/Helper.swift", ["EndToEndTests/RealTests"]),
    ])
  func untested(_ edit: String, _ expected: [String]) throws {
    let line = try #require(try listing(of: edit).first { $0.hasPrefix("tests: ") })
    let tests = Set(line.split(separator: " ").dropFirst().map(String.init))
    #expect(tests.isSuperset(of: expected), "\(line)")
  }

  @Test("a change of a module without tests runs only tests of libraries that import it, if there are any")
  func testedByLibraries() throws {
    let line = try #require(try listing(of: "echo >>Shaders/tile.frag").first { $0.hasPrefix("tests: ") })
    #expect(line == "tests: BenchmarksTests InterfaceTests LumaTests")
  }

  @Test("a change of the program runs the end-to-end tests that need no real time")
  func program() throws {
    let tests = try listing(of: "echo >>Sources/aldis/A.swift; touch Tests/EndToEndTests/W.swift").first {
      $0.hasPrefix("tests: ")
    }
    #expect(tests == "tests: EndToEndTests/RealTests")
  }

  @Test(
    "everything is tested if the effect of a change is unknown",
    arguments: [
      ("echo >>Package.swift", "Package.swift"), ("echo >>odd.txt", "odd.txt"),
      ("echo >>Scripts/check", "Scripts/check"),
      ("rm -r .git", "not a git repository"), ("rm -r .git; git init -q", "HEAD"),
    ])
  func unknown(_ edit: String, _ reason: String) throws {
    let line = try #require(try listing(of: edit).first)
    #expect(line.hasPrefix("everything: ") && line.contains(reason), "\(line)")
  }

  @Test("an unknown revision is named, and everything is tested")
  func unknownBase() throws {
    let line = try #require(try listing(of: "", base: "no-such-revision").first)
    #expect(line.hasPrefix("everything: ") && line.contains("no-such-revision"), "\(line)")
  }
}
