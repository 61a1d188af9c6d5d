import Foundation
import Shell
import Testing

@testable import Interface

/// The pictures of the real window on the screen, while it is operated with keys, mouse and fingers.
extension WindowTests {
  /// Functions with which scripts measure and wait. `shot FILE X Y WIDTH HEIGHT` saves a part of the screen.
  private static let seeing = """
    until_() { for _ in {1..300}; do eval "$1" && return; sleep 0.2; done; echo "never: $1" >&2; exit 97; }
    shot() {
      ffmpeg -v error -y -f x11grab -draw_mouse 0 -video_size $4x$5 -i $DISPLAY+$2,$3 -frames:v 1 -update 1 $1 </dev/null
    }
    characters() { cat events 2>/dev/null | grep -c '"character"'; }
    """

  /// Opens the demo on a display of its own and runs `script` with the window's number in `$window` once it has read a
  /// character; then ends it.
  private func watch(_ script: String, _ program: Program) throws -> Program.Result {
    try program.run(
      """
      \(Self.ownDisplay())
      \(Self.seeing)
      \(Shell.quoted(Program.path)) monitor --demo --events events --duration 150 & demo=$!
      trap 'kill $demo $server 2>/dev/null' EXIT
      window=$(timeout 40 xdotool search --sync --onlyvisible --pid $demo | tail -n 1) || exit 99
      \(Self.key)
      # Of the picture, away from the lamp and from what is said over it.
      see() { shot $1 40 40 260 240; }
      # The picture becomes another one than FILE has, or becomes that one.
      leaves() { until_ "see now.png; ! cmp -s now.png $1"; }
      reaches() { until_ "see now.png; cmp -s now.png $1"; }
      until_ '[ $(characters) -ge 1 ]'
      \(script)
      kill -INT $demo; wait $demo
      """, seconds: 200)
  }

  @Test("picture and text of a paused source stand still, and both continue afterwards")
  func hold() throws {
    let program = Program()
    let result = try watch(
      """
      see() { shot $1 30 30 700 380; }
      see before.png; leaves before.png
      key space; sleep 1; see held.png; before=$(characters)
      sleep 4; see later.png; cmp held.png later.png && [ $(characters) = $before ] && echo stands
      key space; leaves held.png; until_ "[ \\$(characters) -gt $before ]"; echo moves
      """, program)
    #expect(result.output == "stands\nmoves\n", "\(result.errors)")
    #expect(result.status == 0)
  }

  @Test("the wheel and the keys zoom into the picture and back to the whole picture")
  func zoom() throws {
    let program = Program()
    let result = try watch(
      """
      key space; sleep 0.5; see whole.png
      xdotool mousemove --window $window 170 160 click 4 click 4 click 4; leaves whole.png; sleep 0.5; see near.png
      xdotool click 5 click 5 click 5; reaches whole.png; echo wheel
      key Page_Up; key Page_Up; leaves whole.png; sleep 0.5; see near.png
      key shift+Right; leaves near.png; key shift+Left; reaches near.png; echo looked
      key Page_Down; key Page_Down; reaches whole.png; echo keys
      key Page_Up; leaves whole.png; key x; reaches whole.png
      """, program)
    #expect(result.output == "wheel\nlooked\nkeys\n", "\(result.errors)")
    #expect(result.status == 0)
  }

  /// A kiosk on a display of its own. Its lamp sends five words per minute, so that signs are longer than slow pictures.
  private func kiosk(_ script: String, _ program: Program) throws -> Program.Result {
    try program.run(
      """
      mkdir -p .config/aldis; printf '[send]\\nwpm = 5\\n' >.config/aldis/settings.toml
      \(Self.ownDisplay())
      \(Self.seeing)
      \(Shell.quoted(Program.path)) monitor --kiosk --demo --events events --duration 200 & kiosk=$!
      trap 'kill $kiosk $server 2>/dev/null' EXIT
      timeout 40 xdotool search --sync --onlyvisible --pid $kiosk >/dev/null || exit 99
      until_ '[ $(characters) -ge 1 ]'
      tap() { xdotool mousemove $1 $2; sleep 0.2; xdotool mousedown 1; sleep 0.2; xdotool mouseup 1; sleep 0.2; }
      \(script)
      """, seconds: 240)
  }

  @Test("a long press ends the kiosk; a short press or a press on a key does not")
  func longPress() throws {
    let program = Program()
    let invitation = KioskLayout(Self.screen, aspect: nil, invites: true).invitation
    let result = try kiosk(
      """
      tap 200 700; xdotool mousemove \(Int(invitation.right) - 40) \(Int(invitation.center.y)) mousedown 1; sleep 5
      xdotool mouseup 1; kill -0 $kiosk && echo alive
      # The keys that it brought up are gone after half a minute without a touch.
      tap \(Self.place(of: .close)); xdotool mousemove 200 700 mousedown 1; wait $kiosk; echo $?
      """, program)
    #expect(result.output == "alive\n0\n", "\(result.errors)")
  }

  @Test("the kiosk's lamp sends the text that a visitor types on its keys")
  func kioskWriting() throws {
    let program = Program()
    let invitation = KioskLayout(Self.screen, aspect: nil, invites: true).invitation
    let lamp = KioskKeyboard(Self.screen, page: .letters, isSending: true).lamp
    let taps = ([.sign("S"), .sign("O"), .sign("T"), .delete, .sign("S"), .send] as [KioskKeyboard.Key])
      .map { "tap \(Self.place(of: $0))" }.joined(separator: "; ")
    let decode = "\(Shell.quoted(Program.path)) decode a.mkv"
    let result = try kiosk(
      """
      tap \(Int(invitation.right) - 40) \(Int(invitation.center.y))
      ffmpeg -v error -f x11grab -draw_mouse 0 -framerate 30 -video_size \(Int(lamp.width))x\(Int(lamp.height)) \\
        -i "$DISPLAY+\(Int(lamp.x)),\(Int(lamp.y))" -c:v ffv1 -flush_packets 1 a.mkv </dev/null & film=$!
      until_ '[ -s a.mkv ]'; sleep 3
      \(taps)
      sleep 12; until_ "\(decode) 2>/dev/null | grep -q SOS"
      kill -INT $film; wait $film; kill -INT $kiosk; wait $kiosk; echo $?; \(decode)
      """, program)
    #expect(result.output == "0\nSOS\n", "\(result.errors)")
  }

  private static let screen = Point(1280, 800)

  /// The place of a key of the kiosk, in the format of xdotool.
  private static func place(of key: KioskKeyboard.Key) -> String {
    let places = KioskKeyboard(screen, page: .letters, isSending: false).places
    let center = places.first { $0.key == key }?.rect.center ?? .zero
    return "\(Int(center.x)) \(Int(center.y))"
  }
}
