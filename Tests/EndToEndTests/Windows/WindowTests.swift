import Foundation
import Testing

/// The real window on a real X server, driven with real keys.
@Suite(
  "Window", .serialized,
  .enabled(if: Program.hasDisplay, "needs a display: run the tests with xvfb-run, as `make test` does"))
struct WindowTests {
  /// The size in a PNG's header (PNG specification, section 11.2.2: two big-endian words after IHDR).
  func pngSize(_ name: String, in program: Program) throws -> [Int] {
    let data = try Data(contentsOf: program.folder.url.appendingPathComponent(name))
    #expect(data.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    return [16, 20].map { start in data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  /// A display for one window only, because a display has one focus for keys, and other tests open windows at the same time.
  static func ownDisplay(_ size: String = "1280x800") -> String {
    """
    Xvfb -displayfd 1 -screen 0 \(size)x24 -noreset -ac >display 2>/dev/null & server=$!
    until [ -s display ]; do sleep 0.1; done
    export DISPLAY=:$(cat display)
    """
  }

  /// `key NAME` presses and releases a key of `$window`. If the key ended the program and its window, it would never be
  /// released, and the next window would get it as still pressed.
  static let key = """
    key() {
      xdotool windowfocus $window; xdotool key --window $window "$1" 2>/dev/null
      xdotool keyup "${1##*+}" keyup ctrl; sleep 0.5
    }
    """

  /// Starts the demo or another source, waits for its window, and runs `keys` with the window's number in `$window`.
  private func drive(
    _ keys: String, source: String = "--demo", _ program: Program
  ) throws -> Program.Result {
    try program.run(
      """
      \(Self.ownDisplay())
      '\(Program.path)' monitor \(source) --events events --duration 150 & demo=$!
      trap 'kill $demo $server 2>/dev/null' EXIT
      window=$(timeout 40 xdotool search --sync --onlyvisible --pid $demo | tail -n 1) || exit 99
      sleep 1
      \(Self.key)
      # Waits until the events tell of something so often.
      told() { for _ in {1..300}; do [ $(grep -c "$1" events) -ge $2 ] && return; sleep 0.2; done; }
      calibrated='"calibration","progress":1,'
      \(keys)
      wait $demo
      """, seconds: 200)
  }

  @Test("the demo is shown, and its screenshot has the window's size")
  func screenshot() throws {
    let program = Program()
    let result = try program.run("aldis monitor --demo --duration 2 --screenshot a.png")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(try pngSize("a.png", in: program) == [1280, 800])
  }

  @Test("a screenshot has the requested size, with and without a window", arguments: ["", "--headless"])
  func size(_ flag: String) throws {
    let program = Program()
    let result = try program.run(
      "aldis monitor \(flag) --demo --duration 2 --window-size 800x480 --screenshot a.png")
    #expect(result.errors == "")
    #expect(result.status == 0)
    #expect(try pngSize("a.png", in: program) == [800, 480])
  }

  @Test("a window is not larger than the display, unless a size is requested")
  func fits() throws {
    for (option, size) in [("", [640, 400]), ("--window-size 700x500", [700, 500])] {
      let program = Program()
      let result = try program.run(
        """
        \(Self.ownDisplay("640x400"))
        trap 'kill $server' EXIT
        aldis monitor --demo --duration 2 --screenshot a.png \(option)
        """)
      #expect(result.status == 0)
      #expect(try pngSize("a.png", in: program) == size)
    }
  }

  @Test("the kiosk covers the screen")
  func kiosk() throws {
    let program = Program()
    let result = try program.run(
      """
      aldis monitor --kiosk --demo --duration 3 --screenshot a.png
      xdotool getdisplaygeometry
      """)
    #expect(result.status == 0)
    let display = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(try pngSize("a.png", in: program) == display)
  }

  @Test(
    "a window or kiosk without a camera waits for one and plays no demo",
    .enabled(if: !Program.hasVideoNodes, "needs a machine without a camera"), arguments: ["", "--kiosk"])
  func withoutCamera(_ option: String) throws {
    let program = Program()
    let result = try program.run("aldis monitor \(option) --duration 3 --events -")
    #expect(result.status == 0)
    #expect(result.output.contains("no camera found"))
    #expect(!result.output.contains("torch") && !result.output.contains("streaming"))
  }

  @Test("the kiosk covers the screen after a change of the screen's size")
  func kioskOnAnotherScreen() throws {
    let program = Program()
    let result = try program.run(
      """
      \(Self.ownDisplay())
      trap 'kill $server' EXIT
      xrandr --newmode small 30 800 840 900 1000 600 601 604 610; xrandr --addmode screen small
      '\(Program.path)' monitor --kiosk --demo --duration 8 --screenshot a.png & kiosk=$!
      timeout 40 xdotool search --sync --onlyvisible --pid $kiosk >/dev/null; sleep 1
      xrandr --output screen --mode small
      wait $kiosk
      """)
    #expect(result.status == 0)
    #expect(try pngSize("a.png", in: program) == [800, 600])
  }

  @Test(
    "Esc ends the program only if nothing would be lost; Ctrl-Q always ends it"
  )
  func escape() throws {
    let result = try drive("key Escape; echo pressed", Program())
    #expect(result.output == "pressed\n")
    #expect(result.status == 0)
    let unsaved = try drive(
      """
      told '"character"' 1; key Escape; sleep 2; kill -0 $demo && echo stays
      key ctrl+q; echo pressed
      """, Program())
    #expect(unsaved.output == "stays\npressed\n")
    #expect(unsaved.status == 0)
  }

  @Test("Esc does not end the program during a recording, also if nothing was read")
  func escapeWhileRecording() throws {
    let program = Program()
    _ = try program.run("ffmpeg -v error -f lavfi -i color=black:s=160x120:r=30:d=60 dark.y4m")
    let result = try drive(
      """
      key ctrl+r; key Escape; sleep 2; kill -0 $demo && echo stays
      key ctrl+r; key Escape; echo pressed
      """, source: "--recording dark.y4m", program)
    #expect(result.output == "stays\npressed\n")
    #expect(result.status == 0)
  }

  @Test("Ctrl-Z restores the text that Ctrl-L has cleared")
  func restore() throws {
    let program = Program()
    let result = try drive(
      """
      told '"character"' 4; key ctrl+l; key ctrl+z
      key ctrl+s; key ctrl+a; xdotool type --window $window 'text'; sleep 0.5; key Return
      for _ in {1..300}; do [ -s text ] && break; sleep 0.2; done
      key ctrl+q
      """, program)
    #expect(result.status == 0)
    #expect(try program.folder.text("text").hasPrefix("CQ C"))
  }

  @Test("C calibrates again, S saves a picture each time, and Space and H do not disturb the run")
  func keys() throws {
    let program = Program()
    let result = try drive(
      "sleep 3; key c; key h; key h; key space; xdotool key --window $window s s; key space; sleep 3; key ctrl+q",
      program)
    #expect(result.status == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path)
    #expect(files.filter { $0.hasPrefix("aldis-") && $0.hasSuffix(".png") }.count == 2)
    #expect(try calibrations(program) == 2)
  }
}

extension WindowTests {
  /// The states of the source in the events, in order.
  private func sources(_ program: Program) throws -> [String] {
    struct Event: Decodable {
      var event: String
      var state: String?
      var name: String?
    }
    return try program.folder.text("events").split(separator: "\n").compactMap { line in
      let event = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
      return event.event == "camera" ? "\(event.state ?? "") \(event.name ?? "")" : nil
    }
  }

  @Test("Ctrl-S saves the text to the typed path, and Ctrl-Q ends the program")
  func save() throws {
    let program = Program()
    let result = try drive(
      """
      told '"character"' 1; key ctrl+s; key ctrl+a; xdotool type --window $window 'what the lamp says.txt'; sleep 0.5; key Return
      for _ in {1..300}; do [ -s 'what the lamp says.txt' ] && break; sleep 0.2; done
      key ctrl+q; echo pressed
      """, program)
    #expect(result.output == "pressed\n")
    #expect(result.status == 0)
    #expect(try program.folder.text("what the lamp says.txt").hasPrefix("CQ"))
  }

  @Test(
    "Ctrl-O reads the recording that is typed; Esc closes an open list before it ends the program"
  )
  func open() throws {
    let program = Program()
    _ = try program.run("aldis simulate 'PARIS PARIS' --output 'a film.y4m' --size 160x120 --wpm 20")
    let result = try drive(
      """
      key ctrl+o; key Escape; key ctrl+o; xdotool type --window $window 'a film.y4m'; sleep 0.5; key Return
      told '"ended"' 1; key ctrl+q
      """, program)
    #expect(result.status == 0)
    #expect(try sources(program).dropFirst() == ["streaming a film.y4m", "ended a film.y4m"])
    #expect(try program.folder.text("events").contains("PARIS"))
  }

  @Test("the first of several recordings is opened, and Ctrl-O offers all of them")
  func several() throws {
    let program = Program()
    _ = try program.run(
      """
      mkdir films
      for text in FIRST OTHER; do
        aldis simulate $text --output films/$text.y4m --size 160x120 --wpm 20
      done
      """)
    let result = try drive(
      """
      told '"ended"' 1; key ctrl+o; key Tab; key Tab; key Return; told '"ended"' 2; key ctrl+q
      """, source: "films/FIRST.y4m films/OTHER.y4m", program)
    #expect(result.status == 0)
    #expect(
      try sources(program) == ["FIRST", "OTHER"].flatMap { ["streaming \($0).y4m", "ended \($0).y4m"] })
  }

  @Test(
    "a recording is paused, sought in with keys and with the bar, and played again after its end")
  func seek() throws {
    let program = Program()
    _ = try program.run("aldis simulate 'PARIS ALDIS' --output film.y4m --size 160x120 --wpm 20")
    let result = try drive(
      """
      key space; key Left; told '"ended"' 1; sleep 1; key space; told '"ended"' 2; told PARIS 1
      xdotool mousemove --window $window 30 577 mousedown 1; sleep 0.5; xdotool mouseup 1
      told '"streaming"' 3; told '"ended"' 3
      key space; told '"streaming"' 4; key ctrl+q
      """, source: "--recording film.y4m", program)
    #expect(result.status == 0)
    let events = try program.folder.text("events").split(separator: "\n")
    let states = try sources(program)
    // The steps are: the arrow while the recording is paused, Space that continues it, the end; the bar, pressed for longer
    // than a frame; Space at the end.
    #expect(states.count(where: { $0.hasPrefix("streaming") }) == 4, "\(states)")
    #expect(events.count { $0.contains("\"word\"") && $0.contains("PARIS") } >= 2)
  }

  @Test("only the box that the mouse draws is read, X reads the whole picture again, and the wheel zooms")
  func region() throws {
    let program = Program()
    let result = try drive(
      """
      told '"found"' 1
      drag() {
        xdotool mousemove --window $window $1 $2 mousedown 1; sleep 0.3
        xdotool mousemove --window $window $3 $4; sleep 0.3; xdotool mouseup 1; sleep 0.5
      }
      drag 40 40 300 300; told '"lost"' 1; told $calibrated 2; sleep 4; grep -c '"found"' events
      xdotool mousemove --window $window 560 230 click 4 click 4 click 4; sleep 0.5
      key s; key x; told $calibrated 3; told '"found"' 2; key s; key ctrl+q
      """, program)
    #expect(result.output == "1\n")
    #expect(result.status == 0)
    #expect(try program.folder.text("events").split(separator: "\n").count { $0.contains("\"found\"") } == 2)
  }

  @Test("Ctrl-R records the light to a file, from which the same text is read")
  func record() throws {
    let program = Program()
    let result = try drive(
      "key ctrl+r; told '\"word\"' 2; key ctrl+r; sleep 1; key ctrl+q; cat aldis-*.grid >kept.grid", program)
    #expect(result.status == 0)
    let read = try program.run("aldis decode kept.grid")
    #expect(read.status == 0 && read.errors == "")
    #expect(read.output.contains("CQ"), "\(read.output)")
  }

  @Test("an event log that cannot be written is reported in the window")
  func logOnFullDisk() throws {
    // The shown frame is the last one of a short recording.
    let result = try Program().run(
      """
      aldis simulate E --size 320x240 --output film.y4m
      see() {
        aldis monitor --recording film.y4m --events $1 --duration 10 --screenshot $2.png
        echo $?
        ffmpeg -v error -i $2.png -vf crop=700:530:20:20 -f rawvideo $2
      }
      see events first; see events second; see /dev/full full
      cmp -s first second && echo same; [ -s full ] && ! cmp -s first full && echo different
      """)
    #expect(result.output == "0\n0\n74\nsame\ndifferent\n")
  }

  @Test("a full disk ends the recording, not the program")
  func recordToFullDisk() throws {
    let program = Program()
    let result = try program.run(
      """
      \(Self.ownDisplay())
      (trap '' XFSZ; ulimit -f 8; exec '\(Program.path)' monitor --demo --duration 15) & demo=$!
      trap 'kill $demo $server 2>/dev/null' EXIT
      window=$(timeout 40 xdotool search --sync --onlyvisible --pid $demo | tail -n 1) || exit 99
      sleep 1; xdotool windowfocus $window; xdotool key --window $window ctrl+r
      wait $demo; status=$?; stat -c %s aldis-*.grid; exit $status
      """)
    #expect(result.status == 0)
    #expect(Int(result.output.split(separator: "\n").last ?? "") == 8192)
  }

  @Test(
    "a lost display ends the program with one line and the status of an unavailable device",
    arguments: ["--demo", "--kiosk --camera /dev/none"])
  func displayGone(_ source: String) throws {
    let program = Program()
    let result = try drive("sleep 1; kill $server", source: source, program)
    #expect(result.status == 69)
    #expect(result.errorLines == ["aldis: the display is gone; start Aldis again when it is back"])
  }

  @Test(
    "a lost display or window loses nothing that was read: events and recording are complete",
    arguments: ["kill $server", "xdotool windowkill $window", "xdotool windowclose $window"])
  func displayGoneWhileReading(_ loss: String) throws {
    let program = Program()
    let result = try drive("told '\"light\"' 16; \(loss)", source: "--demo --record a.grid", program)
    #expect(result.status == 69)
    #expect(result.errorLines == ["aldis: the display is gone; start Aldis again when it is back"])
    #expect(try program.folder.text("events").contains("\"character\""))
    let recorded = try program.run("aldis decode a.grid")
    #expect(recorded.status == 0 && recorded.errors == "" && recorded.output.hasPrefix("C"), "\(recorded)")
  }

  @Test("a service manager is notified of the start, of keep-alives, and of the end")
  func serviceManager() throws {
    let program = Program()
    let result = try program.run(
      """
      cat >listen.py <<'END'
      import os, socket
      listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      listener.bind("notify")
      open("ready", "w").close()
      listener.settimeout(40)
      while (state := listener.recv(100).decode()) != "STOPPING=1":
          print(state, flush=True)
      END
      python3 listen.py >states & until [ -e ready ]; do sleep 0.1; done
      NOTIFY_SOCKET=$PWD/notify WATCHDOG_USEC=1000000 aldis monitor --demo --duration 4
      wait; sort states | uniq -c
      """)
    #expect(result.status == 0)
    let states = try program.folder.text("states").split(separator: "\n")
    #expect(states.first == "READY=1")
    #expect(Set(states.dropFirst()) == ["WATCHDOG=1"])
  }

  @Test(
    "a source that cannot be opened is reported in the window and does not end the program; copied text can be pasted"
  )
  func copy() throws {
    let program = Program()
    let result = try drive(
      """
      told '"character"' 1; key ctrl+c; key ctrl+o; key ctrl+v; key Return; told '"failed"' 1; key ctrl+q; echo pressed
      """, program)
    #expect(result.output == "pressed\n")
    #expect(result.status == 0)
    #expect(try sources(program).last?.hasPrefix("failed C") ?? false)
  }

  @Test("the mouse and the keyboard operate the same controls")
  func controls() throws {
    let program = Program()
    let result = try drive(
      """
      told $calibrated 1; xdotool mousemove --window $window 382 746 click 1; told $calibrated 2
      key Tab; key Tab; key Tab; key space; told $calibrated 3; key Escape; key ctrl+q
      """, program)
    #expect(result.status == 0)
    #expect(try calibrations(program) == 3)
  }

  @Test("the state of the window is restored, or reset if its file cannot be read")
  func state() throws {
    let program = Program()
    let first = try drive(
      "xdotool windowsize $window 900 620; sleep 1; key plus; key ctrl+plus; key ctrl+plus; key t; key ctrl+q",
      program)
    #expect(first.status == 0)
    let saved = try program.folder.text(".state/aldis/window.json")
    #expect(
      saved.contains("900") && saved.contains("0.55") && saved.contains("1.25") && saved.contains("light"),
      "\(saved)")
    let show = "aldis monitor --demo --duration 1 --screenshot a.png"
    #expect(try program.run(show).errors == "")
    #expect(try pngSize("a.png", in: program) == [900, 620])
    #expect(try program.run("\(show) --window-size 640x480").errors == "")
    #expect(try pngSize("a.png", in: program) == [640, 480])
    for text in ["{", "{\"version\":7}", "{\"version\":1,\"width\":-3,\"height\":9}", ""] {
      let result = try program.run("printf %s '\(text)' >.state/aldis/window.json; \(show)")
      #expect(result.status == 0)
      #expect(result.errorLines.count == 1, "\(text): \(result.errors)")
      #expect(result.errors.contains("window.json"))
      #expect(try pngSize("a.png", in: program) == [1280, 800])
    }
    let pipe = try program.run(
      "rm .state/aldis/window.json; mkfifo .state/aldis/window.json; \(show)", seconds: 30)
    #expect(pipe.status == 0)
    #expect(pipe.errorLines.count == 1 && pipe.errors.contains("window.json"))
  }

  /// Number of processes that were ended.
  private func calibrations(_ program: Program) throws -> Int {
    try program.folder.text("events").split(separator: "\n").count {
      $0.contains("\"calibration\"") && $0.contains("\"progress\":1,")
    }
  }
}
