import Foundation
import Shell
import Testing

/// Messages written in the real window, sent by its own lamp, and read from a film of the screen.
extension WindowTests {
  @Test("a message that is typed in the window's bar is what its lamp says, and Escape stops the next one")
  func compose() throws {
    let program = Program()
    let aldis = Shell.quoted(Program.path)
    // A recording that is held does not blink beside the lamp.
    _ = try program.run("aldis simulate E --output film.y4m --size 160x120")
    let result = try program.run(
      """
      \(Self.ownDisplay("800x480"))
      \(aldis) monitor --recording film.y4m --window-size 800x480 --duration 100 & demo=$!
      trap 'kill $demo $server 2>/dev/null' EXIT
      window=$(timeout 40 xdotool search --sync --onlyvisible --pid $demo | tail -n 1) || exit 99
      sleep 4; xdotool windowfocus $window
      xdotool key --window $window m; sleep 1
      ffmpeg -v error -f x11grab -draw_mouse 0 -framerate 30 -video_size 120x120 -i "$DISPLAY+0,360" -c:v ffv1 -flush_packets 1 a.mkv & film=$!
      until [ -s a.mkv ]; do sleep 0.1; done
      sleep 4
      xdotool type --window $window 'sos k'; sleep 0.5; xdotool key --window $window Return
      sleep 9
      kill -INT $film; wait $film
      xdotool type --window $window 'tttttttttttttttttttttttttt'; xdotool key --window $window Return; sleep 1
      # Esc stops it, takes the bar away, and ends the program.
      xdotool key --window $window Escape; sleep 1; xdotool key --window $window Escape; sleep 1
      xdotool key --window $window Escape; wait $demo; echo $?
      \(aldis) decode a.mkv
      """, seconds: 120)
    #expect(result.output == "0\nSOS K\n", "\(result.errors)")
  }

  @Test("L holds the reading to the speed as it is, and it is kept for the next start")
  func speed() throws {
    let program = Program()
    let result = try program.run(
      """
      \(Self.ownDisplay())
      '\(Program.path)' monitor --demo --events events --duration 60 & demo=$!
      trap 'kill $demo $server 2>/dev/null' EXIT
      window=$(timeout 40 xdotool search --sync --onlyvisible --pid $demo | tail -n 1) || exit 99
      for _ in {1..150}; do [ $(cat events 2>/dev/null | grep -c '"character"') -ge 3 ] && break; sleep 0.2; done
      xdotool windowfocus $window; xdotool key --window $window l; sleep 1; xdotool key --window $window m; sleep 1
      xdotool key --window $window Escape; sleep 1; xdotool key --window $window Escape; wait $demo; echo $?
      """, seconds: 90)
    #expect(result.output == "0\n")
    #expect(try program.folder.text(".state/aldis/window.json").contains("\"speedLock\""))
    #expect(try program.run("aldis monitor --demo --duration 1 --screenshot a.png").errors == "")
  }
}
