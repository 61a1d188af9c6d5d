import Graphics
import Localization
import Morse
import Shaders
import Testing
import Typesetting

@testable import Interface

@Suite("The bar for messages")
struct ComposeBarTests {
  @Test("the parts of the bar do not overlap and stay inside it, at every size", arguments: LayoutTests.sizes)
  func layout(_ size: Point) {
    let layout = ComposeLayout(size, share: 1)
    #expect(Rect(x: 0, y: 0, width: size.x, height: size.y).contains(layout.bar))
    let parts = [
      layout.lamp, layout.entry, layout.speed, layout.lampPicker, layout.strip, layout.figures, layout.send,
    ]
    for (index, part) in parts.enumerated() where !part.isEmpty {
      #expect(layout.bar.contains(part), "\(part) in \(size)")
      for other in parts[(index + 1)...] { #expect(!part.overlaps(other), "\(part) \(other) in \(size)") }
    }
    #expect(layout.entry.width >= 40 && layout.send.width >= 40 && layout.lamp.width >= 20, "\(layout)")
    #expect(ComposeLayout(size, share: 0).bar.y == size.y)
    #expect(!layout.problem.isEmpty && layout.offer.width >= 100, "\(layout)")
    #expect(!layout.problem.overlaps(layout.offer))
    let room = layout.card.isEmpty ? layout.bar : layout.card
    #expect(room.contains(layout.problem) && room.contains(layout.offer), "\(layout)")
    #expect(!layout.card.overlaps(layout.bar))
  }

  @Test("all words of a warning fit, in every language", arguments: LayoutTests.sizes)
  func warningFits(_ size: Point) throws {
    let context = try OffscreenContext().context
    let painter = try Painter(context, ShaderLibrary())
    painter.begin(width: Int(size.x), height: Int(size.y), scale: 1)
    let layout = ComposeLayout(size, share: 1)
    guard !layout.card.isEmpty else { return }
    for language in Language.allCases {
      let words = AttributedText(Wording(language).flashes(16.7), color: .white)
      let type = ComposeBar.size(of: words, in: layout.problem, with: painter)
      let lines = painter.measure(words, ComposeBar.font(type), width: layout.problem.width, height: 2000)
      #expect(lines.y <= layout.problem.height, "\(language) in \(size) at \(type)")
    }
  }

  @Test("the other parts of the window do not overlap the bar", arguments: LayoutTests.sizes)
  func reflow(_ size: Point) {
    for share in [0.4, 1] {
      let bar = ComposeLayout(size, share: share).bar
      let scene = DesktopScene(
        Gallery.snapshot("reading"), size: size, transcripts: TranscriptText(), composeShare: share)
      let layout = scene.layout
      for part in [layout.well, layout.text, layout.scope, layout.controls, layout.status] {
        #expect(!part.overlaps(bar) && part.bottom <= bar.y + 1e-6, "\(part) in \(size)")
      }
      #expect(layout.picture.height > 8, "\(layout.picture) in \(size)")
    }
  }

  @Test("the bar slides in and out, and changes direction at its present position")
  func slide() {
    let start = ContinuousClock.now
    var slide = Slide()
    #expect(slide.share(now: start) == 0 && !slide.isMoving(now: start))
    slide.set(isOpen: true, now: start)
    #expect(slide.share(now: start) == 0 && slide.isMoving(now: start))
    #expect(slide.share(now: start + Slide.duration / 2) == 0.5)
    #expect(slide.share(now: start + Slide.duration) == 1 && !slide.isMoving(now: start + Slide.duration))
    slide.set(isOpen: false, now: start + Slide.duration * 2)
    let quarter = start + Slide.duration * 2.25
    let before = slide.share(now: quarter)
    slide.set(isOpen: true, now: quarter)
    #expect(abs(slide.share(now: quarter) - before) < 1e-9 && before > 0.5 && before < 1)
    #expect(slide.share(now: quarter + Slide.duration / 4) == 1)
  }

  // MARK: Driven by events without a window

  private final class Bar {
    let stage: Stage
    var view = Stage.View(.desktop, width: 1280, height: 800)

    init(_ width: Int = 1280, _ height: Int = 800) throws {
      stage = try Stage(try OffscreenContext().context)
      view.width = width
      view.height = height
      view.choices = Choices(alphabets: ["auto", "latin"], alphabet: "latin")
      view.compose = Compose(lamps: [.other("led:red"), .lamp, .wholeWindow])
      view.composeShare = 1
      draw()
      try stage.focusMessageEntry()
      draw()
      _ = stage.takeCommands()
    }

    func draw() { _ = picture() }

    func picture() -> Bitmap? { try? stage.picture(of: Gallery.snapshot("reading"), as: view) { _ in } }

    func type(_ text: String) -> [Command] { commands(text.unicodeScalars.map { .character($0) }) }

    func press(_ key: WindowEvent.Key) -> [Command] { commands([.key(key, .down, []), .key(key, .up, [])]) }

    func click(_ place: Rect) -> [Command] {
      commands([
        .pointer(x: place.center.x, y: place.center.y), .button(.left, .down, []), .button(.left, .up, []),
        .pointer(x: 400, y: 300),
      ])
    }

    func commands(_ events: [WindowEvent]) -> [Command] {
      var commands: [Command] = []
      for event in events {
        _ = stage.takes(event, pointerScale: 1)
        draw()
        let asked = stage.takeCommands()
        // As the window does.
        if asked.contains(where: { if case .send = $0 { true } else { false } }) { view.compose.fault = nil }
        commands += asked
      }
      return commands
    }

    var layout: ComposeLayout { ComposeLayout(Point(Double(view.width), Double(view.height)), share: 1) }
  }

  @Test(
    "typed text has code words at once, and Enter sends it; then the entry is empty and keeps the focus"
  )
  func send() throws {
    let bar = try Bar()
    #expect(bar.press(.enter) == [])
    #expect(bar.type("sos de aldis") == [])
    #expect(bar.stage.composeControls.message.keying.characters.count == 10)
    #expect(bar.press(.enter) == [.send("sos de aldis", leavesOut: false)])
    #expect(bar.stage.composeControls.text == "")
    bar.draw()
    _ = bar.type("k")
    #expect(bar.click(bar.layout.send) == [.send("k", leavesOut: false)])
  }

  @Test(
    "a text that could not be sent is restored with the fault, and can be sent again",
    arguments: [true, false])
  func failed(_ isWritten: Bool) throws {
    let bar = try Bar()
    func fail(while step: () -> Void = {}) throws {
      bar.view.compose.sending = Compose.Sending(try Encoder(timing: .itu(wordsPerMinute: 12)).encode("SOS"))
      bar.draw()
      step()
      (bar.view.compose.sending, bar.view.compose.fault) = (nil, "held up; send it again")
      for _ in 1...2 { bar.draw() }
    }
    _ = bar.type("sos")
    if isWritten { _ = bar.press(.enter) } else { _ = bar.click(bar.layout.send) }
    for _ in 1...2 {
      try fail()
      #expect(bar.stage.composeControls.text == "sos")
      #expect(bar.stage.composeControls.problem?.words == "held up; send it again")
      // Sending it again empties the entry.
      let sent = isWritten ? bar.press(.enter) : bar.click(bar.layout.send)
      #expect(sent == [.send("sos", leavesOut: false)])
    }
    try fail {
      _ = bar.click(bar.layout.entry)
      _ = bar.type("k")
    }
    #expect(bar.stage.composeControls.text == "k")
    #expect(bar.stage.composeControls.problem == nil)
  }

  @Test("the arrow keys restore sent messages")
  func history() throws {
    let bar = try Bar()
    for text in ["one", "two"] {
      _ = bar.type(text)
      _ = bar.press(.enter)
      bar.draw()
    }
    _ = bar.type("thr")
    _ = bar.press(.up)
    _ = bar.press(.up)
    #expect(bar.stage.composeControls.text == "one")
    _ = bar.press(.down)
    #expect(bar.stage.composeControls.text == "two")
    _ = bar.press(.down)
    #expect(bar.stage.composeControls.text == "thr")
    _ = bar.type("ee")
    #expect(bar.press(.enter) == [.send("three", leavesOut: false)])
  }

  @Test("a paste that is too long is refused, with a message until the text changes")
  func paste() throws {
    let bar = try Bar()
    func paste(_ text: String) {
      bar.stage.clipboard = text
      _ = bar.commands([.key(.init("V"), .down, .control), .key(.init("V"), .up, [])])
    }
    _ = bar.type("a")
    paste(String(repeating: "e", count: 4096))
    #expect(bar.stage.composeControls.text == "a")
    #expect(bar.stage.composeControls.problem?.words.contains("too long") == true)
    _ = bar.type("b")
    #expect(bar.stage.composeControls.problem == nil)
    paste(String(repeating: "e", count: 4094))
    #expect(bar.stage.composeControls.text.count == 4096)
    #expect(bar.stage.composeControls.problem == nil)
  }

  @Test("characters without a code word are shown, and left out only if the user sends once more")
  func unknown() throws {
    let bar = try Bar()
    _ = bar.type("a☃b")
    #expect(bar.stage.composeControls.problem?.words == "No code word for ☃")
    #expect(bar.press(.enter) == [])
    #expect(bar.stage.composeControls.problem?.words.contains("once more") == true)
    bar.draw()
    #expect(bar.press(.enter) == [.send("a☃b", leavesOut: true)])
    bar.draw()
    _ = bar.type("a☃b")
    _ = bar.press(.enter)
    bar.draw()
    // Another text needs another answer.
    _ = bar.type("c")
    #expect(bar.press(.enter) == [])
  }

  @Test("before the whole window flashes the user is asked, and the small lamp is offered")
  func flashes() throws {
    let bar = try Bar()
    bar.view.compose.lamp = .wholeWindow
    _ = bar.type("e")
    #expect(bar.press(.enter) == [])
    bar.draw()
    #expect(bar.stage.composeControls.problem?.words.contains("5.0 times a second") == true)
    let offer = bar.layout.figures
    #expect(bar.click(offer) == [.sendingLamp(.lamp)])
    bar.view.compose.lamp = .lamp
    bar.draw()
    #expect(bar.stage.composeControls.problem == nil)
    #expect(bar.click(bar.layout.send) == [.send("e", leavesOut: false)])
    // Slow enough to be safe.
    bar.view.compose.lamp = .wholeWindow
    bar.view.compose.wordsPerMinute = 5
    _ = bar.click(bar.layout.entry)
    _ = bar.type("e")
    #expect(bar.press(.enter) == [.send("e", leavesOut: false)])
  }

  @Test("a low bar shows the warning and the offer of the lamp on a card above it")
  func lowFlashes() throws {
    let bar = try Bar(200, 150)
    bar.view.compose.lamp = .wholeWindow
    _ = bar.type("e")
    #expect(bar.press(.enter) == [])
    let asked = try #require(bar.picture())
    func share(of room: Rect, _ isCounted: (Color) -> Bool) -> Double {
      let count = (Int(room.y)..<Int(room.bottom)).reduce(0) { count, y in
        count + (Int(room.x)..<Int(room.right)).count { isCounted(asked[$0, y]) }
      }
      return Double(count) / (room.width * room.height)
    }
    // Bright words on the card.
    #expect(share(of: bar.layout.problem) { $0 == bar.view.theme.panel } > 0.5)
    #expect(share(of: bar.layout.problem) { $0.green > 180 } > 0.02)
    let menu = DesktopLayout(Point(200, 150 - bar.layout.bar.height), aspect: 4.0 / 3).menu
    #expect(share(of: menu) { $0 == bar.view.theme.raised } == 0)
    #expect(bar.click(bar.layout.offer) == [.sendingLamp(.lamp)])
  }

  @Test(
    "a low bar shows a fault, and characters without a code word",
    arguments: [Point(200, 150), Point(800, 300)])
  func lowProblems(_ size: Point) throws {
    let bar = try Bar(Int(size.x), Int(size.y))
    func difference(_ one: Bitmap?, _ other: Bitmap?) throws -> Int {
      let (one, other) = (try #require(one), try #require(other))
      return (0..<Int(bar.layout.bar.y)).count { y in
        (0..<Int(size.x)).contains { one[$0, y] != other[$0, y] }
      }
    }
    let plain = bar.picture()
    bar.view.compose.fault = "led:red is in use by aldis (process 4711)"
    #expect(try difference(plain, bar.picture()) > 12)
    bar.view.compose.fault = nil
    _ = bar.type("a☃b")
    #expect(try difference(plain, bar.picture()) > 12)
  }

  @Test("the message about a refused paste does not hide the warning")
  func pasteBeforeFlashes() throws {
    let bar = try Bar()
    bar.view.compose.lamp = .wholeWindow
    _ = bar.type("a")
    bar.stage.clipboard = String(repeating: "e", count: 4096)
    _ = bar.commands([.key(.init("V"), .down, .control), .key(.init("V"), .up, [])])
    #expect(bar.stage.composeControls.problem?.words.contains("too long") == true)
    #expect(bar.press(.enter) == [])
    #expect(bar.stage.composeControls.problem?.words.contains("times a second") == true)
  }

  @Test("speed and lamp are chosen in the bar")
  func choices() throws {
    let bar = try Bar()
    #expect(bar.click(bar.layout.speed).last == .sendingSpeed(22))
    _ = bar.click(bar.layout.lampPicker)
    bar.draw()
    _ = bar.press(.tab)
    #expect(bar.press(.enter) == [.sendingLamp(.lamp)])
  }

  @Test("while a message is sent, its character is shown, the button stops it, and no other message is sent")
  func sending() throws {
    let bar = try Bar()
    let keying = try Encoder(timing: .itu(wordsPerMinute: 12)).encode("SOS DE ALDIS")
    let idle = bar.picture()
    bar.view.compose.sending = Compose.Sending(keying)
    bar.view.compose.sending?.number = 2
    let second = bar.picture()
    bar.view.compose.sending?.number = 3
    let third = bar.picture()
    #expect(idle != second && second != third)
    #expect(bar.click(bar.layout.send) == [.stopSending])
    _ = bar.click(bar.layout.entry)
    _ = bar.type("more")
    #expect(bar.press(.enter) == [])
  }

  @Test("the bar's lamp or the whole window shows the light; another torch does not change the bar")
  func lamp() throws {
    let bar = try Bar()
    bar.view.compose.sending = Compose.Sending(try Encoder(timing: .itu(wordsPerMinute: 12)).encode("E"))
    func levels(_ lamp: Compose.Lamp) -> [[UInt8]] {
      bar.view.compose.lamp = lamp
      return [false, true].map { isLit in
        bar.view.compose.isLit = isLit
        let center = bar.layout.lamp.center
        guard let picture = bar.picture() else { return [] }
        return [picture[Int(center.x), Int(center.y)], picture[640, 300]].map(\.red)
      }
    }
    let lamp = levels(.lamp)
    #expect(lamp[0][0] < 80 && lamp[1][0] > 240 && lamp[0][1] == lamp[1][1])
    #expect(levels(.wholeWindow) == [[0, 0], [255, 255]])
    let other = levels(.other("led:red"))
    #expect(other[0] == other[1])
  }

  @Test("the lamp stays below 3 % of the window (WCAG 2.2, 2.3.1)", arguments: LayoutTests.sizes)
  func lampIsSmall(_ size: Point) {
    let lamp = ComposeLayout(size, share: 1).lamp.width * Painter.glassShare
    #expect(lamp * lamp * Double.pi / 4 < 0.03 * size.x * size.y)
  }

  @Test(
    "the number of characters has the plural of the language",
    arguments: [
      (Language.english, 1, "1 character"), (.english, 5, "5 characters"), (.polish, 1, "1 znak"),
      (.polish, 3, "3 znaki"), (.polish, 5, "5 znaków"), (.polish, 12, "12 znaków"),
      (.polish, 22, "22 znaki"),
      (.german, 2, "2 Zeichen"),
    ])
  func counts(_ language: Language, _ count: Int, _ words: String) {
    #expect(Wording(language).characters(count) == words)
  }
}
