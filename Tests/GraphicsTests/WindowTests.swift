import Foundation
import Shell
import Testing

@testable import Graphics

/// Opens one window after another: GLFW works on one thread at a time.
@MainActor
@Suite(
  "A window", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "needs a display; DISPLAY is not set"))
struct WindowTests {
  static func description(width: Int = 320, height: Int = 200) -> WindowDescription {
    var description = WindowDescription()
    description.width = width
    description.height = height
    description.waitsForRefresh = false
    return description
  }

  @Test("a window returns its pixels, the top row first")
  func draw() throws {
    let window = try Window(Self.description())
    let (width, height) = window.framebufferSize
    #expect(width == 320 && height == 200)
    window.context.beginScenePass(width: width, height: height)
    window.context.clear(SIMD4(0, 0, 1, 1))
    window.context.setScissor(PixelRectangle(x: 0, y: 0, width: 10, height: 10))
    window.context.clear(SIMD4(1, 0, 0, 1))
    let picture = window.picture()
    try window.context.check("test")
    #expect(picture[0, 0] == SIMD4(0, 0, 255, 255))
    #expect(picture[0, 199] == SIMD4(255, 0, 0, 255))
    window.swap()
  }

  @Test("a window reports its new size once")
  func resize() throws {
    let window = try Window(Self.description())
    _ = window.waitEvents(timeout: 0)
    window.setSize(width: 200, height: 150)
    var sizes: [WindowEvent] = []
    for _ in 0..<100 where sizes.isEmpty {
      sizes = window.waitEvents(timeout: 0.05).filter { if case .resized = $0 { true } else { false } }
    }
    #expect(sizes == [.resized(width: 200, height: 150)])
    #expect(window.framebufferSize == (200, 150))
  }

  @Test("a window covers its monitor and returns to its former size")
  func fullscreen() throws {
    let window = try Window(Self.description())
    window.isFullscreen = true
    #expect(window.isFullscreen)
    for _ in 0..<40 where window.framebufferSize == (320, 200) { _ = window.waitEvents(timeout: 0.05) }
    #expect(window.framebufferSize.width > 320)
    window.isFullscreen = false
    for _ in 0..<40 where window.framebufferSize != (320, 200) { _ = window.waitEvents(timeout: 0.05) }
    #expect(window.framebufferSize == (320, 200))
    #expect(!window.isFullscreen)
  }

  @Test(
    "a window reports keys by their place, and text by the layout",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/xdotool"), "needs xdotool"))
  func keys() throws {
    var description = Self.description()
    description.title = "Aldis keys \(UInt32.random(in: 0...UInt32.max))"
    let window = try Window(description)
    window.context.beginScenePass(width: 320, height: 200)
    window.swap()
    _ = window.waitEvents(timeout: 0.1)
    // In the background, because the window must handle events while the keys are pressed.
    let title = Shell.quoted(description.title)
    _ = Shell.run(
      "timeout 20 xdotool search --sync --name \(title) windowfocus key space shift+a >/dev/null &")
    var events: [WindowEvent] = []
    // Waits until all three keys are up, because they would still be down in the next test's window.
    func areUp() -> Bool { events.count { if case .key(_, .up, _) = $0 { true } else { false } } == 3 }
    for _ in 0..<200 where !areUp() { events += window.waitEvents(timeout: 0.05) }
    #expect(events.contains(.key(.space, .down, [])))
    #expect(events.contains(.character(" ")))
    #expect(events.contains(.key(.init("A"), .down, .shift)))
    #expect(events.contains(.character("A")))
  }

  @Test("after a reset of the GPU, a window gets a new context, and draws and wakes as before")
  func recover() throws {
    let window = try Window(Self.description())
    let (first, waker) = (window.context, window.waker)
    let texture = try first.texture(.rgba, width: 2, height: 2)
    #expect(window.recover { _ in Issue.record("there was no reset") })
    first.resetStatus = { 0x8253 }
    var refusals = 0
    #expect(
      !window.recover { _ throws(GraphicsError) in
        refusals += 1
        throw .contextLost(reason: "again")
      })
    #expect(refusals == 1 && window.context === first)
    #expect(window.recover { _ in refusals += 1 } && refusals == 2)
    #expect(window.context !== first && !window.context.isLost && first.isLost)
    // Releasing an object of the lost context leaves the new context current.
    _ = consume texture
    window.context.beginScenePass(width: 320, height: 200)
    window.context.clear(SIMD4(0, 1, 0, 1))
    #expect(window.picture()[5, 5] == SIMD4(0, 255, 0, 255))
    try window.context.check("test")
    window.swap()
    #expect(!window.context.isLost)
    waker.wake()
  }

  @Test("a window ends its wait when another thread wakes it")
  func wake() throws {
    let window = try Window(Self.description())
    while !window.waitEvents(timeout: 0.05).isEmpty {}
    let waker = window.waker
    let thread = Thread { waker.wake() }
    thread.start()
    // Without the wake, this waits for ever.
    _ = window.waitEvents(timeout: nil)
  }

  @Test("a window may be closed before its waker is used")
  func wakeAfterwards() throws {
    let waker = try Window(Self.description()).waker
    waker.wake()
  }
}

@MainActor
@Suite(
  "Without a display",
  .enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] == nil, "needs to be without; DISPLAY is set"))
struct NoDisplayTests {
  @Test("opening a window fails")
  func noDisplay() throws {
    #expect(throws: GraphicsError.noDisplay(reason: nil)) { _ = try Window() }
  }
}
