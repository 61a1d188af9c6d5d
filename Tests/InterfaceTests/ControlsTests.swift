import Frames
import Glibc
import Graphics
import Monitor
import Testing

@testable import Interface

/// The controls of the desktop, worked by the events of a window that is not there.
@Suite("Controls on the stage")
struct ControlsTests {
  private let stage: Stage
  private var view = Stage.View(.desktop, width: 1280, height: 800)
  private var snapshot = Gallery.snapshot("reading")

  init() throws {
    stage = try Stage(try OffscreenContext().context)
    view.choices = Choices(
      cameras: [
        .init(name: "HD Pro Webcam C920", path: "/dev/video0"),
        .init(
          name: "Scanner", path: "/dev/video7",
          obstacle: .notACamera("/dev/video7", reason: "it captures no pictures")),
      ],
      alphabets: ["auto", "latin", "hebrew"], alphabet: "latin", textPath: "text.txt")
    draw()
    _ = stage.takeCommands()
  }

  private func draw() { _ = try? stage.picture(of: snapshot, as: view) { _ in } }

  /// What the events ask for.
  private func commands(_ events: WindowEvent...) -> [Command] {
    for event in events {
      _ = stage.takes(event, pointerScale: 1)
      draw()
    }
    return stage.takeCommands()
  }

  private func click(_ item: ControlRow.Item, at share: Double = 0.5) -> [Command] {
    let place = place(item)
    let events: [WindowEvent] = [
      .pointer(x: place.x + place.width * share, y: place.center.y), .button(.left, .down, []),
      .button(.left, .up, []),
    ]
    // All at once, as a quick hand does between two pictures.
    for event in events { _ = stage.takes(event, pointerScale: 1) }
    draw()
    return stage.takeCommands()
  }

  private func place(_ item: ControlRow.Item) -> Rect {
    let layout = DesktopLayout(Point(1280, 800), aspect: 4.0 / 3)
    return ControlRow(in: layout.controls, without: view.choices.canLockExposure ? [] : [.exposure]).places[
      item]!
  }

  private func press(_ key: WindowEvent.Key, _ modifiers: WindowEvent.Modifiers = []) -> [Command] {
    commands(.key(key, .down, modifiers), .key(key, .up, modifiers))
  }

  private func type(_ text: String) -> [Command] {
    text.unicodeScalars.flatMap { commands(.character($0)) }
  }

  @Test(
    "a click asks for what the control says",
    arguments: [
      (ControlRow.Item.freeze, Command.freeze), (.calibrate, .calibrate), (.copy, .copyText),
      (.clear, .clearText), (.record, .record), (.compose, .compose), (.speed, .lockSpeed),
    ])
  func clicks(_ item: ControlRow.Item, _ command: Command) {
    #expect(click(item) == [command])
    #expect(commands(.pointer(x: 400, y: 300)) == [])
  }

  @Test("a speed can be held once there is one, and let go of whatever there is")
  mutating func speed() {
    snapshot.status.wordsPerMinute = nil
    draw()
    #expect(click(.speed) == [])
    snapshot.speedLock = 12
    draw()
    #expect(click(.speed) == [.lockSpeed])
  }

  @Test("without text there is nothing to copy, save or clear")
  mutating func disabled() {
    snapshot = Gallery.snapshot("empty")
    draw()
    #expect(click(.copy) == [])
    #expect(click(.save) == [])
    #expect(click(.clear) == [])
  }

  @Test("the slider goes where it is pressed, and the button beside it back to automatic")
  mutating func slider() throws {
    let commands = click(.threshold, at: 0.2)
    guard case .sensitivity(let value)? = commands.last else {
      Issue.record("\(commands)")
      return
    }
    // 0.2 of the control, whose right quarter is the button.
    #expect(abs(value - 0.2 * 208 / 156) < 0.02)
    snapshot.sensitivity = .manual(value)
    draw()
    #expect(click(.threshold, at: 0.9) == [.automaticSensitivity])
  }

  @Test(
    "the bar under a recording leads to the moment that is pressed, and the button beside it holds and plays")
  mutating func seek() throws {
    snapshot = Gallery.snapshot("paused")
    draw()
    let bar = DesktopLayout(Point(1280, 800), aspect: 4.0 / 3, canSeek: true).seek
    _ = commands(.pointer(x: bar.x + bar.width * 0.75, y: bar.center.y))
    let commands = commands(.button(.left, .down, []), .button(.left, .up, []))
    guard case .seek(let seconds)? = commands.last else {
      Issue.record("\(commands)")
      return
    }
    // Of a recording of 100 seconds, wherever its axis begins.
    #expect(abs(seconds - 75) < 1)
    #expect(click(.freeze) == [.freeze])
  }

  @Test("a recording's bar and the bar for messages leave the row its popups")
  mutating func popupsBesideBars() {
    snapshot = Gallery.snapshot("paused")
    draw()
    #expect(click(.source) == [.findCameras, .findFiles("")])
    draw()
    #expect(stage.hasPopup)
  }

  @Test("the exposure can be held where the camera lets it be")
  mutating func exposure() {
    view.choices.canLockExposure = true
    draw()
    #expect(click(.exposure) == [.nextExposure])
  }

  @Test("Tab goes through the controls, Space presses, arrows slide, Escape leaves")
  mutating func keyboard() {
    #expect(!stage.takes(.key(.space, .down, []), pointerScale: 1))
    #expect(press(.tab) == [])
    #expect(press(.tab) == [])
    #expect(press(.space) == [.freeze])
    #expect(press(.tab) == [])
    #expect(press(.enter) == [.calibrate])
    #expect(press(.tab) == [])
    snapshot.sensitivity = .manual(0.5)
    draw()
    #expect(press(.right) == [.sensitivity(0.55)])
    #expect(press(.left) == [.sensitivity(0.45)])
    #expect(press(.tab, .shift) == [])
    #expect(press(.space) == [.calibrate])
    #expect(press(.escape) == [])
    #expect(!stage.takes(.key(.space, .down, []), pointerScale: 1))
  }

  @Test("a path is typed, its end completed from the list, and Enter opens it")
  mutating func path() {
    stage.open(.source)
    draw()
    #expect(stage.takeCommands() == [.findCameras, .findFiles("")])
    #expect(type("/tmp/ö") == ["/", "/t", "/tm", "/tmp", "/tmp/", "/tmp/ö"].map { .findFiles($0) })
    view.choices.files = ["/tmp/öl/", "/tmp/öl.mp4"]
    draw()
    #expect(press(.tab) == [])
    #expect(press(.enter) == [.findFiles("/tmp/öl/")])
    #expect(press(.tab) == [])
    #expect(press(.enter) == [.open("/tmp/öl.mp4")])
  }

  @Test("Enter in the entry opens what stands there, and Escape closes without a word")
  func enter() {
    stage.open(.source)
    draw()
    _ = stage.takeCommands()
    _ = type("a.mp4")
    #expect(press(.enter) == [.open("a.mp4")])
    stage.open(.source)
    draw()
    _ = stage.takeCommands()
    #expect(press(.escape) == [])
    #expect(!stage.takes(.character("h"), pointerScale: 1))
  }

  @Test("a camera is chosen by its row; one that cannot be used is passed over, the demo is last")
  func cameras() {
    func choose(_ tabs: Int) -> [Command] {
      stage.open(.source)
      draw()
      _ = stage.takeCommands()
      for _ in 0..<tabs { _ = press(.tab) }
      return press(.enter)
    }
    #expect(choose(1) == [.camera("/dev/video0")])
    #expect(choose(2) == [.demo])
  }

  @Test(
    "an alphabet is chosen from a list that begins at the chosen one, the text's file from an entry that proposes one"
  )
  func others() {
    stage.open(.alphabet)
    draw()
    _ = press(.tab)
    #expect(press(.enter) == [.alphabet("hebrew")])
    stage.open(.save)
    draw()
    #expect(press(.enter) == [.saveText("text.txt")])
  }

  @Test(
    "everything stays inside the smallest window, and is drawn", arguments: DesktopControls.Popup.allCases)
  mutating func small(_ popup: DesktopControls.Popup) throws {
    view.width = 200
    view.height = 150
    draw()
    let plain = try stage.picture(of: snapshot, as: view) { _ in }
    stage.open(popup)
    let open = try stage.picture(of: snapshot, as: view) { _ in }
    #expect(open != plain)
    let mesh = try #require(stage.gui?.mesh)
    #expect(!mesh.parts.isEmpty)
    for part in mesh.parts {
      #expect(part.clip.x >= 0 && part.clip.y >= 0)
      #expect(part.clip.x + part.clip.width <= 200 && part.clip.y + part.clip.height <= 150)
    }
  }

  @Test("Tab in a window without a row brings up the menu of everything")
  mutating func menu() {
    view.width = 320
    view.height = 240
    draw()
    _ = press(.tab)
    _ = press(.tab)
    #expect(press(.enter) == [.freeze])
  }

  @Test(
    "three times as large, every control has a place or is in the menu that the button in the picture's corner opens"
  )
  mutating func largest() throws {
    view.textScale = 3
    view.choices.canLockExposure = true
    view.composeShare = 1
    draw()
    let row = stage.desktop.row
    #expect(Set(row.places.keys).union(row.hidden) == Set(ControlRow.Item.allCases))
    let menu = DesktopLayout(
      Point(1280, 800) / 3 - Point(0, ComposeLayout.height(in: Point(1280, 800) / 3)), aspect: 4.0 / 3
    ).menu
    let place = menu.center * 3
    _ = commands(.pointer(x: place.x, y: place.y))
    _ = commands(.button(.left, .down, []), .button(.left, .up, []))
    #expect(stage.hasPopup)
    // The second of the list.
    _ = press(.tab)
    #expect(press(.enter) == [.freeze])
  }

  @Test("small or three times as large, uniforms are set from the button in the corner of the tuning picture")
  mutating func tuningMenu() throws {
    let tuning = try #require(Gallery.tunings.first { $0.name == "compared" }?.tuning)
    for (width, height, scale) in [(1280, 800, 3.0), (320, 240, 1)] {
      view = Stage.View(.tuning(tuning), width: width, height: height)
      view.textScale = scale
      draw()
      let size = Point(Double(width), Double(height)) / scale
      let layout = TuningLayout(size, aspect: 4.0 / 3, hasScore: true)
      #expect(layout.panel.isEmpty && !layout.uniforms.isEmpty)
      let place = layout.menu.center * scale
      _ = commands(.pointer(x: place.x, y: place.y))
      _ = commands(.button(.left, .down, []), .button(.left, .up, []))
      #expect(stage.hasPopup)
      let slider = Point(layout.uniforms.x + layout.uniforms.width / 2, layout.uniforms.y + 10) * scale
      _ = commands(.pointer(x: slider.x, y: slider.y))
      let asked = commands(.button(.left, .down, []), .button(.left, .up, []))
      guard case .set("gain", .number(let gain))? = asked.last else {
        Issue.record("\(asked)")
        return
      }
      #expect(abs(gain - 2) < 0.3)
      _ = press(.escape)
    }
  }

  @Test("at rest nothing is to be drawn again, and pictures are equal")
  func rest() throws {
    let first = try stage.picture(of: snapshot, as: view) { _ in }
    #expect(!stage.controlsNeedFrame)
    #expect(try stage.picture(of: snapshot, as: view) { _ in } == first)
  }

  @Test("a tip comes after a moment, above its control")
  func tip() throws {
    let plain = try stage.picture(of: snapshot, as: view) { _ in }
    let place = place(.calibrate)
    _ = commands(.pointer(x: place.center.x, y: place.center.y))
    #expect(stage.controlsNeedFrame)
    var tipped = plain
    // Who waits draws no more than this.
    while stage.controlsNeedFrame {
      // Not with others' tasks: GL's context lives on this thread.
      usleep(20_000)
      tipped = try stage.picture(of: snapshot, as: view) { _ in }
    }
    let (x, y) = (Int(place.x) + 20, Int(place.y) - 20)
    #expect(tipped[x, y] != plain[x, y])
  }

  @Test("every letter takes its own room, those from right to left too")
  func rightToLeft() throws {
    let sheet = try GlyphSheet(try OffscreenContext().context)
    sheet.use(size: 24)
    sheet.prepare("שλ")
    for glyph in sheet.glyphs.suffix(2) {
      #expect(glyph.advance > 8 && glyph.left > -3 && glyph.right < glyph.advance + 3)
    }
  }

  @Test("more characters than the sheet holds do no harm")
  func characters() throws {
    let sheet = try GlyphSheet(try OffscreenContext().context)
    sheet.use(size: 36)
    sheet.prepare("Ωλ日本")
    let few = sheet.glyphs.count
    #expect(few >= 95 + 2)
    sheet.prepare(String(String.UnicodeScalarView((0x4E00...0x62FF).compactMap { Unicode.Scalar($0) })))
    #expect(sheet.glyphs.count > few)
    #expect(sheet.glyphs.allSatisfy { $0.u1 <= 1 && $0.v1 <= 1 })
  }
}
