import Foundation
import Shell
import Testing

/// Messages written in the real window, sent by its own lamp, and read from a film of the screen.
extension WindowTests {
  @Test("the window's lamp sends the message that is typed in the bar, and Escape stops the next message")
  func compose() throws {
    let program = Program()
    let result = try write(
      """
      ffmpeg -v error -f x11grab -draw_mouse 0 -framerate 30 -video_size 120x120 -i "$DISPLAY+0,360" -c:v ffv1 -flush_packets 1 a.mkv & film=$!
      until [ -s a.mkv ]; do sleep 0.1; done
      sleep 4
      xdotool type --window $window 'sos k'; sleep 0.5; xdotool key --window $window Return
      sleep 16; for _ in {1..60}; do grep -q 'SOS K' <(\(Self.aldis) decode a.mkv 2>/dev/null) && break; sleep 1; done
      kill -INT $film; wait $film
      xdotool type --window $window 'tttttttttttttttttttttttttttttttttttttttttttttttt'; xdotool key --window $window Return; sleep 1
      # Esc stops it; Ctrl-Q ends the program.
      for _ in {1..60}; do kill -0 $monitor 2>/dev/null || break; xdotool key --window $window Escape; sleep 1; xdotool key --window $window ctrl+q; sleep 1; done
      wait $monitor; echo $?
      \(Self.aldis) decode a.mkv
      """, program)
    #expect(result.output == "0\nSOS K\n", "\(result.errors)")
  }

  @Test("the torch of the settings is offered first, and sends the message")
  func ownTorch() throws {
    let program = Program()
    let result = try write(
      """
      xdotool type --window $window 'sos'; sleep 0.5; xdotool key --window $window Return
      for _ in {1..300}; do [ $(grep -c ',1,1,1$' log) -ge 9 ] && break; sleep 0.2; done
      for _ in {1..60}; do kill -0 $monitor 2>/dev/null || break; xdotool key --window $window Escape; sleep 1; xdotool key --window $window ctrl+q; sleep 1; done
      wait $monitor; echo $?; cut -d, -f2- log | sort | uniq -c
      """, program,
      before: Self.ownLamp)
    #expect(result.output == "0\n      9 0,0,0\n      9 1,1,1\n", "\(result.errors)")
  }

  @Test("Ctrl-Z ends the message before it stops the program, and the window continues afterwards")
  func held() throws {
    let program = Program()
    let result = try write(
      """
      xdotool type --window $window 'tttttttttttttttttttttttttttttttttttttttttttttttt'; xdotool key --window $window Return
      for _ in {1..100}; do grep -q ',1,1,1$' log && break; sleep 0.2; done
      state() { cut -d ' ' -f 3 /proc/$monitor/stat; }
      kill -TSTP $monitor; for _ in {1..50}; do [ $(state) = T ] && break; sleep 0.2; done; state
      tail -n 1 log | cut -d, -f2-
      kill -CONT $monitor; sleep 1; [ $(state) != T ] && echo on
      kill -TERM $monitor; wait $monitor; echo $?
      """, program, before: Self.ownLamp)
    #expect(result.output == "T\n0,0,0\non\n0\n", "\(result.errors)")
  }

  private static let aldis = Shell.quoted(Program.path)

  /// Starts a lamp that logs to `log`, and makes it the torch of the settings.
  private static let ownLamp = """
    \(aldis) light serve --listen 127.0.0.1:0 --log >log 2>messages & lamp=$!
    until grep -qs listening messages; do sleep 0.02; done
    mkdir -p .config/aldis
    printf '[send]\\ntorch = "light://127.0.0.1:%s"\\n' $(sed -n 's/.*listening on .*://p' messages) >.config/aldis/settings.toml
    """

  /// Opens the window on a recording that has ended, because its picture does not blink beside the lamp. The bar for messages
  /// has five words a minute, so that signs last longer than slow pictures. Runs `script` with the window's number in
  /// `$window` and the program's process in `$monitor`.
  private func write(_ script: String, _ program: Program, before: String = "") throws -> Program.Result {
    _ = try program.run("aldis simulate E --output film.y4m --size 160x120")
    return try program.run(
      """
      mkdir -p .state/aldis; echo '{"version":1,"sendingSpeed":5}' >.state/aldis/window.json
      \(before)
      \(Self.ownDisplay("800x480"))
      \(Self.aldis) monitor --recording film.y4m --window-size 800x480 --duration 200 & monitor=$!
      trap 'kill $monitor $server $lamp 2>/dev/null' EXIT
      window=$(timeout 40 xdotool search --sync --onlyvisible --pid $monitor | tail -n 1) || exit 99
      sleep 4; xdotool windowfocus $window; xdotool key --window $window m; sleep 1
      \(script)
      """, seconds: 240)
  }

  @Test("L locks the present speed, and the lock is kept for the next start")
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
      xdotool key --window $window Escape; sleep 1; xdotool key --window $window ctrl+q; wait $demo; echo $?
      """, seconds: 90)
    #expect(result.output == "0\n")
    #expect(try program.folder.text(".state/aldis/window.json").contains("\"speedLock\""))
    #expect(try program.run("aldis monitor --demo --duration 1 --screenshot a.png").errors == "")
  }
}
