import Testing

@testable import aldis

/// The commands that users type first.
@Suite("Command line")
struct WaysInTests {
  @Test(
    "for a mistyped command, the nearest command is suggested",
    arguments: [
      ("decod", "'decod'; did you mean 'decode'?"), ("Decode", "'Decode'; did you mean 'decode'?"),
      ("decod clip.mp4 --format jsonl", "'decod'; did you mean 'decode'?"),
      ("simluate SOS", "'simluate'; did you mean 'simulate'?"),
      ("docter", "'docter'; did you mean 'doctor'?"), ("camera", "'camera'; did you mean 'cameras'?"),
      ("moniter --kiosk", "'moniter'; did you mean 'monitor'?"), ("snd SOS", "'snd'; did you mean 'send'?"),
      ("calibrate", "'calibrate'; did you mean 'calibrate-torch'?"),
      ("light srve --window", "'light srve'; did you mean 'light serve'?"),
      ("help tnue", "'tnue'; did you mean 'tune'?"),
      ("help light kesy", "'light kesy'; did you mean 'light keys'?"),
      ("read", "or file 'read'; aldis --help lists the commands"),
      ("''", "or file ''; aldis --help lists the commands"),
      ("help read", "'read'; aldis --help lists the commands"),
      ("light flash", "'light flash'; aldis light --help lists the commands"),
    ])
  func mistyped(_ words: String, _ answer: String) throws {
    let result = try Program().run("aldis \(words)", seconds: 20)
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors == "aldis: no command \(answer)\n")
  }

  @Test(
    "for a wrong value, the option and its values are named",
    arguments: [
      ("decode a.y4m --wpm fast", "--wpm must be a number from 0.4 to 200, not fast"),
      ("decode a.y4m --wpm 500", "--wpm must be a number from 0.4 to 200, not 500"),
      ("decode a.y4m --torches 1.5", "--torches must be a whole number from 1 to 16, not 1.5"),
      ("decode a.y4m --format xml", "--format must be text or jsonl, not xml"),
      ("decode a.y4m --language-model maybe", "--language-model must be on or off, not maybe"),
      ("monitor --exposure bright", "--exposure must be lock, coach, auto or seconds above 0, not bright"),
      ("monitor --language xx", "--language must be en, de or pl, not xx"),
      (
        "simulate E --output a --size big",
        "--size must be WIDTHxHEIGHT, such as 640x480, each at most 16384, not big"
      ),
      ("light set 0 on 0", "MIDDLE must be a number from 0 to 1, not on"),
      ("decode a.y4m --alphabet klingon", "there is no alphabet klingon; there are auto, latin"),
      ("send E --torch capslock", "there is no torch capslock; for an LED write led:NAME"),
      ("send E --torch led:", "torch led: needs a name"),
      ("send E --torch video:", "torch video: needs a file"),
      ("decode a.y4m b.y4m", "decode reads one recording; aldis a.y4m b.y4m reads several"),
      ("decode", "name a recording, as in aldis decode clip.mp4"),
    ])
  func values(_ words: String, _ answer: String) throws {
    let result = try Program().run("aldis \(words)", seconds: 20)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("aldis: \(answer)"), "\(result.errors)")
  }

  @Test("a recording without a signal is reported, with and without a window, after an error of the file")
  func noSignal() throws {
    let result = try Program().run(
      """
      unset DISPLAY WAYLAND_DISPLAY
      aldis simulate E --size 64x64 --output e.y4m
      aldis decode e.y4m; aldis e.y4m --headless; aldis decode e.y4m --wpm 40; aldis e.y4m
      echo notes >notes.txt; aldis notes.txt
      """)
    let found = "aldis: found no light that signals"
    #expect(
      result.errorLines == [
        "\(found) in e.y4m; a lamp must flash at least three times",
        "\(found) in e.y4m; a lamp must flash at least three times",
        "\(found) at 36 to 44 WPM in e.y4m; leave out --wpm to read any speed",
        "aldis: no display here; reading without a window",
        "\(found) in e.y4m; a lamp must flash at least three times",
        """
        aldis: cannot read notes.txt: it is no recording; Aldis reads videos, grid recordings and, with --luma, tables of brightness
        """,
      ])
  }

  @Test(
    "edits are insertions, removals, replacements and swaps of neighbours",
    arguments: [
      ("", "", 0), ("", "ab", 2), ("ab", "", 2), ("decode", "decode", 0), ("decod", "decode", 1),
      ("deccode", "decode", 1), ("dekode", "decode", 1), ("edcode", "decode", 1), ("tnue", "tune", 1),
      ("read", "send", 2), ("ca", "abc", 3),
    ])
  func edits(_ a: String, _ b: String, _ count: Int) {
    #expect(CommandName.edits(from: a, to: b) == count)
  }

  @Test("recordings are opened by their names without an option, and read one after another without a window")
  func files() throws {
    let result = try Program().run(
      """
      for text in FIRST SECOND; do aldis simulate $text --wpm 20 --size 160x120 --output $text.y4m; done
      cp FIRST.y4m first
      aldis FIRST.y4m SECOND.y4m --headless
      aldis first --headless
      aldis monitor SECOND.y4m --headless
      """)
    #expect(result.errors == "")
    #expect(result.status == 0)
    #expect(result.output == "FIRST\nSECOND\nFIRST\nSECOND\n")
  }

  @Test(
    "files that cannot be opened and options that exclude each other are named",
    arguments: [
      ("aldis missing.mp4", 66, "no such file: missing.mp4"), ("aldis no/such", 66, "no such file: no/such"),
      ("aldis a.y4m missing.mp4 --headless", 66, "no such file: missing.mp4"),
      ("aldis .", 66, ". is a folder"), ("aldis a.y4m --demo", 64, "--demo and a.y4m"),
      ("aldis a.y4m --recording a.y4m", 64, "--recording and a.y4m"),
      ("aldis a.y4m b.y4m --headless --record a.grid", 64, "--record goes with one recording"),
      ("aldis a.y4m b.y4m --headless --events b.y4m", 64, "b.y4m is the recording itself"),
    ])
  func refused(_ script: String, _ status: Int32, _ words: String) throws {
    let result = try Program().run("touch a.y4m b.y4m; \(script)", seconds: 20)
    #expect(result.status == status)
    #expect(result.output == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains(words))
  }

  @Test(
    "a text needs no quotes, before, between or after the options",
    arguments: [
      "send CQ DE ALDIS --torch video:a.y4m", "send --torch video:a.y4m CQ 'DE ALDIS'",
      "send CQ --torch video:a.y4m DE --wpm 20 ALDIS", "simulate CQ DE ALDIS --output a.y4m",
    ])
  func text(_ words: String) throws {
    let result = try Program().run("aldis \(words) && aldis decode a.y4m")
    #expect(result.errors == "")
    #expect(result.output == "CQ DE ALDIS\n")
  }

  @Test(
    "the help of a command begins with two examples, and fits a screen",
    arguments: [
      "monitor", "decode", "send", "echo", "calibrate-torch", "light", "light serve", "light set",
      "light keys",
      "simulate", "cameras", "doctor", "bench", "tune",
    ])
  func help(_ command: String) throws {
    let result = try Program().run(
      """
      aldis help \(command) >a; aldis \(command) --help >b; aldis --help \(command) >c
      cmp a b && cmp a c && cat a
      """)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("OVERVIEW: ") && lines[1].isEmpty)
    #expect(lines[2...3].allSatisfy { $0.hasPrefix("  aldis \(command) ") || $0 == "  aldis \(command)" })
    #expect(lines[4].isEmpty)
    #expect(lines.count - 1 <= 52)
  }
}
