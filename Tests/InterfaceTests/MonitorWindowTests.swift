import Foundation
import Graphics
import Testing

@testable import Interface

@MainActor
@Suite(
  "The program's window", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "needs a display; DISPLAY is not set"))
struct MonitorWindowTests {
  private func window(_ scene: Stage.Scene = .desktop) throws -> MonitorWindow {
    var description = WindowDescription()
    description.width = 400
    description.height = 300
    description.waitsForRefresh = false
    return try MonitorWindow(scene, description)
  }

  @Test("draws only when something changed")
  func drawsOnChange() throws {
    let window = try window()
    _ = window.commands(timeout: 0)
    var snapshot = Gallery.snapshot("reading")
    var previews = 0
    func draw(frame: Int) throws -> Bool {
      try window.draw(snapshot, frame: frame) { _ in previews += 1 }
    }
    #expect(try draw(frame: 1))
    #expect(try !draw(frame: 1))
    #expect(try draw(frame: 2))
    snapshot.isFrozen = true
    #expect(try draw(frame: 2))
    #expect(try !draw(frame: 2))
    #expect(window.commands(for: [.character("h")]) == [])
    #expect(try draw(frame: 2))
    _ = window.commands(for: [.refresh])
    #expect(try draw(frame: 2))
    #expect(previews == 5)
  }

  @Test("H shows the help, Escape takes it away, and only then quits")
  func help() throws {
    let window = try window()
    let escape = WindowEvent.key(.escape, .down, [])
    #expect(window.commands(for: [.character("h")]) == [])
    #expect(window.commands(for: [escape]) == [])
    #expect(window.commands(for: [escape]) == [.quit])
    #expect(window.commands(for: [.character("h"), .close]) == [.quit])
  }

  @Test("a screenshot is what the window shows")
  func screenshot() throws {
    let window = try window()
    let picture = try window.screenshot(of: Gallery.snapshot("reading"), preview: { _ in })
    #expect(picture.width >= 400 && picture.height >= 300)
    #expect(picture.pixels.contains { $0 > 200 })
  }

  @Test("visitors' keys end, save and open nothing; Ctrl-Q ends")
  func keys() throws {
    let window = try window()
    window.scene = .kiosk
    #expect(
      window.commands(for: [
        .key(.escape, .down, []), .character("s"), .character("f"), .dropped(["a.mp4"]), .shortcut("c"),
        .shortcut("r"), .character("h"), .character("o"),
      ]) == [])
    #expect(window.commands(for: [.shortcut("q")]) == [.quit])
  }
}
