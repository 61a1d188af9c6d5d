import Foundation
import Shell
import Testing

@testable import Graphics

/// Windows one after another: GLFW takes one thread at a time.
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

  @Test("shows what is drawn, the first row of its picture at the top")
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

  @Test("tells its new size once")
  func resize() throws {
    let window = try Window(Self.description())
    _ = window.events()
    window.setSize(width: 200, height: 150)
    var sizes: [WindowEvent] = []
    for _ in 0..<100 where sizes.isEmpty {
      sizes = window.waitEvents(timeout: 0.05).filter { if case .resized = $0 { true } else { false } }
    }
    #expect(sizes == [.resized(width: 200, height: 150)])
    #expect(window.framebufferSize == (200, 150))
  }

  @Test("covers its monitor and comes back to its size")
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
    "tells keys by their place and text by the layout",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/xdotool"), "needs xdotool"))
  func keys() throws {
    var description = Self.description()
    description.title = "Aldis keys \(UInt32.random(in: 0...UInt32.max))"
    let window = try Window(description)
    window.context.beginScenePass(width: 320, height: 200)
    window.swap()
    _ = window.waitEvents(timeout: 0.1)
    // In the background: the window must answer while the keys are pressed.
    let title = Shell.quoted(description.title)
    _ = Shell.run(
      "timeout 20 xdotool search --sync --name \(title) windowfocus key space shift+a >/dev/null &")
    var events: [WindowEvent] = []
    // Until all three keys are up: in the next window they would still be down.
    func areUp() -> Bool { events.count { if case .key(_, .up, _) = $0 { true } else { false } } == 3 }
    for _ in 0..<200 where !areUp() { events += window.waitEvents(timeout: 0.05) }
    #expect(events.contains(.key(.space, .down, [])))
    #expect(events.contains(.character(" ")))
    #expect(events.contains(.key(.init("A"), .down, .shift)))
    #expect(events.contains(.character("A")))
  }

  @Test("has another context after a reset of the GPU, and draws and is woken as before")
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
    // Letting go of what the lost context made leaves the other one current.
    _ = consume texture
    window.context.beginScenePass(width: 320, height: 200)
    window.context.clear(SIMD4(0, 1, 0, 1))
    #expect(window.picture()[5, 5] == SIMD4(0, 255, 0, 255))
    try window.context.check("test")
    window.swap()
    #expect(!window.context.isLost)
    waker.wake()
  }

  @Test("wakes from its wait when another thread says so")
  func wake() throws {
    let window = try Window(Self.description())
    while !window.waitEvents(timeout: 0.05).isEmpty {}
    let waker = window.waker
    let thread = Thread { waker.wake() }
    thread.start()
    // Would wait for ever.
    _ = window.waitEvents(timeout: nil)
  }

  @Test("that is gone is woken without harm")
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
  @Test("a window says that there is none, with the window system's words")
  func noDisplay() throws {
    let error = #expect(throws: GraphicsError.self) { _ = try Window() }
    guard case .noDisplay(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("DISPLAY"))
  }
}
