import Frames
import Glibc
import Graphics
import Monitor
import Testing

@testable import Interface

/// The controls of the desktop, driven by events without a window.
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

  /// The commands that the events give.
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
    // All at once, as a quick user does between two pictures.
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
    "a click gives the command of the control",
    arguments: [
      (ControlRow.Item.freeze, Command.freeze), (.calibrate, .calibrate), (.copy, .copyText),
      (.clear, .clearText), (.record, .record), (.compose, .compose), (.speed, .lockSpeed),
    ])
  func clicks(_ item: ControlRow.Item, _ command: Command) {
    #expect(click(item) == [command])
    #expect(commands(.pointer(x: 400, y: 300)) == [])
  }

  @Test("a speed can be locked if it is known, and can always be unlocked")
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

  @Test("the slider moves to the press, and the button beside it makes the sensitivity automatic")
  mutating func slider() throws {
    let commands = click(.threshold, at: 0.2)
    guard case .sensitivity(let value)? = commands.last else {
      Issue.record("\(commands)")
      return
    }
    // At 0.2 of the control, whose right quarter is the button.
    #expect(abs(value - 0.2 * 208 / 156) < 0.02)
    snapshot.sensitivity = .manual(value)
    draw()
    #expect(click(.threshold, at: 0.9) == [.automaticSensitivity])
  }

  @Test(
    "a press on the bar under a recording seeks to that moment, and Freeze pauses and plays")
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
    // The recording has 100 seconds; its axis begins at 10 seconds.
    #expect(abs(seconds - 75) < 1)
    #expect(click(.freeze) == [.freeze])
  }

  @Test("the row's popups open beside the bar of a recording")
  mutating func popupsBesideBars() {
    snapshot = Gallery.snapshot("paused")
    draw()
    #expect(click(.source) == [.findCameras, .findFiles("")])
    draw()
    #expect(stage.hasPopup)
  }

  @Test("the exposure can be locked if the camera allows it")
  mutating func exposure() {
    view.choices.canLockExposure = true
    draw()
    #expect(click(.exposure) == [.nextExposure])
  }

  @Test("Tab moves the focus, Space and Enter press, arrows move sliders, Escape drops the focus")
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

  @Test("a path can be typed and completed from the list, and Enter opens it")
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

  @Test("Enter in the entry opens its path, and Escape closes the popup without a command")
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

  @Test("Tab skips a camera that cannot be used, and the demo is last")
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
    "the list of alphabets begins at the present one, and the entry for the text's file has a proposal"
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
    "every popup is drawn inside the smallest window", arguments: DesktopControls.Popup.allCases)
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

  @Test("Tab in a window without a row opens the menu of all controls")
  mutating func menu() {
    view.width = 320
    view.height = 240
    draw()
    _ = press(.tab)
    _ = press(.tab)
    #expect(press(.enter) == [.freeze])
  }

  @Test(
    "at three times the size every control is in the row or in the menu of the button in the picture's corner"
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
    // The second item of the list.
    _ = press(.tab)
    #expect(press(.enter) == [.freeze])
  }

  @Test("in a small window or at three times the size, a button in the tuning picture opens the uniforms")
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

  @Test("without input the controls need no frame, and pictures are equal")
  func rest() throws {
    let first = try stage.picture(of: snapshot, as: view) { _ in }
    #expect(!stage.controlsNeedFrame)
    #expect(try stage.picture(of: snapshot, as: view) { _ in } == first)
  }

  @Test("a tip is shown after a delay, above its control")
  func tip() throws {
    let plain = try stage.picture(of: snapshot, as: view) { _ in }
    let place = place(.calibrate)
    _ = commands(.pointer(x: place.center.x, y: place.center.y))
    #expect(stage.controlsNeedFrame)
    var tipped = plain
    // Waiting for the tip draws only these pictures.
    while stage.controlsNeedFrame {
      // This blocks the thread instead of suspending the task, because the GL context belongs to this thread.
      usleep(20_000)
      tipped = try stage.picture(of: snapshot, as: view) { _ in }
    }
    let (x, y) = (Int(place.x) + 20, Int(place.y) - 20)
    #expect(tipped[x, y] != plain[x, y])
  }

  @Test("a glyph stays within its advance, in right-to-left scripts too")
  func rightToLeft() throws {
    let atlas = try GlyphAtlas(try OffscreenContext().context)
    atlas.use(size: 24)
    atlas.prepare("שλ")
    for glyph in atlas.glyphs.suffix(2) {
      #expect(glyph.advance > 8 && glyph.left > -3 && glyph.right < glyph.advance + 3)
    }
  }

  @Test("characters that do not fit into the glyph atlas are skipped")
  func characters() throws {
    let atlas = try GlyphAtlas(try OffscreenContext().context)
    atlas.use(size: 36)
    atlas.prepare("Ωλ日本")
    let few = atlas.glyphs.count
    #expect(few >= 95 + 2)
    atlas.prepare(String(String.UnicodeScalarView((0x4E00...0x62FF).compactMap { Unicode.Scalar($0) })))
    #expect(atlas.glyphs.count > few)
    #expect(atlas.glyphs.allSatisfy { $0.u1 <= 1 && $0.v1 <= 1 })
  }
}
