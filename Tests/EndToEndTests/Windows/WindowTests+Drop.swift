import Foundation
import Testing

/// A file that is dropped on the window.
extension WindowTests {
  /// `python3 -c ... WINDOW FILE` drops a file in the middle of a window, as a file manager does (XDND protocol, version 5,
  /// freedesktop.org): enter, position, drop; then the window asks for the list of files.
  private static let drop = #"""
    import ctypes, pathlib, sys
    x = ctypes.CDLL("libX11.so.6")
    L, I, P = ctypes.c_ulong, ctypes.c_int, ctypes.c_void_p
    x.XOpenDisplay.restype, x.XDefaultRootWindow.restype = P, L
    x.XInternAtom.restype, x.XCreateSimpleWindow.restype = L, L
    class Message(ctypes.Structure):
        _fields_ = [("type", I), ("serial", L), ("sent", I), ("display", P), ("window", L), ("kind", L),
                    ("format", I), ("data", ctypes.c_long * 5)]
    class Request(ctypes.Structure):
        _fields_ = [("type", I), ("serial", L), ("sent", I), ("display", P), ("owner", L), ("requestor", L),
                    ("selection", L), ("target", L), ("property", L), ("time", L)]
    class Notify(ctypes.Structure):
        _fields_ = [("type", I), ("serial", L), ("sent", I), ("display", P), ("requestor", L),
                    ("selection", L), ("target", L), ("property", L), ("time", L)]
    class Event(ctypes.Union):
        _fields_ = [("type", I), ("message", Message), ("request", Request), ("notify", Notify), ("pad", L * 24)]
    display = P(x.XOpenDisplay(None))
    target = L(int(sys.argv[1]))
    source = L(x.XCreateSimpleWindow(display, L(x.XDefaultRootWindow(display)), 0, 0, 1, 1, 0, L(0), L(0)))
    atom = lambda name: x.XInternAtom(display, name.encode(), 0)
    x.XSetSelectionOwner(display, L(atom("XdndSelection")), source, L(0))
    def send(kind, *data):
        event = Event()
        event.message = Message(33, 0, 1, display, target, atom(kind), 32, (source.value, *data))
        x.XSendEvent(display, target, 0, L(0), ctypes.byref(event))
        x.XFlush(display)
    def wait(type, kind=None):
        while True:
            event = Event()
            x.XNextEvent(display, ctypes.byref(event))
            if event.type == type and (kind is None or event.message.kind == atom(kind)): return event
    send("XdndEnter", 5 << 24, atom("text/uri-list"), 0, 0)
    send("XdndPosition", 0, 640 << 16 | 400, 0, atom("XdndActionCopy"))
    wait(33, "XdndStatus")
    send("XdndDrop", 0, 0, 0, 0)
    asked = wait(30).request
    text = (pathlib.Path(sys.argv[2]).resolve().as_uri() + "\r\n").encode()
    x.XChangeProperty(display, L(asked.requestor), L(asked.property), L(asked.target), 8, 0, text, len(text))
    event = Event()
    event.notify = Notify(31, 0, 1, display, asked.requestor, asked.selection, asked.target, asked.property, asked.time)
    x.XSendEvent(display, L(asked.requestor), 0, L(0), ctypes.byref(event))
    x.XFlush(display)
    wait(33, "XdndFinished")
    """#

  @Test("a recording that is dropped on the window is read")
  func dropped() throws {
    let program = Program()
    try Self.drop.write(
      to: program.folder.url.appendingPathComponent("drop.py"), atomically: true, encoding: .utf8)
    let result = try program.run(
      """
      \(Self.ownDisplay())
      aldis simulate 'DROPPED' --wpm 20 --size 160x120 --backdrop plain --output 'ein Film.y4m'
      '\(Program.path)' monitor --demo --events events --duration 60 & demo=$!
      trap 'kill $demo $server 2>/dev/null' EXIT
      window=$(timeout 40 xdotool search --sync --onlyvisible --pid $demo | tail -n 1) || exit 99
      timeout 20 python3 drop.py $window 'ein Film.y4m' || exit 98
      for _ in {1..300}; do grep -q '"word","text":"DROPPED"' events && break; sleep 0.1; done
      kill -INT $demo; wait $demo
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try program.folder.text("events").contains(#""event":"word","text":"DROPPED""#))
  }
}
