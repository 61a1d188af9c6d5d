import Foundation
import Testing

/// Light that one run of the program records as grids, and another run reads.
@Suite("Grid recordings")
struct GridRecordingTests {
  private static let film = """
    aldis simulate 'CQ DE ALDIS' --size 320x240 --noise 3 --wpm 15 --torches 2 --output a.y4m
    aldis monitor --headless --recording a.y4m --record a.grid --events log >text
    # What a log has and a reading of the recording has not: the station, and when each event was written.
    plain() { sed '1d; s/"at":"[^"]*",//' "$1"; }
    head -n 1 log | grep -q '"event":"station"' && plain log >live

    """

  private func run(_ script: String) throws -> (result: Program.Result, program: Program) {
    let program = Program()
    return (try program.run(Self.film + script), program)
  }

  @Test("a recording gives the same events as the recorded run, from a file and from a pipe")
  func events() throws {
    let (result, program) = try run(
      """
      aldis decode a.grid --format jsonl >again
      cp a.grid b.mp4; aldis decode b.mp4 --format jsonl >renamed
      cat a.grid | aldis decode - --format jsonl >piped
      """)
    #expect(result.status == 0)
    #expect(result.errors == "")
    let live = try program.folder.text("live")
    #expect(live.contains("\"event\":\"character\""))
    #expect(live.contains("\"name\":\"a.y4m\""))
    for name in ["again", "renamed", "piped"] { #expect(try program.folder.text(name) == live, "\(name)") }
    let sizes = try ["a.y4m", "a.grid"].map {
      try FileManager.default.attributesOfItem(atPath: program.folder.url.appendingPathComponent($0).path)[
        .size]
        as? Int ?? 0
    }
    #expect(sizes[1] > 0 && 100 * sizes[1] < sizes[0])
  }

  @Test("a recording is read with options for torches, alphabet, consensus and sensitivity")
  func options() throws {
    let (result, _) = try run(
      """
      aldis decode a.grid
      aldis decode a.grid --torches 1
      aldis decode a.grid --torches 2 --alphabet russian
      aldis decode a.grid --consensus 2>/dev/null
      aldis decode a.grid --sensitivity 0.5
      """)
    #expect(result.status == 0)
    let both = "A: CQ DE ALDIS\nB: CQ DE ALDIS\n"
    #expect(result.output == both + "CQ DE ALDIS\n" + "A: ЦЩ ДЕ АЛДИС\nB: ЦЩ ДЕ АЛДИС\n" + both + both)
  }

  @Test("the settings of the recorded run are kept, unless options replace them")
  func sensitivity() throws {
    let (result, program) = try run(
      """
      aldis monitor --headless --recording a.y4m --sensitivity 0.2 --record b.grid --events b-log >text; plain b-log >b-live
      aldis decode b.grid --format jsonl >b-again
      aldis decode a.grid --sensitivity 0.8 --format jsonl >a-now
      aldis decode b.grid --sensitivity 0.8 --format jsonl >b-now
      """)
    #expect(result.errors == "")
    #expect(try program.folder.text("b-live") != program.folder.text("live"))
    #expect(try program.folder.text("b-again") == program.folder.text("b-live"))
    #expect(try program.folder.text("b-now") == program.folder.text("a-now"))
  }

  @Test("a run passes its grids to the next one through a pipe")
  func pipe() throws {
    let (result, _) = try run(
      """
      aldis monitor --headless --recording a.y4m --record - | cmp - a.grid
      aldis monitor --headless --recording a.y4m --record - | aldis decode -
      aldis monitor --headless --recording a.y4m --record - | head -c 1000 | wc -c
      """)
    // Text from a pipe is written as soon as it is decided. When the first torch began, there was no other torch.
    #expect(result.output == "CQ DE ALDIS\nB: CQ DE ALDIS\n1000\n")
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test("a recording is played and shown like pictures, and recording it again gives the same grids")
  func playback() throws {
    let (result, program) = try run(
      """
      aldis monitor --headless --recording a.grid --record b.grid --events b-log --screenshot a.png >again
      plain b-log >played
      cmp text again
      aldis decode b.grid
      """)
    #expect(result.output == "A: CQ DE ALDIS\nB: CQ DE ALDIS\n")
    #expect(result.status == 0)
    let isCamera = { (line: Substring) in line.contains("\"event\":\"camera\"") }
    #expect(
      try program.folder.text("played").split(separator: "\n").filter { !isCamera($0) }
        == program.folder.text("live").split(separator: "\n").filter { !isCamera($0) })
  }

  @Test(
    "a recording is shown in the window, and the recording of a window gives its events again",
    .enabled(if: Program.hasDisplay, "needs a display: run the tests with xvfb-run, as `make test` does"))
  func window() throws {
    let (result, _) = try run(
      """
      '\(Program.path)' --recording a.grid --record b.grid --events shown --duration 100 --screenshot a.png & window=$!
      until grep -qs '"character"' shown; do sleep 0.1; done
      kill -TERM $window; wait $window
      test -s a.png && grep -q calibration shown && aldis decode b.grid --format jsonl | cmp - <(plain shown)
      """)
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test("a killed program leaves a readable recording, and a program that ends on a signal closes the file")
  func killed() throws {
    let result = try Program().run(
      """
      for signal in KILL TERM; do
        '\(Program.path)' monitor --headless --demo --record $signal.grid >/dev/null & run=$!
        until [ "$(stat -c %s $signal.grid 2>/dev/null || echo 0)" -gt 50000 ]; do sleep 0.1; done
        kill -$signal $run; wait $run 2>/dev/null
        aldis decode $signal.grid --format jsonl | grep -c calibration
        echo "${PIPESTATUS[0]}"
      done
      """)
    let lines = result.output.split(separator: "\n").compactMap { Int($0) }
    #expect(lines.count == 4)
    #expect(lines.first ?? 0 > 10)
    #expect(lines.dropFirst().first == 65)
    #expect(lines.last == 0)
    #expect(result.errors.contains("KILL.grid breaks off: it "))
    #expect(!result.errors.contains("TERM.grid breaks off"))
  }

  @Test("a recording that is truncated anywhere is read up to that place, and one line reports it")
  func cuts() throws {
    let (result, program) = try run(
      """
      size=$(stat -c %s a.grid)
      for part in 1 5 9 11 12 13 14 15; do
        head -c $((size * part / 16)) a.grid >cut.grid
        aldis decode cut.grid --format jsonl >cut 2>errors; echo $? $(wc -l <errors) $(grep -c 'breaks off' errors)
        cmp <(head -n 20 cut) <(head -n 20 live)
      done
      """)
    #expect(result.output == String(repeating: "65 1 1\n", count: 8))
    #expect(result.errors == "")
    _ = program
  }

  @Test("bad files and paths are reported in one line, with the documented status")
  func badInput() throws {
    func expect(
      _ script: String, _ status: Int32, _ words: String..., location: SourceLocation = #_sourceLocation
    ) throws {
      let (result, _) = try self.run(script)
      #expect(result.status == status, sourceLocation: location)
      #expect(result.errorLines.count == 1, "\(result.errors)", sourceLocation: location)
      for word in words { #expect(result.errors.contains(word), sourceLocation: location) }
    }
    let record = "aldis monitor --headless --recording a.y4m --record"
    try expect("head -c 12 a.grid >b; aldis decode b", 65, "cannot read b", "cut in its first bytes")
    try expect(
      "printf '\\377' | dd of=a.grid bs=1 seek=9 conv=notrunc status=none; aldis decode a.grid", 65, "a.grid")
    try expect(
      "printf '\\377' | dd of=a.grid bs=1 seek=9999 conv=notrunc status=none; aldis decode a.grid", 65,
      "damaged after")
    try expect("cat a.grid a.grid >b; aldis decode b", 65, "follows its end")
    try expect("head -c 16 a.grid >b; aldis --headless --recording b", 65, "b breaks off")
    try expect("aldis decode --luma a.grid", 65, "a.grid")
    try expect("\(record) /missing/a.grid", 74, "/missing/a.grid")
    try expect("\(record) .", 74, "cannot write .")
    try expect("\(record) /dev/full", 74, "/dev/full", "No space left")
    try expect("\(record) a.y4m", 64, "a.y4m is the recording itself")
    try expect("\(record) b --events b", 64, "--events and --record")
    try expect("\(record) - --events - >/dev/null", 64, "--events and --record")
  }

  @Test("an existing recording is not changed, and the new one is written beside it")
  func kept() throws {
    let (result, _) = try run(
      """
      cp a.grid b.grid; : >empty.grid
      for run in 1 2; do aldis monitor --headless --recording a.y4m --record b.grid >text; done
      aldis monitor --headless --recording a.y4m --record empty.grid >text
      for name in b b-2 b-3 empty; do cmp a.grid $name.grid; done
      ls *.grid | wc -l
      """)
    #expect(result.status == 0)
    #expect(result.output == "5\n")
    #expect(
      result.errorLines == [2, 3].map { "aldis: b.grid stays as it is; the recording goes to b-\($0).grid" })
  }
}
