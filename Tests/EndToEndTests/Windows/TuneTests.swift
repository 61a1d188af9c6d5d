import Foundation
import Testing

/// `aldis tune --check` as an editor or a build runs it: no display.
@Suite("Checking shaders")
struct TuneTests {
  private static let shaders = Program.root.appendingPathComponent("Shaders").path

  /// Runs `script` beside a folder `Shaders` with copies of the program's shaders.
  private func run(_ script: String) throws -> Program.Result {
    try Program().run(
      "mkdir Shaders; cp '\(Self.shaders)'/*.{glsl,frag,vert} Shaders\n\(script)", seconds: 60,
      environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
  }

  @Test(
    "the check finds no error in the shaders of Aldis, in a folder and in the program",
    arguments: ["aldis tune --check", "rm -r Shaders; aldis tune --check", "aldis tune --check tile.frag"])
  func whole(_ script: String) throws {
    let result = try run(script)
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.errors == "")
  }

  @Test("the check reports every error of a file once, with its path and line")
  func broken() throws {
    let result = try run(
      """
      sed -i '2i void a() { float x = nothing; }\\nvoid b() { float x = nobody; }' Shaders/tile.frag
      aldis tune --check
      """)
    #expect(result.status == 65)
    #expect(result.errorLines.count == 2)
    #expect(result.errorLines.first?.hasPrefix("Shaders/tile.frag:2: ") ?? false)
    #expect(result.errorLines.first?.contains("nothing") ?? false)
    #expect(result.errorLines.last?.hasPrefix("Shaders/tile.frag:3: ") ?? false)
  }

  @Test("the check names the lines that declare a varying which the vertex shader lacks")
  func varying() throws {
    let result = try run(
      """
      sed -i -e '/^varying/d' -e 's/place = middle/vec2 place = middle/' Shaders/preview.vert
      sed -i '1i // The place in the picture.' Shaders/preview.frag
      aldis tune --check
      """)
    #expect(result.status == 65)
    // Both programs that get their place from this variable.
    #expect(result.errorLines.count == 2)
    for file in ["preview.frag", "target-view.frag"] {
      #expect(result.errorLines.contains { $0.hasPrefix("Shaders/\(file):2: ") && $0.contains("place") })
    }
  }

  @Test(
    "the check counts lines as editors do, with any line ending and a byte order mark",
    arguments: ["\\r\\n", "\\r", "\\n"])
  func lineEnds(_ end: String) throws {
    let result = try run(
      """
      { printf '\\xEF\\xBB\\xBF'; sed '5i void a() { float x = nothing; }' Shaders/tile.frag; } |
        awk -v ORS='\(end)' 1 >new
      mv new Shaders/tile.frag
      aldis tune --check tile.frag
      """)
    #expect(result.status == 65)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("Shaders/tile.frag:5: "))
  }

  @Test("the check accepts a byte order mark and CR LF")
  func marks() throws {
    let result = try run(
      """
      for file in Shaders/*; do { printf '\\xEF\\xBB\\xBF'; sed 's/$/\\r/' $file; } >new; mv new $file; done
      aldis tune --check
      """)
    #expect(result.status == 0)
    #expect(result.errors == "")
  }

  @Test("the check of one file leaves out programs that do not use the file")
  func one() throws {
    let result = try run(
      """
      echo nonsense >>Shaders/tile.frag
      aldis tune --check Shaders/interface.vert && echo whole
      aldis tune --check luma-rgb.glsl
      """)
    #expect(result.output == "whole\n")
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("Shaders/tile.frag:"))
  }

  @Test("the check uses the program's own shaders for files that the folder lacks")
  func lacking() throws {
    let result = try run("rm Shaders/precision.glsl Shaders/tile.vert; aldis tune --check")
    #expect(result.status == 0)
    #expect(result.errors == "")
  }

  @Test(
    "a file that cannot be read or found is reported in one line",
    arguments: [
      ("rm Shaders/tile.frag; aldis tune --check tile.frag", 66, "Shaders/tile.frag"),
      ("aldis tune --check missing/tile.frag", 66, "missing"),
      ("aldis tune --check --shaders missing", 66, "missing"),
      ("mkdir empty; aldis tune --check --shaders empty", 66, "empty"),
      ("aldis tune --check Shaders/water.frag", 64, "water.frag"),
      ("aldis tune --check Shaders/tile.frag --shaders Shaders", 64, "--shaders"),
      ("rm Shaders/tile.frag; mkfifo Shaders/tile.frag; aldis tune --check", 65, "Shaders/tile.frag"),
      ("head -c 2000000 /dev/zero >Shaders/tile.frag; aldis tune --check", 65, "1 MiB"),
      ("printf 'a\\0b' >Shaders/tile.frag; aldis tune --check", 65, "zero byte"),
    ])
  func unreadable(script: String, status: Int32, word: String) throws {
    let result = try run(script)
    #expect(result.status == status)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("aldis: "))
    #expect(result.errors.contains(word))
  }
}
