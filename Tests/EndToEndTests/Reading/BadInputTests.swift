import Testing

/// Messages and exit statuses of the program after errors.
@Suite("Bad input")
struct BadInputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var script: String
    var status: Int32
    /// The words that the one line on standard error must contain.
    var words: [String]
    var testDescription: String { script }

    init(_ script: String, _ status: Int32, _ words: String...) {
      self.script = script
      self.status = status
      self.words = words
    }
  }

  @Test(
    "a failure is reported in one line that names its cause, and the exit status is the documented one",
    arguments: [
      Case("aldis decode missing.mp4", 66, "no such file", "missing.mp4"),
      Case("aldis decode .", 66, "folder"),
      Case("aldis --help >/dev/full", 74, "cannot write standard output", "No space left"),
      Case("aldis --version >/dev/full", 74, "cannot write standard output", "No space left"),
      Case("touch empty.mp4; aldis decode empty.mp4", 65, "empty.mp4"),
      Case("echo 'no video' >notes.mp4; aldis decode notes.mp4", 65, "notes.mp4"),
      Case("head -c 4096 /dev/urandom >noise.mkv; aldis decode noise.mkv", 65, "noise.mkv"),
      Case(
        "ffmpeg -v error -f lavfi -i sine=d=1 tone.wav; aldis decode tone.wav", 65, "tone.wav", "video"),
      Case("echo 'YUV4MPEG3 W1 H1' | aldis decode -", 65, "standard input", "name the file"),
      Case(
        "head -c 9000 /dev/zero | aldis decode --luma -", 65, "no table of brightness", "leave out --luma"),
      Case("printf 'a\\0b\\n' | aldis decode --luma -", 65, "no table of brightness"),
      Case("aldis simulate E --output none/e.y4m", 74, "the folder none does not exist"),
      Case("aldis simulate E --output .", 74, "it is a folder"),
      Case("echo 'YUV4MPEG2 W0 H480 F30:1' | aldis decode -", 65, "standard input"),
      Case("echo 'YUV4MPEG2 W999999 H999999 F30:1' | aldis decode -", 65, "standard input"),
      Case("true | aldis decode -", 65, "standard input"),
      Case(
        "ulimit -v 1000000; echo 'YUV4MPEG2 W16384 H16384 F30:1' | aldis decode -", 74, "standard input",
        "Cannot allocate memory"),
      Case("printf '0,1\\nhello\\n' | aldis decode --luma -", 65, "line 2"),
      Case("printf '0,1\\n1,2\\n0.5,3\\n' | aldis decode --luma -", 65, "line 3"),
      Case("printf 'a\\nb\\n' | aldis decode --luma -", 65, "line 1", "two numbers"),
      Case("printf '0,1\\n1,nan\\n' | aldis decode --luma -", 65, "line 2", "finite"),
      Case("printf '0,1\\n0.1,inf\\n' | aldis decode --luma -", 65, "line 2", "finite"),
      Case("aldis send E --torch light://no-such-lamp.invalid:1", 69, "no-such-lamp.invalid", "no address"),
      Case("aldis send E --torch light://127.0.0.1:1", 69, "light://127.0.0.1:1", "refused"),
      Case("aldis send E --torch light://lamp:0", 64, "light://lamp:0"),
      Case("aldis light set 0 1.1 0", 64, "MIDDLE", "0 to 1"),
      Case("aldis light set 0 nan 0", 64, "MIDDLE", "0 to 1"),
      Case("aldis light set 0 1 0 --torch light://127.0.0.1:1", 69, "light://127.0.0.1:1", "refused"),
      Case("aldis light serve", 64, "--led"),
      Case("aldis light serve --led red green", 64, "three"),
      Case("aldis light serve --led red red red", 64, "once"),
      Case("aldis light serve --led no-such-led", 66, "no-such-led"),
      Case("aldis light serve --log --listen lamp:x", 64, "lamp:x"),
      Case(
        "aldis light serve --log --listen no-such-lamp.invalid:1", 69, "no-such-lamp.invalid", "no address"),
      Case("aldis light serve --log --listen 192.0.2.1:0 --insecure", 69, "192.0.2.1:0", "--listen"),
      Case("aldis light serve --log --listen 0.0.0.0:0", 64, "0.0.0.0:0", "--insecure"),
      Case("aldis light serve --log --keys no-keys", 66, "no-keys/authority.pem"),
      Case("aldis light serve --log --insecure --keys no-keys", 64, "--keys", "--insecure"),
      Case("aldis send E --torch lights://127.0.0.1:1", 64, "--keys"),
      Case("aldis send E --torch light://127.0.0.1:1 --keys no-keys", 64, "--keys", "lights://"),
      Case("aldis send E --torch null --keys no-keys", 64, "--keys", "lights://"),
      Case("aldis send E --torch lights://127.0.0.1:1 --keys no-keys", 66, "no-keys/authority.pem"),
      Case("mkdir keys; aldis light keys keys", 74, "keys", "exist"),
      Case("aldis light keys no-folder/keys", 74, "no-folder/keys"),
      Case("aldis light keys keys --host 'a b'", 64, "a b"),
      Case("aldis light keys keys --host lämp", 64, "lämp"),
      Case("printf '0,04,1,5\\n' | aldis decode --luma -", 65, "line 1"),
      Case("printf 'seconds,luma\\n' | aldis decode --luma -", 65, "no values"),
      Case("aldis decode --luma missing.csv", 66, "missing.csv"),
      Case("aldis decode --luma a.csv --exposure 0", 64, "--exposure"),
      Case("aldis decode --luma a.csv --exposure nan", 64, "--exposure"),
      Case("aldis decode a.mp4 --exposure 0.01", 64, "--luma"),
      Case("aldis decode a.mp4 --wpm 0", 64, "--wpm", "0.4 to 200"),
      Case("aldis decode a.mp4 --wpm nan", 64, "--wpm", "0.4 to 200"),
      Case("aldis monitor --demo --wpm 1000", 64, "--wpm", "0.4 to 200"),
      Case("aldis monitor --headless --camera /dev/video99", 66, "/dev/video99"),
      Case("aldis monitor --headless --camera /dev/null", 69, "/dev/null"),
      Case("aldis monitor --headless --camera .", 69, "no camera"),
      Case("aldis monitor --headless --recording missing.mp4", 66, "missing.mp4"),
      Case("aldis monitor --headless --demo --duration 0.1 --events /missing/events", 74, "/missing/events"),
      Case(
        "aldis monitor --headless --demo --duration 0.1 --screenshot /missing/a.png", 74, "/missing/a.png"),
      Case("echo x >a.mp4; aldis monitor --headless --recording a.mp4 --screenshot a.mp4", 64, "a.mp4"),
      Case("echo x >a.mp4; aldis monitor --headless --recording a.mp4 --events ./a.mp4", 64, "a.mp4"),
      Case("aldis monitor --headless --demo --duration 1e300", 64, "--duration"),
      Case("aldis monitor --demo --window-size 16384x16384", 64, "--window-size"),
      Case("aldis decode $'no\\nsuch'", 66, "no such"),
      Case("aldis simulate SOS --output /missing/a.y4m", 74, "/missing/a.y4m"),
      Case("aldis simulate SOS", 64, "--output"),
      Case("aldis simulate 'A~B' --output a.y4m", 64, "~"),
      Case("aldis simulate '' --output a.y4m", 64, "text"),
      Case("aldis simulate SOS --output a.y4m --wpm 0", 64, "--wpm"),
      Case("aldis simulate SOS --output a.y4m --size 0x10", 64, "--size"),
      Case("aldis decode a.mp4 --alphabet klingon", 64, "klingon", "auto", "greek", "wabun", "korean"),
      Case("aldis monitor --demo --alphabet klingon", 64, "klingon", "greek"),
      Case("aldis simulate SOS --output a.y4m --alphabet klingon", 64, "klingon", "greek"),
      Case("aldis simulate 'SOS' --output a.y4m --alphabet greek", 64, "S", "greek"),
      Case("aldis send SOS", 64, "--torch"),
      Case("aldis send '' --torch null", 64, "no text"),
      Case("aldis send ' ' --torch null", 64, "no text"),
      Case("printf '\\n' | aldis send - --torch null", 64, "no text"),
      Case("head -c 1048577 /dev/zero | aldis send - --torch null", 65, "1 MiB"),
      Case("printf '\\xff' | aldis send - --torch null", 65, "UTF-8"),
      Case("aldis send - --torch null <.", 74, "standard input", "cannot be read"),
      Case("aldis send $'A\\e[31mB' --torch null", 64, "<U+001B>"),
      Case("aldis send E --torch null --timing 0.1,0.3,0.1,0.3", 64, "--timing", "0.1,0.3,0.1,0.3"),
      Case("aldis send E --torch null --timing 0.1,0.3,,0.3,0.7,1", 64, "--timing", "five"),
      Case("aldis send E --torch null --timing 0.1,0.3,nan,0.3,0.7", 64, "--timing", "0.006 to 120"),
      Case("aldis send E --torch null --timing 0.3,0.1,0.1,0.3,0.7", 64, "longer than a dot"),
      Case("aldis send E --torch null --timing 0.1,0.3,0.1,0.3,0.7 --wpm 12", 64, "--timing", "--wpm"),
      Case("aldis send E --torch video:- --verify", 64, "from its file"),
      Case("aldis send SOS --torch sun", 64, "sun", "led:NAME"),
      Case("aldis send SOS --torch led:", 64, "led:"),
      Case("aldis send SOS --torch led:nosuch", 66, "nosuch"),
      Case("aldis send SOS --torch led:../..", 66, "../.."),
      Case("aldis send SOS --torch video:/missing/a.y4m", 74, "/missing/a.y4m"),
      Case("aldis send SOS --torch null --wpm 12 --unit 0.1", 64, "--wpm", "--unit"),
      Case("aldis send SOS --torch null --wpm 0", 64, "--wpm"),
      Case("aldis send SOS --torch null --wpm -5", 64, "--wpm", "0.1 to 200, not -5"),
      Case("aldis send SOS --torch null --unit -.5", 64, "--unit", "not -.5"),
      Case("aldis send SOS --torch null --unit -inf", 64, "--unit", "not -inf"),
      Case("aldis decode a.mp4 --wpm -5", 64, "--wpm", "0.4 to 200, not -5"),
      Case("aldis decode a.mp4 --torches -1", 64, "--torches", "not -1"),
      Case("aldis monitor --demo --duration -1", 64, "--duration", "seconds above 0"),
      Case("aldis light serve --log --idle -1", 64, "--idle", "-1"),
      Case("aldis simulate SOS --output a.y4m --noise -1", 64, "--noise", "-1"),
      Case("aldis light set 0 1 0 --hold -1", 64, "--hold", "-1"),
      Case("aldis send SOS --torch null --overall-wpm 20", 64, "12, not 20"),
      Case("aldis send SOS --torch null --overall-wpm 9 --timing morse-torch", 64, "--timing itu"),
      Case("aldis send SOS --torch null --unit 1e9", 64, "--unit"),
      Case("aldis send SOS --torch null --fullscreen", 64, "--fullscreen", "screen"),
      Case("ALSA_CONFIG_PATH=/dev/null aldis send SOS --torch null --tone", 69, "no sound", "--tone"),
      Case("aldis send SOS --torch null --tone 20", 64, "--tone", "100 to 4000"),
      Case("aldis send SOS --torch null --tone high", 64, "--tone", "high"),
      Case("aldis send SOS --torch video:a.y4m --tone", 64, "--tone", "video"),
      Case("aldis send SOS --torch null --brightness 0.5", 64, "--brightness", "screen"),
      Case("aldis send SOS --torch null --colour red", 64, "--colour", "screen"),
      Case("aldis send SOS --torch screen --brightness 0", 64, "--brightness", "0.01 to 1"),
      Case("aldis send SOS --torch screen --brightness nan", 64, "--brightness", "0.01 to 1"),
      Case("aldis send SOS --torch screen --colour pink", 64, "pink", "amber", "#RRGGBB"),
      Case("aldis send SOS --torch screen --colour '#12345'", 64, "#12345", "#RRGGBB"),
      Case("aldis send SOS --torch screen --colour '#+12345'", 64, "#+12345", "#RRGGBB"),
      Case("aldis send SOS --torch screen --colour '#000000'", 64, "#000000", "invisible"),
      Case("aldis send 'A~B' --torch null", 64, "~"),
      Case("aldis send 'A~B' --torch screen", 64, "~"),
      Case("aldis send '~~' --torch null --skip-unknown", 64, "nothing"),
      Case("aldis send '<S' --torch null --skip-unknown", 64, "<S"),
      Case("seq 2000 | aldis send - --torch video:a.y4m --wpm 0.1", 74, "a.y4m", "GB"),
      Case("aldis simulate \"$(seq 2000)\" --output a.y4m --wpm 0.1", 74, "a.y4m", "GB"),
      Case("aldis decode a.mp4 --format xml", 64, "xml"),
      Case("aldis decode a.mp4 --torches 0", 64, "--torches"),
      Case("aldis decode", 64, "name a recording"),
      Case("aldis shine", 64, "shine"),
      Case("aldis tune", 66, "--shaders"),
      Case("aldis tune --demo --recording a.mp4", 64, "--demo"),
      Case(
        "mkdir Shaders; cp /dev/null Shaders/tile.frag; aldis tune --camera /dev/video99", 66, "/dev/video99"),
      Case("aldis monitor --demo --recording a.mp4", 64, "--demo"),
    ])
  func badInput(_ bad: Case) throws {
    let result = try Program().run(bad.script, seconds: 20)
    #expect(result.status == bad.status)
    #expect(result.output == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("aldis: "))
    for word in bad.words { #expect(result.errors.contains(word)) }
  }

  @Test("a truncated recording is decoded up to its end, and then reported as truncated")
  func cutRecording() throws {
    let result = try Program().run(
      """
      aldis simulate "SOS DE ALDIS" --output whole.y4m --size 160x120 --wpm 15
      head -c $(($(stat -c %s whole.y4m) - 100)) whole.y4m | aldis decode -
      """)
    #expect(result.status == 65)
    #expect(result.output == "SOS DE ALDIS\n")
    #expect(result.errorLines.count == 1)
  }

  @Test("the program ends without a message when the reader of its output ends")
  func readerGone() throws {
    let program = Program()
    let simulate = try program.run(
      "aldis simulate 'SOS SOS SOS' --output - | head -c 10 >head; echo ${PIPESTATUS[0]}")
    #expect(simulate.output == "0\n")
    #expect(simulate.errors == "")
    let decode = try program.run(
      """
      aldis simulate "SOS DE ALDIS" --output a.y4m --size 160x120
      aldis decode a.y4m --format jsonl | head -n 1 >head; echo ${PIPESTATUS[0]}
      """)
    #expect(decode.output == "0\n")
    #expect(decode.errors == "")
  }

  @Test("a signal ends the program even if its input pipe is silent", arguments: ["INT", "TERM"])
  func silentPipe(_ signal: String) throws {
    let result = try Program().run(
      """
      mkfifo pipe
      sleep 60 >pipe & writer=$!
      timeout --foreground --signal=\(signal) --kill-after=20 1 '\(Program.path)' decode - <pipe
      status=$?
      kill $writer
      [ $status != 137 ]
      """, seconds: 50)
    #expect(result.status == 0)
  }

  @Test("an input file that is also named as an output is not changed")
  func input() throws {
    let program = Program()
    _ = try program.run("echo precious >a.mp4; aldis monitor --headless --recording a.mp4 --events a.mp4")
    #expect(try program.folder.text("a.mp4") == "precious\n")
  }

  @Test("for a recording without a signal, a message says that none was found")
  func nothingFound() throws {
    let result = try Program().run(
      "printf 'YUV4MPEG2 W16 H16 F30:1 Cmono\\nFRAME\\n%256s' ' ' | aldis decode -")
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(
      result.errorLines == [
        "aldis: found no light that signals in standard input; a lamp must flash at least three times"
      ])
  }

  @Test("a window that cannot be opened is reported, and the demo runs without a window")
  func noDisplay() throws {
    let result = try Program().run(
      "aldis --demo --duration 4", environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
    #expect(result.status == 0)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("display"))
    #expect(result.demoNotices == 1)
  }

  @Test(
    "without a camera and a window, nothing is read and one line gives advice; the demo does not replace the camera",
    .enabled(if: !Program.hasVideoNodes, "there may be a camera"),
    arguments: [
      "aldis", "aldis --headless", "aldis monitor --headless --duration 5 --events events", "aldis --kiosk",
    ])
  func noCamera(_ command: String) throws {
    let result = try Program().run(
      command, seconds: 20, environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
    #expect(result.status == 66)
    #expect(result.output == "")
    #expect(result.errorLines.count == 1)
    for word in ["no camera", "clip.mp4", "--demo"] {
      #expect(result.errors.contains(word), "\(result.errors)")
    }
  }
}
