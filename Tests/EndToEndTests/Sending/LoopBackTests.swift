import Shell
import Testing

/// Light that is read back, and light that is answered, through the built program.
@Suite("Loop-back")
struct LoopBackTests {
  private static let aldis = Shell.quoted(Program.path)

  @Test("a film that is sent with --verify is read back")
  func film() throws {
    let result = try Program().run("aldis send 'CQ DE ALDIS <SK>' --torch video:a.y4m --wpm 15 --verify")
    #expect(result.status == 0)
    #expect(result.errors == "")
    let lines = result.output.split(separator: "\n")
    #expect(lines.prefix(2) == ["sent    CQ DE ALDIS <SK>", "read    CQ DE ALDIS <SK>"])
    #expect(lines.dropFirst(2).first == "errors  0 of 16 characters (0 %)")
    #expect(lines.last?.hasPrefix("timing  64 of 64 edges seen, marks ") == true)
  }

  @Test(
    "a message of one mark, or of a few equal marks, is read back at every speed",
    arguments: ["E", "T", "TT", "EE"], [5, 12, 13, 15])
  func alike(text: String, wordsPerMinute: Int) throws {
    let result = try Program().run(
      "aldis send \(text) --torch video:a.y4m --wpm \(wordsPerMinute) --verify")
    #expect(result.output.hasPrefix("sent    \(text)\nread    \(text)\n"), "\(result.output)")
    #expect(result.status == 0)
  }

  @Test("a message that is too short to be detected is refused")
  func flash() throws {
    let result = try Program().run("aldis send E --torch video:a.y4m --wpm 20 --verify; echo $?; ls")
    #expect(result.output == "64\nstderr\nstdout\n")
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("send slower"))
  }

  @Test("the exit status reports a message that is not read back as it was sent")
  func lost() throws {
    let result = try Program().run(
      """
      aldis simulate TEST --size 320x240 --wpm 15 --output other.y4m
      aldis send SOS --torch null --unit 0.01 --verify --recording other.y4m 2>/dev/null; echo $?
      """)
    #expect(
      result.output.hasPrefix(
        "sent    SOS\nread    TEST\nerrors  3 of 3 characters (100 %)\ntiming  unknown"))
    #expect(result.output.hasSuffix("\n1\n"))
  }

  @Test(
    "a message that cannot be read back is refused",
    arguments: [
      ("--torch null --verify --recording missing.mp4", 66, "missing.mp4"),
      ("--torch null --verify --camera /dev/missing", 66, "/dev/missing"),
      ("--torch null --camera /dev/video0", 64, "--verify"),
    ])
  func refused(_ options: String, _ status: Int32, _ word: String) throws {
    let result = try Program().run("aldis send E \(options) >/dev/null")
    #expect(result.status == status)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains(word))
  }

  /// Films the display of a script into the pipe `film`.
  private static let filming = """
    mkfifo film
    ffmpeg -v quiet -f x11grab -draw_mouse 0 -framerate 30 -i "$DISPLAY" -pix_fmt yuv420p -f yuv4mpegpipe -y film &
    """

  @Test("a lamp on the screen is read back from the screen")
  func screen() throws {
    // A machine that is too busy films too few pictures, and the pictures have no times.
    let script = """
      for _ in 1 2 3; do
        rm -f film; \(Self.filming)
        \(Self.aldis) send 'ALDIS' --torch screen --wpm 12 --verify --recording film >read && break
      done
      cat read; grep -q 'errors  0 of' read
      """
    let result = try Program().run(
      "xvfb-run -a -s '-screen 0 640x480x24 -noreset' bash -c \(Shell.quoted(script))", seconds: 240)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("sent    ALDIS\nread    ALDIS\nerrors  0 of 5"), "\(result.errors)")
  }

  @Test("the delay of a glowing lamp is measured, and later marks have the right duration")
  func calibration() throws {
    // The lamp glows for four more frames at 60 frames per second.
    let script = """
      film() {
        rm -f film; mkfifo film
        lag=tblend=all_mode=lighten
        ffmpeg -v quiet -f x11grab -draw_mouse 0 -framerate 60 -i "$DISPLAY" -vf $lag,$lag,$lag,$lag -pix_fmt yuv420p -f yuv4mpegpipe \\
          -y film &
      }
      verify() { film; \(Self.aldis) send PARIS --torch screen --wpm 10 --verify --recording film; }
      verify
      film; \(Self.aldis) calibrate-torch --torch screen --unit 0.15 --recording film
      cat "$XDG_CONFIG_HOME/aldis/torches.toml"
      verify
      film; \(Self.aldis) send PARIS --torch screen --wpm 30
      """
    let result = try Program().run(
      "xvfb-run -a -s '-screen 0 320x240x24 -noreset' bash -c \(Shell.quoted(script))", seconds: 150)
    let lengths = result.output.matches(of: /marks ([0-9.]+) ms (longer|shorter)/).compactMap { Double($0.1) }
    try #require(lengths.count == 2, "\(result.output)\(result.errors)")
    #expect(lengths[0] > 40)
    #expect(lengths[1] < 25)
    #expect(result.output.contains("screen  goes off "))
    #expect(result.output.contains("[\"screen\"]"))
    #expect(result.errorLines.last?.contains("too slow") == true)
    #expect(result.status == 64)
  }

  /// Plays a film in real time into the pipe `film`.
  private static func playing(_ text: String) -> String {
    """
    mkfifo film
    aldis simulate '\(text)' --size 320x240 --wpm 15 --output - |
      ffmpeg -v quiet -re -f yuv4mpegpipe -i - -f yuv4mpegpipe -y film &

    """
  }

  @Test("a message is answered with its own text, and the answer can be read")
  func echo() throws {
    let result = try Program().run(
      """
      \(Self.aldis) light serve --log --listen 127.0.0.1:0 >log 2>messages & server=$!
      until grep -qs listening messages; do sleep 0.02; done
      \(Self.playing("CQ DE A K"))
      aldis echo --recording film --torch light://127.0.0.1:$(grep -o '[0-9]*$' messages) --wpm 20 --pause 1 2>/dev/null
      kill $server; wait $server
      awk -F, '
        BEGIN { t = 0; level = 0 }
        function until(end) { for (; t < end; t += 0.01) print t "," 100 * level }
        { until($1); level = $2 }
        END { until(t + 3) }
      ' log | aldis decode - --luma
      """)
    #expect(result.output == "< CQ DE A K\n> CQ DE A K\nCQ DE A K\n")
    #expect(result.status == 0)
  }

  @Test("the answer is the standard output of a command; without output there is no answer")
  func command() throws {
    let program = Program()
    let reply = { (command: String) in
      try program.run(
        """
        rm -f film
        \(Self.playing("K TEST"))
        aldis echo --recording film --torch null --unit 0.02 --pause 1 --reply \(Shell.quoted(command))
        """)
    }
    #expect(try reply("sed 's/^K/R/'").output == "< K TEST\n> R TEST\n")
    #expect(try reply("echo  one; echo two").output == "< K TEST\n> one two\n")
    let failing = try reply("exit 3")
    #expect(failing.output == "< K TEST\n")
    #expect(failing.errors.contains("exit 3 failed"))
    #expect(try reply("true").output == "< K TEST\n")
  }

  @Test("a signal ends a command that has not answered yet, and all its children")
  func signal() throws {
    let result = try Program().run(
      """
      \(Self.playing("K TEST"))
      \(Self.aldis) echo --recording film --torch null --pause 1 --reply 'sleep 1000 & echo $! >sleeper; wait' & echo=$!
      until grep -qs . sleeper; do sleep 0.05; done
      kill -INT $echo; wait $echo; status=$?
      while kill -0 $(cat sleeper) 2>/dev/null && ! grep -q ') Z ' /proc/$(cat sleeper)/stat; do sleep 0.05; done
      exit $status
      """, seconds: 60)
    #expect(result.status == 130)
    #expect(result.output == "< K TEST\n")
  }

  @Test("measured delays are printed even if they cannot be saved")
  func unkept() throws {
    let result = try Program().run(
      """
      \(Self.playing("PARIS PARIS"))
      mkdir "$XDG_CONFIG_HOME"; echo >"$XDG_CONFIG_HOME/aldis"
      aldis calibrate-torch --torch null --unit 0.08 --recording film
      """, seconds: 60)
    #expect(result.status == 74)
    #expect(result.output.hasPrefix("null  goes off "), "\(result.errors)")
    #expect(result.errors.contains("cannot write "))
    #expect(result.errors.contains("torches.toml: "))
  }

  @Test("the program does not read its own light as a message, even if the camera sees it")
  func ownLight() throws {
    let script = """
      \(Self.filming)
      \(Self.aldis) echo --recording film --torch screen --wpm 15 --pause 1 --count 2 >said 2>heard & echo=$!
      xdotool search --sync --onlyvisible --pid $echo windowmove 500 0 >/dev/null
      for text in CQ TEST; do
        until grep -q watching heard; do sleep 0.1; done
        sleep 3
        \(Self.aldis) send $text --torch screen --wpm 12 2>/dev/null
        until [ "$(tail -n 1 said)" = "> $text" ]; do sleep 0.1; done
        until [ $(grep -c 'refreshes a second' heard) -gt ${answers:=0} ]; do sleep 0.1; done
        answers=$((answers + 1))
      done
      wait $echo; status=$?
      cat said
      exit $status
      """
    let result = try Program().run(
      "xvfb-run -a -s '-screen 0 1000x480x24 -noreset' bash -c \(Shell.quoted(script))", seconds: 120)
    #expect(result.output == "< CQ\n> CQ\n< TEST\n> TEST\n", "\(result.errors)")
    #expect(result.status == 0)
  }

  @Test("echo refuses a video as its torch")
  func filmAnswers() throws {
    let result = try Program().run("aldis echo --torch video:a.y4m --recording b.y4m")
    #expect(result.status == 64)
    #expect(result.errorLines.count == 1)
  }
}
