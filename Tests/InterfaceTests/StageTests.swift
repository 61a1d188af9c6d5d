import Frames
import Monitor
import Morse
import Testing
import Typesetting

@testable import Graphics
@testable import Interface

@Suite("The stage draws snapshots")
struct StageTests {
  private let context: Context
  private let stage: Stage
  private let view = Stage.View(.desktop, width: 800, height: 480)

  init() throws {
    context = try OffscreenContext().context
    stage = try Stage(context)
  }

  @Test("the preview is drawn once, into the picture's rectangle, upright in the window's pixels")
  func preview() throws {
    var areas: [PixelRectangle] = []
    _ = try stage.picture(of: Gallery.snapshot("reading"), as: view) { areas.append($0.viewport) }
    let picture = DesktopLayout(Point(800, 480), aspect: 4.0 / 3).picture
    #expect(areas.count == 1)
    #expect(abs(Double(areas[0].x) - picture.x) <= 0.5)
    #expect(abs(Double(480 - areas[0].y - areas[0].height) - picture.y) <= 0.5)
    #expect(abs(Double(areas[0].width) / Double(areas[0].height) - 4.0 / 3) < 0.01)
  }

  @Test("without a picture no preview is drawn", arguments: ["opening", "failed"])
  func noPreview(_ state: String) throws {
    _ = try stage.picture(of: Gallery.snapshot(state), as: view) { _ in Issue.record("no frame to show") }
  }

  @Test("GL state left by the preview changes nothing")
  func previewState() throws {
    let snapshot = Gallery.snapshot("reading")
    let clean = try stage.picture(of: snapshot, as: view) { _ in }
    let soiled = try stage.picture(of: snapshot, as: view) { _ in
      context.setViewport(PixelRectangle(x: 0, y: 0, width: 3, height: 3))
      context.setScissor(PixelRectangle(x: 0, y: 0, width: 0, height: 0))
      context.setBlending(false)
    }
    #expect(clean == soiled)
  }

  @Test("an error of the preview is thrown")
  func previewError() {
    #expect(throws: GraphicsError.contextLost(reason: "test")) {
      try stage.picture(of: Gallery.snapshot("reading"), as: view) { _ throws(GraphicsError) in
        throw GraphicsError.contextLost(reason: "test")
      }
    }
  }

  @Test("the scope has the colour and the letter of the traced torch")
  func traced() throws {
    var snapshot = Gallery.snapshot("many")
    let scope = DesktopLayout(Point(800, 480), aspect: 4.0 / 3).scope
    func has(_ torch: Int) throws -> Bool {
      let picture = try stage.picture(of: snapshot, as: view) { _ in }
      let tag = picture[Int(scope.x) + 2, Int(scope.y) + 10]
      return tag == Theme.dark.lane(TorchID(torch))
    }
    #expect(try has(0))
    snapshot.chosenTorch = TorchID(2)
    #expect(try has(2))
    // While the chosen torch is not visible, the first torch is traced.
    snapshot.chosenTorch = TorchID(9)
    #expect(try has(0))
    snapshot.torches = [snapshot.torches[0]]
    #expect(try !has(0))
  }

  @Test("an unchanged text is not set again; after a new letter only that text is set")
  func textIsKept() throws {
    var snapshot = Gallery.snapshot("reading")
    snapshot.trace = LightTrace()
    let first = try stage.picture(of: snapshot, as: view) { _ in }
    let texts = stage.textsSet
    #expect(try stage.picture(of: snapshot, as: view) { _ in } == first)
    #expect(stage.textsSet == texts)
    snapshot.transcripts[0].append(
      .init(sign: "K", code: CodeWord("-.-")!, start: 9, end: 10, confidence: 1, wordsPerMinute: 12))
    #expect(try stage.picture(of: snapshot, as: view) { _ in } != first)
    #expect(stage.textsSet == texts + 1)
  }

  @Test(
    "a notice is shown without a picture too",
    arguments: [Stage.Scene.desktop, .kiosk])
  func noticeWithoutPicture(_ scene: Stage.Scene) throws {
    var snapshot = Gallery.snapshot("failed")
    let view = Stage.View(scene, width: 800, height: 480)
    let plain = try stage.picture(of: snapshot, as: view) { _ in }
    snapshot.notice = Notice(.warning, "a.txt is there already.")
    #expect(try stage.picture(of: snapshot, as: view) { _ in } != plain)
  }

  @Test("a missing font is reported over the picture, and beside the kiosk's lamp")
  func withoutFont() throws {
    // A noncharacter (Unicode, section 23.7), which no font has.
    let said = [Gallery.reading(says: "E"), Gallery.reading(says: "\u{10FFFF}")]
    let desktop = try said.map { try stage.picture(of: $0, as: view) { _ in } }
    let picture = DesktopLayout(Point(800, 480), aspect: 4.0 / 3).picture
    // The lower left corner of a card.
    let corner = (x: Int(picture.x) + 22, y: Int(picture.bottom) - 16)
    #expect(desktop[0][corner.x, corner.y] != desktop[1][corner.x, corner.y])
    let kiosk = try said.map {
      try stage.picture(of: $0, as: Stage.View(.kiosk, width: 800, height: 480)) { _ in }
    }
    let state = KioskLayout(Point(800, 480), aspect: 4.0 / 3).state
    func row(_ picture: Bitmap) -> [Color] {
      (Int(state.y)..<Int(state.bottom)).flatMap { y in
        (Int(state.x)..<Int(state.right)).map { picture[$0, y] }
      }
    }
    #expect(row(kiosk[0]) != row(kiosk[1]))
  }

  @Test("a long run keeps a bounded number of texts")
  func boundedTexts() throws {
    var snapshot = Gallery.snapshot("reading")
    let small = Stage.View(.desktop, width: 320, height: 240)
    for round in 0..<200 {
      snapshot.notice = Notice(.information, "Round \(round)")
      _ = try stage.picture(of: snapshot, as: small) { _ in }
    }
    #expect(stage.textsKept < 190)
  }

  @Test("characters of low confidence are dimmer on the screen")
  func dim() throws {
    func brightest(_ confidence: Double) throws -> UInt8 {
      var snapshot = Gallery.reading(says: "")
      snapshot.torches = []
      snapshot.transcripts[0].append(
        .init(
          sign: "HHHHH", code: CodeWord("....")!, start: -9, end: -8, confidence: confidence,
          wordsPerMinute: 12))
      let picture = try stage.picture(of: snapshot, as: view) { _ in }
      let text = DesktopLayout(Point(800, 480), aspect: 4.0 / 3).text
      let rows = Int(text.y) + 40..<Int(text.y) + 80
      return rows.map { row in (Int(text.x)..<Int(text.x) + 100).map { picture[$0, row].red }.max()! }.max()!
    }
    #expect(try brightest(1) == Theme.dark.ink.red)
    #expect(abs(Int(try brightest(0.1)) - Int(Theme.dark.faintInk.red)) <= 2)
  }

  @Test(
    "the score of shaders is shown beside the picture, or in the status line if there is no panel",
    arguments: [(1280, 800, 1.0), (1280, 800, 2), (800, 300, 1), (640, 480, 1), (320, 240, 1)])
  func score(_ width: Int, _ height: Int, _ textScale: Double) throws {
    var tuning = Tuning(folder: "Shaders")
    func warnings(_ score: Tuning.Score) throws -> Int {
      tuning.score = score
      var view = Stage.View(.tuning(tuning), width: width, height: height)
      view.textScale = textScale
      let picture = try stage.picture(of: Gallery.snapshot("reading"), as: view) { _ in }
      let warning = view.theme.warning
      return (0..<height).reduce(0) { count, y in count + (0..<width).count { picture[$0, y] == warning } }
    }
    #expect(try warnings(.init(newest: 0.25, before: 0.034)) > 10)
    #expect(try warnings(.init(newest: 0.034, before: 0.25)) == 0)
  }

  @Test("NaN and infinite values are drawn without a crash")
  func wild() throws {
    var snapshot = Gallery.snapshot("many")
    snapshot.torches[0].glow = .nan
    snapshot.torches[0].x = .nan
    snapshot.torches[1].radius = .infinity
    snapshot.torches[1].glow = -3
    snapshot.torches[2].x = 1e9
    snapshot.torches[2].y = -1e9
    snapshot.calibration = .nan
    snapshot.torches[2].wordsPerMinute = .infinity
    for scene in [Stage.Scene.desktop, .kiosk] {
      for size in [(1, 1), (10, 200), (200, 10), (800, 480)] {
        _ = try stage.picture(
          of: snapshot, as: Stage.View(scene, width: size.0, height: size.1, scale: 1, showsHelp: true)
        ) { _ in }
      }
    }
  }

  @Test("pixels read back from OpenGL are turned upright, reordered and made opaque")
  func bitmapOfPicture() {
    let bitmap = Bitmap(
      Picture(width: 2, height: 2, bottomUp: [1, 2, 3, 0, 4, 5, 6, 9, 7, 8, 9, 0, 10, 11, 12, 0]))
    #expect(bitmap[0, 0] == Color(red: 7, green: 8, blue: 9))
    #expect(bitmap[1, 0] == Color(red: 10, green: 11, blue: 12))
    #expect(bitmap[0, 1] == Color(red: 1, green: 2, blue: 3))
    #expect(bitmap[1, 1] == Color(red: 4, green: 5, blue: 6))
  }
}
