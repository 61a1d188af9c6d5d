import Foundation
import Testing

/// The kiosk under compositors of Wayland, which show it by Xwayland. The compositors run without a display.
extension WindowTests {
  static func has(_ command: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(command)")
    }
  }

  private static let runtime = """
    export XDG_RUNTIME_DIR="$PWD/runtime"
    mkdir -m 700 runtime
    """

  @Test(
    "the kiosk covers the screen of cage and reads there, and cage ends with it",
    .enabled(
      if: has("cage") && has("Xwayland"), "needs cage and Xwayland; `make packages-test` installs them"))
  func cage() throws {
    let program = Program()
    // cage refuses to run as root, but runs in a namespace of its own.
    let result = try program.run(
      """
      \(Self.runtime)
      unset DISPLAY
      export WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
      [ "$(id -u)" = 0 ] && anybody='unshare --map-user=1000 --map-group=1000'
      $anybody cage -s -- '\(Program.path)' monitor --kiosk --demo --duration 8 --screenshot a.png --events events
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.errors.contains("aldis:"), "\(result.errors)")
    // The size that wlroots gives a headless output (backend/headless).
    #expect(try pngSize("a.png", in: program) == [1280, 720])
    #expect(try program.folder.text("events").contains("\"character\""))
  }

  @Test(
    "the kiosk covers weston's screen and reads there",
    .enabled(
      if: has("weston") && has("Xwayland"), "needs weston and Xwayland; `make packages-test` installs them"))
  func weston() throws {
    let program = Program()
    let result = try program.run(
      """
      \(Self.runtime)
      printf '[core]\\nidle-time=0\\n' >weston.ini
      weston --backend=headless-backend.so --use-pixman --width=1024 --height=600 --xwayland --socket=aldis \
        --config="$PWD/weston.ini" >weston.log 2>&1 & weston=$!
      trap 'kill $weston 2>/dev/null' EXIT
      for _ in {1..200}; do grep -qs 'listening on display' weston.log && break; sleep 0.1; done
      export DISPLAY=$(sed -n 's/.*listening on display //p' weston.log)
      aldis monitor --kiosk --demo --duration 8 --screenshot a.png --events events
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
    #expect(try pngSize("a.png", in: program) == [1024, 600])
    #expect(try program.folder.text("events").contains("\"character\""))
  }
}
