import Shell
import Testing

/// The lamp in a real window on a real X server, filmed by FFmpeg.
@Suite(
  "Sending on the screen", .serialized,
  .enabled(if: Program.hasDisplay, "needs a display: run the tests with xvfb-run, as `make test` does"))
struct ScreenSendingTests {
  private static let aldis = Shell.quoted(Program.path)

  @Test("the message of the lamp is read from a film of the screen")
  func screen() throws {
    // The lamp has a display of its own, because windows of other tests could cover it.
    let program = Program()
    let script = """
      ffmpeg -v error -f x11grab -draw_mouse 0 -framerate 30 -video_size 640x480 -i "$DISPLAY" -c:v ffv1 -flush_packets 1 a.mkv & film=$!
      until [ -s a.mkv ]; do sleep 0.1; done
      \(Self.aldis) send SOS --torch screen --wpm 4 || exit
      kill -INT $film; wait $film
      \(Self.aldis) decode a.mkv
      """
    let result = try program.run(
      "xvfb-run -a -s '-screen 0 640x480x24 -noreset' bash -c \(Shell.quoted(script))", seconds: 60)
    #expect(result.output == "SOS\n")
    #expect(result.status == 0)
  }

  @Test("each mark is on a film of 60 frames a second, at any speed", arguments: [5, 12, 20, 25])
  func speeds(wordsPerMinute: Int) throws {
    // If this machine was too busy to draw each picture in time, the lamp is filmed once more.
    let script = """
      for _ in 1 2 3 4; do
        rm -f a.mkv
        ffmpeg -v error -f x11grab -draw_mouse 0 -framerate 60 -video_size 160x160 -i "$DISPLAY+160,160" -c:v ffv1 -flush_packets 1 a.mkv & film=$!
        until [ -s a.mkv ]; do sleep 0.1; done
        \(Self.aldis) send '5 SOS' --torch screen --wpm \(wordsPerMinute) 2>messages || exit
        kill -INT $film; wait $film
        grep -q ' [01] missed' messages && break
      done
      \(Self.aldis) decode a.mkv
      """
    let result = try Program().run(
      "xvfb-run -a -s '-screen 0 480x480x24 -noreset' bash -c \(Shell.quoted(script))", seconds: 200)
    #expect(result.output == "5 SOS\n", "\(result.errors)")
  }

  @Test("a message is reported as not sent if its window is closed or it is delayed")
  func unfinished() throws {
    let script = """
      \(Self.aldis) send TTTT --torch screen --unit 5 & sender=$!
      window=$(timeout 30 xdotool search --sync --onlyvisible --name 'Aldis lamp' | tail -n 1)
      \(WindowTests.key)
      sleep 2; key Escape
      wait $sender; echo $?
      \(Self.aldis) send TTTT --torch screen --unit 0.1 & sender=$!
      timeout 30 xdotool search --sync --onlyvisible --name 'Aldis lamp' >/dev/null
      sleep 1; kill -STOP $sender; sleep 2; kill -CONT $sender
      wait $sender; echo $?
      """
    let result = try Program().run(
      "xvfb-run -a -s '-screen 0 480x480x24 -noreset' bash -c \(Shell.quoted(script))", seconds: 120)
    #expect(result.output == "130\n74\n", "\(result.errors)")
  }

  @Test("the light has the brightness and the colour of the options, or of the settings")
  func light() throws {
    let script = """
      mkdir -p "$XDG_CONFIG_HOME/aldis"
      printf '[send]\\nbrightness = 0.6\\ncolour = "#0080ff"\\n' >"$XDG_CONFIG_HOME/aldis/settings.toml"
      middle() {
        ffmpeg -v error -f x11grab -draw_mouse 0 -video_size 480x480 -i "$DISPLAY" -frames:v 1 -vf crop=1:1:240:240,format=rgb24 \\
          -f rawvideo - | od -An -tu1 | tr -s ' '
      }
      for options in '' '--colour red' '--brightness 0.2' '--colour amber --brightness 1 --fullscreen'; do
        \(Self.aldis) send T --torch screen --unit 10 $options 2>/dev/null & sender=$!
        until [ "$(middle)" != ' 0 0 0' ]; do sleep 0.1; done
        middle
        kill $sender; wait $sender
        until [ "$(middle)" = ' 0 0 0' ]; do sleep 0.1; done
      done
      """
    let result = try Program().run(
      "xvfb-run -a -s '-screen 0 480x480x24 -noreset' bash -c \(Shell.quoted(script))", seconds: 120)
    #expect(result.output == " 0 77 153\n 153 0 0\n 0 26 51\n 255 191 0\n", "\(result.errors)")
  }

  @Test("a signal ends a message at once")
  func signal() throws {
    let result = try Program().run(
      """
      \(Self.aldis) send TTTT --torch screen --unit 10 & sender=$!
      timeout 20 xdotool search --sync --onlyvisible --pid $sender >/dev/null || exit 99
      kill -TERM $sender
      wait $sender
      """, seconds: 40)
    #expect(result.status == 143)
  }

  @Test("a warning is printed before the whole screen flashes")
  func warning() throws {
    let result = try Program().run("aldis send E --torch screen --fullscreen --unit 0.1", seconds: 40)
    #expect(result.status == 0)
    #expect(
      result.errorLines.first?.hasPrefix("aldis: warning: the whole screen will flash 5 times a second")
        == true)
  }

  @Test("without a display an error is printed")
  func noDisplay() throws {
    let result = try Program().run("unset DISPLAY WAYLAND_DISPLAY; aldis send E --torch screen", seconds: 20)
    #expect(result.status == 69)
    #expect(result.errorLines.count == 1)
  }
}
