import Foundation
import Testing

/// A driver that resets its GPU. A library between the program and OpenGL reports the reset. After it, the lost context draws
/// and reads nothing.
extension WindowTests {
  private static let said: Substring =
    "aldis: the GPU was reset; the window continues in a new OpenGL ES context"

  private static let driver = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <string.h>
    #include <unistd.h>
    static void *lost;
    static void *current(void) { return ((void *(*)(void))dlsym(RTLD_NEXT, "eglGetCurrentContext"))(); }
    static int dead(void) {
      if (!access("lose", F_OK) && !rename("lose", "lost")) lost = current();
      return lost && lost == current();
    }
    static unsigned status(void) { return dead() || !access("stuck", F_OK) ? 0x8253 : 0; }
    void *eglGetProcAddress(const char *name) {
      if (!strncmp(name, "glGetGraphicsResetStatus", 24)) return (void *)status;
      return ((void *(*)(const char *))dlsym(RTLD_NEXT, "eglGetProcAddress"))(name);
    }
    void glDrawArrays(unsigned mode, int first, int count) {
      if (!dead()) ((void (*)(unsigned, int, int))dlsym(RTLD_NEXT, "glDrawArrays"))(mode, first, count);
    }
    void glClear(unsigned mask) {
      if (!dead()) ((void (*)(unsigned))dlsym(RTLD_NEXT, "glClear"))(mask);
    }
    void glReadPixels(int x, int y, int w, int h, unsigned format, unsigned type, void *bytes) {
      if (!dead()) ((void (*)(int, int, int, int, unsigned, unsigned, void *))dlsym(RTLD_NEXT, "glReadPixels"))(
        x, y, w, h, format, type, bytes);
    }
    """

  /// Runs `script` on a display of its own. There, `reset COMMAND` starts Aldis with that driver, `picture FILE` saves a
  /// picture of the display, and `moves` waits until the display changes.
  private func withDriver(_ script: String, _ program: Program) throws -> Program.Result {
    try Data("#include <stdio.h>\n\(Self.driver)\n".utf8).write(
      to: program.folder.url.appendingPathComponent("driver.c"))
    return try program.run(
      """
      cc -shared -fPIC -o driver.so driver.c -ldl || exit 98
      \(Self.ownDisplay())
      trap 'kill $aldis $server 2>/dev/null' EXIT
      reset() { LD_PRELOAD=$PWD/driver.so exec '\(Program.path)' "$@"; }
      until_() { for _ in {1..300}; do eval "$1" && return; sleep 0.2; done; echo "never: $1" >&2; exit 97; }
      told() { until_ "[ \\$(cat events 2>/dev/null | grep -c '$1') -ge $2 ]"; }
      picture() {
        ffmpeg -v error -y -f x11grab -video_size 1280x800 -i $DISPLAY -frames:v 1 -update 1 $1 </dev/null
      }
      moves() { picture before.png; until_ 'picture now.png; ! cmp -s before.png now.png'; }
      characters() { grep -c '"character"' events; }
      \(script)
      """, seconds: 200)
  }

  @Test(
    "after a reset of the GPU, reading continues and the picture is drawn again", arguments: ["", "--kiosk"])
  func reset(_ option: String) throws {
    let program = Program()
    let result = try withDriver(
      """
      reset monitor --demo --events events --duration 150 \(option) & aldis=$!
      told '"character"' 2; moves; touch lose; until_ '[ -e lost ]'
      told '"character"' $(($(characters) + 2)); moves
      kill -INT $aldis; wait $aldis
      """, program)
    #expect(result.errorLines == [Self.said])
    #expect(result.status == 0)
    let events = try program.folder.text("events").split(separator: "\n")
    // Frames on the GPU are reported as lost, and data that was read from the lost context is not used.
    #expect(events.contains { $0.contains("frames-lost") && $0.contains("graphics") })
    #expect(!events.contains { $0.contains("\"lost\"") })
  }

  @Test("while nothing can be drawn, no keep-alive message is sent, and reading continues")
  func stuckDriver() throws {
    let program = Program()
    let result = try withDriver(
      """
      cat >listen.py <<'END'
      import socket
      listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      listener.bind("notify")
      while (state := listener.recv(100).decode()) != "STOPPING=1":
          print(state, flush=True)
      END
      python3 listen.py >states & until_ '[ -e notify ]'
      signs() { grep -c WATCHDOG states; }
      export NOTIFY_SOCKET=$PWD/notify WATCHDOG_USEC=400000
      reset monitor --kiosk --demo --events events --duration 150 & aldis=$!
      until_ '[ $(signs) -ge 3 ]'; touch stuck; sleep 1; before=$(signs)
      told '"character"' $(($(characters) + 3)); [ $(signs) = $before ] && echo silent
      rm stuck; until_ "[ \\$(signs) -gt $before ]"; moves
      kill -INT $aldis; wait $aldis
      """, program)
    #expect(result.output == "silent\n")
    #expect(result.status == 0)
  }

  @Test("a shader that the driver stops is named and disabled, and the picture continues")
  func resetWhileTuning() throws {
    let program = Program()
    let result = try withDriver(
      """
      mkdir Shaders; cp '\(Program.root.appendingPathComponent("Shaders").path)'/*.{glsl,frag,vert} Shaders
      reset tune --demo --duration 100 & aldis=$!
      window=$(timeout 40 xdotool search --sync --onlyvisible --pid $aldis | tail -n 1); sleep 2; moves
      touch lose; sed -i 's/gl_FragColor = .*/gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0);/' Shaders/preview.frag
      until_ '[ -e lost ]'; moves
      \(Self.key)
      key Escape; wait $aldis
      """, program)
    #expect(result.errorLines == [Self.said])
    #expect(result.status == 0)
  }
}
