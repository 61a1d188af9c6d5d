import Foundation
import Testing

@testable import Application

@Suite("Paths of recordings")
struct RecordingPathsTests {
  @Test(
    "a typed path is completed to recordings in all readable formats, and to folders",
    arguments: [
      ("", ["a film.mp4", "B 2.mp4", "b 10.mp4", "Müll/", "night.grid"]), ("A", ["a film.mp4"]),
      ("müll", ["Müll/"]),
      ("Müll/", ["Müll/b.y4m"]), ("missing/", []), (".", [".hidden.mkv"]), ("notes", []),
    ] as [(String, [String])])
  func continuing(_ typed: String, _ expected: [String]) throws {
    let program = Program()
    let folder = program.folder.url.path + "/"
    _ = try program.run(
      "mkdir Müll; touch 'a film.mp4' 'b 10.mp4' 'B 2.mp4' night.grid notes.txt .hidden.mkv Müll/b.y4m")
    #expect(RecordingPaths.continuing(folder + typed) == expected.map { folder + $0 })
  }

  @Test("paths are shown completely, with ~ for the home folder")
  func shown() {
    #expect(RecordingPaths.shown("/tmp/a b.txt") == "/tmp/a b.txt")
    #expect(RecordingPaths.shown("~/a.txt") == "~/a.txt")
    #expect(RecordingPaths.shown(NSHomeDirectory() + "/a.txt") == "~/a.txt")
    #expect(RecordingPaths.shown("a.txt").hasSuffix("/a.txt"))
  }

  @Test(
    "the ending of a path begins after its last dot",
    arguments: [
      ("a.mp4", "a", "mp4"), ("b/a.tar.gz", "b/a.tar", "gz"), ("a", "a", ""), (".hidden", ".hidden", ""),
      ("b.c/a", "b.c/a", ""), ("b/.hidden", "b/.hidden", ""), ("a.", "a", ""), ("", "", ""),
    ])
  func endings(_ path: String, _ start: String, _ ending: String) {
    let parts = path.splitAtEnding()
    #expect(parts.start == start)
    #expect(parts.ending == ending)
  }
}
