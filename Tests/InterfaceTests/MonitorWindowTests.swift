import Foundation
import Frames
import Monitor
import Testing
import Typesetting

@testable import Graphics
@testable import Interface

@MainActor
@Suite(
  "The program's window", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "needs a display; DISPLAY is not set"))
struct MonitorWindowTests {
  // These tests never poll the display, because it would report keys that other tests press.

  private func window(_ scene: Stage.Scene = .desktop) throws -> MonitorWindow {
    var description = WindowDescription()
    description.width = 400
    description.height = 300
    description.waitsForRefresh = false
    return try MonitorWindow(scene, description)
  }

  @Test("the window draws only when something has changed")
  func drawsOnChange() throws {
    let window = try window()
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

  @Test(
    "H opens the help; Escape closes it, then leaves fullscreen, then gives the command to leave")
  func help() throws {
    let window = try window()
    let escape = WindowEvent.key(.escape, .down, [])
    #expect(window.commands(for: [.character("h")]) == [])
    #expect(window.commands(for: [escape]) == [])
    #expect(window.commands(for: [.character("f")]) == [] && window.isFullscreen)
    #expect(window.commands(for: [escape]) == [] && !window.isFullscreen)
    #expect(window.commands(for: [escape]) == [.leave])
    #expect(window.commands(for: [.character("h"), .close]) == [.quit])
  }

  @Test("after a reset of the GPU the same picture is drawn, and the typed message is kept")
  func reset() throws {
    let (window, _) = try windowWithControls()
    func draw() throws -> Bool { try window.draw(Gallery.snapshot("reading"), frame: 1) { _ in } }
    _ = window.commands(for: [.character("m")])
    while window.bar.share() < 1 { _ = try draw() }
    for sign in "SOS".unicodeScalars {
      _ = window.commands(for: [.character(sign)])
      _ = try draw()
    }
    #expect(window.stage.composeControls.text == "SOS")
    while try draw() {}
    let before = try window.screenshot(of: Gallery.snapshot("reading")) { _ in }
    window.context.resetStatus = { 0x8253 }
    var moved = 0
    #expect(window.recover { _ in moved += 1 })
    #expect(window.recover { _ in moved += 1 } && moved == 1)
    #expect(try draw())
    #expect(window.stage.composeControls.text == "SOS")
    #expect(try window.screenshot(of: Gallery.snapshot("reading")) { _ in } == before)
  }

  @Test("a screenshot has the content of the window")
  func screenshot() throws {
    let window = try window()
    let picture = try window.screenshot(of: Gallery.snapshot("reading"), preview: { _ in })
    #expect(picture.width >= 400 && picture.height >= 300)
    #expect(picture.pixels.contains { $0 > 200 })
  }

  @Test("keys of visitors do not change the kiosk; only Ctrl-Q and closing end it")
  func keys() throws {
    let window = try window()
    window.scene = .kiosk
    let signs = KeyBindings.signs.keys.map { WindowEvent.character($0) }
    let keys = KeyBindings.keys.keys.map { WindowEvent.key($0, .down, []) }
    let shortcuts = KeyBindings.shortcuts.keys.filter { $0 != "q" }.map { WindowEvent.shortcut($0) }
    #expect(window.commands(for: signs + keys + shortcuts + [.dropped(["a.mp4"])]) == [])
    #expect(window.theme == .dark && window.textScale == 1)
    #expect(window.commands(for: [.shortcut("q")]) == [.quit])
    #expect(window.commands(for: [.close]) == [.quit])
  }

  /// A window with controls, and the place of Freeze in it, in pixels.
  private func windowWithControls() throws -> (MonitorWindow, Point) {
    var description = WindowDescription()
    (description.width, description.height, description.waitsForRefresh) = (1280, 800, false)
    let window = try MonitorWindow(.desktop, description)
    try window.draw(Gallery.snapshot("reading"), frame: 1) { _ in }
    _ = window.commands(for: [.pointer(x: 300, y: 300)])
    try window.draw(Gallery.snapshot("reading"), frame: 1) { _ in }
    let layout = DesktopLayout(Point(1280, 800), aspect: 4.0 / 3)
    let place = try #require(ControlRow(in: layout.controls, without: [.exposure]).places[.freeze])
    return (window, place.center)
  }

  @Test("a click closes the help, and presses no control below it")
  func clickOnHelp() throws {
    let (window, place) = try windowWithControls()
    func click() throws -> [Command] {
      var commands: [Command] = []
      for event in [
        WindowEvent.pointer(x: place.x, y: place.y), .button(.left, .down, []), .button(.left, .up, []),
      ] {
        commands += window.commands(for: [event])
        try window.draw(Gallery.snapshot("reading"), frame: 1) { _ in }
      }
      return commands + window.commands(for: [])
    }
    #expect(try click() == [.freeze])
    _ = window.commands(for: [.character("h")])
    #expect(try click() == [])
    #expect(try click() == [.freeze])
  }

  @Test(
    "a click on a torch's frame or text chooses its trace; a drag from there or a click elsewhere does not"
  )
  func chooseTorch() throws {
    let (window, _) = try windowWithControls()
    let snapshot = Gallery.snapshot("many")
    try window.draw(snapshot, frame: 2) { _ in }
    let layout = DesktopLayout(Point(1280, 800), aspect: 4.0 / 3)
    let scale = layout.picture.width / 640
    func at(_ x: Double, _ y: Double) -> Point {
      Point(layout.picture.x, layout.picture.y) + Point(x, y) * scale
    }
    let lane = TextLanes(of: snapshot, in: layout.text, isSmall: false).places[2].rect
    func press(_ from: Point, _ to: Point) -> [Command] {
      window.commands(for: [
        .pointer(x: from.x, y: from.y), .button(.left, .down, []), .pointer(x: to.x, y: to.y),
        .button(.left, .up, []),
      ])
    }
    #expect(press(at(90, 120), at(90, 120)) == [.trace(TorchID(1))])
    #expect(press(lane.center, lane.center) == [.trace(TorchID(2))])
    #expect(press(at(300, 400), at(300, 400)) == [])
    let marked = press(at(90, 120), at(300, 400))
    #expect(marked.count == 1)
    if case .watchRegion(_?)? = marked.first {} else { Issue.record("\(marked)") }
    #expect(window.commands(for: [.character("n")]) == [.traceNext])
  }

  @Test("the letter that opens the choice of sources is not typed into its entry; later letters are")
  func letterThatOpens() throws {
    let (window, _) = try windowWithControls()
    var commands: [Command] = []
    for sign in ["o", "f", "g"] as [Unicode.Scalar] {
      commands += window.commands(for: [.key(.init(sign), .down, []), .character(sign)])
      try window.draw(Gallery.snapshot("reading"), frame: 1) { _ in }
    }
    commands += window.commands(for: [])
    #expect(
      commands
        == ["", "f", "fg"].flatMap {
          $0.isEmpty ? [.findCameras, .findFiles($0)] : [.findFiles($0)]
        })
  }

  @Test("the popup for the text's file opens only if there is text")
  func save() throws {
    let (window, _) = try windowWithControls()
    #expect(window.commands(for: [.shortcut("s")]) == [])
    try window.draw(Gallery.snapshot("reading"), frame: 1) { _ in }
    #expect(window.commands(for: [.key(.enter, .down, []), .key(.enter, .up, [])]) == [])
    _ = window.commands(for: [.key(.escape, .down, []), .key(.escape, .up, [])])
    for _ in 1...2 { try window.draw(Gallery.snapshot("empty"), frame: 2) { _ in } }
    #expect(window.commands(for: [.shortcut("s")]).contains(.chooseTextFile))
  }

  @Test("the picture of another source is shown whole; a camera that comes back keeps the zoom")
  func zoom() throws {
    let (window, _) = try windowWithControls()
    var parts: [Bool] = []
    func show(_ state: String, frame: Int) throws {
      _ = window.commands(for: [])
      try window.draw(Gallery.snapshot(state), frame: frame) { parts.append($0.part != nil) }
    }
    _ = window.commands(for: [.pointer(x: 300, y: 300), .scroll(x: 0, y: 5)])
    try show("reading", frame: 2)
    try show("failed", frame: 2)
    try show("reading", frame: 3)
    try show("opening", frame: 3)
    try show("paused", frame: 4)
    #expect(parts == [true, true, false])
  }

  @Test("keys zoom and pan the picture, and change the text scale and restore it")
  func keysForZoom() throws {
    let (window, _) = try windowWithControls()
    func part() throws -> PictureArea? {
      var part: PictureArea?
      #expect(
        try window.draw(Gallery.snapshot("reading"), frame: Int.random(in: 0...(.max))) { part = $0.part })
      return part
    }
    _ = window.commands(for: [.key(.pageUp, .down, []), .key(.pageUp, .down, [])])
    let near = try #require(try part())
    let (width, middle) = (near.width * 1.5625, near.x + near.width / 2)
    #expect(abs(width - 640) < 1e-6)
    #expect(abs(middle - 320) < 1e-6)
    _ = window.commands(for: [.key(.right, .down, .shift), .key(.down, .down, .shift)])
    let moved = try #require(try part())
    let (right, down) = (moved.x - near.x, moved.y - near.y)
    #expect(abs(right - near.width / 8) < 1e-6)
    #expect(abs(down - near.height / 8) < 1e-6)
    _ = window.commands(for: [.key(.pageDown, .down, []), .key(.pageDown, .down, [])])
    #expect(try part() == nil)
    _ = window.commands(for: [.shortcut("+"), .shortcut("+")])
    #expect(window.textScale == 1.25)
    _ = window.commands(for: [.shortcut("0")])
    #expect(window.textScale == 1)
  }

  @Test("a drag ends at the release of the button, even if help or a popup has opened")
  func dragOverHelp() throws {
    let (window, _) = try windowWithControls()
    for (start, interruption) in [(100.0, WindowEvent.character("h")), (200, .character("o"))] {
      let drag: [WindowEvent] = [
        .pointer(x: start, y: 100), .button(.left, .down, []), .pointer(x: start + 200, y: 300),
      ]
      #expect(window.commands(for: drag).isEmpty)
      _ = window.commands(for: [interruption])
      try window.draw(Gallery.snapshot("reading"), frame: 1) { _ in }
      #expect(
        !window.commands(for: [.button(.left, .up, [])]).contains {
          if case .watchRegion = $0 { true } else { false }
        })
      _ = window.commands(for: [.key(.escape, .down, []), .key(.escape, .up, [])])
      try window.draw(Gallery.snapshot("reading"), frame: 1) { _ in }
      let moved = window.commands(for: [.pointer(x: 400, y: 400), .button(.left, .up, [])])
      #expect(!moved.contains { if case .watchRegion = $0 { true } else { false } })
    }
  }

  @Test("a touch on the picture marks a part of it, even if the pointer was on a control before")
  func jump() throws {
    let (window, freeze) = try windowWithControls()
    _ = window.commands(for: [.pointer(x: freeze.x, y: freeze.y)])
    try window.draw(Gallery.snapshot("reading"), frame: 1) { _ in }
    let drag: [WindowEvent] = [
      .pointer(x: 100, y: 100), .button(.left, .down, []), .pointer(x: 300, y: 300),
      .button(.left, .up, []),
    ]
    let marked = window.commands(for: drag)
    #expect(marked.contains { if case .watchRegion(_?) = $0 { true } else { false } }, "\(marked)")
  }

  @Test("only a press on the picture moves the divide, and only while shaders are compared")
  func divide() throws {
    let (window, _) = try windowWithControls()
    let snapshot = Gallery.snapshot("reading")
    let picture = TuningLayout(Point(1280, 800), aspect: 4.0 / 3).picture
    func divide(from start: Point, isComparing: Bool = true, key: WindowEvent? = nil) throws -> Double? {
      var tuning = Tuning(folder: "Shaders")
      (tuning.isComparing, tuning.divide) = (isComparing, 0.5)
      window.scene = .tuning(tuning)
      for _ in 1...2 { try window.draw(snapshot, frame: 2) { _ in } }
      let end = Point(picture.x + picture.width / 4, start.y)
      _ = window.commands(for: [
        .pointer(x: start.x, y: start.y), .button(.left, .down, []), .pointer(x: end.x, y: end.y),
        .button(.left, .up, []),
      ])
      if let key { _ = window.commands(for: [key]) }
      guard case .tuning(let shown) = window.scene else { return nil }
      return (shown.divide * 100).rounded() / 100
    }
    #expect(try divide(from: picture.center) == 0.25)
    let (middle, right) = (picture.center, WindowEvent.key(.right, .down, []))
    for outside in [
      Point(middle.x, picture.y - 4), Point(middle.x, picture.bottom + 4), Point(picture.x - 4, middle.y),
    ] {
      #expect(try divide(from: outside) == 0.5)
    }
    #expect(try divide(from: middle, isComparing: false) == 0.5)
    #expect(try divide(from: middle, isComparing: false, key: right) == 0.5)
    #expect(try divide(from: middle, key: right) == 0.27)
  }

  @Test("a visitor's message that could not be sent is restored in the kiosk's line, with the reason")
  func failedAtKiosk() throws {
    let window = try window()
    (window.scene, window.invitesToSend) = (.kiosk, true)
    window.visit.open()
    try window.draw(Gallery.snapshot("reading"), frame: 1) { _ in }
    let size = Point(Double(window.view.width), Double(window.view.height)) / window.view.layoutScale
    let keyboard = KioskKeyboard(size, page: .letters, isSending: false)
    func tap(_ key: KioskKeyboard.Key) throws -> [Command] {
      let place = try #require(keyboard.places.first { $0.key == key }).rect.center * window.view.layoutScale
      return window.commands(for: [
        .pointer(x: place.x, y: place.y), .button(.left, .down, []), .button(.left, .up, []),
      ])
    }
    _ = try tap(.sign("S"))
    for _ in 1...2 {
      #expect(try tap(.send) == [.send("S", leavesOut: true)])
      #expect(window.visit.text == "" && window.compose.fault == nil)
      window.compose.fault = "held up; send it again"
      #expect(window.commands(for: []) == [])
      #expect(window.visit.text == "S")
    }
    func picture() throws -> Bitmap { try window.screenshot(of: Gallery.snapshot("reading")) { _ in } }
    let told = try picture()
    window.compose.fault = nil
    #expect(try picture() != told)
  }
}
