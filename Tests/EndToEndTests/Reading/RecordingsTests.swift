import Foundation
import Testing

/// Real recordings. They are not in the repository, because they are large and people are visible in some of them.
///
/// `ALDIS_RECORDINGS` names their folder; CONTRIBUTING.md describes where they come from.
private let recordings = URL(
  fileURLWithPath: ProcessInfo.processInfo.environment["ALDIS_RECORDINGS"] ?? "../shared/recordings",
  relativeTo: Program.root)

private let tower = recordings.appendingPathComponent("tower.mov").path

@Suite("Real recordings")
struct RecordingsTests {
  @Test(
    "all 17 messages of the signal tower are read",
    .enabled(
      if: FileManager.default.fileExists(atPath: tower),
      "tower.mov is not there: set ALDIS_RECORDINGS to the folder that holds it"))
  func signalTower() throws {
    let result = try Program().run("aldis decode '\(tower)'", seconds: 300)
    #expect(result.status == 0)
    #expect(result.errors == "")
    let phrases = result.output.components(separatedBy: "WHAT HATH GOD WROUGHT").count - 1
    #expect(phrases == 17)
  }
}
