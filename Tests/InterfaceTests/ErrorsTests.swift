import Capture
import Graphics
import Localization
import Luma
import Monitor
import Morse
import Testing
import Torch
import Typesetting

@testable import Interface

@Suite("Errors in the languages of the window")
struct ErrorsTests {
  private let cameras: [CaptureError] = [
    .noSuchFile("/a.mp4"), .isDirectory("/a"), .unreadable("/a", reason: "Permission denied"),
    .unreadable("/a", reason: "it is no file that has an end"), .notUnderstood("/a", reason: "it is empty"),
    .noPicture("/a"), .truncated("/a", reason: "End of file"),
    .readFailed("/a", reason: "Input/output error"), .noSuchCamera("cam"), .noCamera,
    .notACamera("/dev/video7", reason: "it captures no pictures"), .cameraBusy("/dev/video0"),
    .cameraDenied("/dev/video0"), .cameraGone("/dev/video0"),
    .noUsableFormat("/dev/video0", offered: ["H264", "HEVC"]),
    .deviceFailed("/dev/video0", request: "VIDIOC_STREAMON", reason: "No space left on device"),
    .notACamera("/a", reason: "it is a folder"),
    .notACamera("/a.mp4", reason: "it is a file, no device (--recording reads files)"),
    .notUnderstood(
      "/a", reason: "it is of version \(9), and this Aldis reads grid recordings up to version \(1)"),
    .notUnderstood(
      "/a", reason: "its format is \("DASH"); name a video, such as an MP4 or Matroska file"),
    .unreadable("/a", reason: "you have no permission; let its owner run chmod a+r on it"),
    .notUnderstood("/a", reason: "it is no table of brightness; leave out --luma"),
    .notUnderstood(
      "/a",
      reason: "it is no recording; Aldis reads videos, grid recordings and, with --luma, tables of brightness"
    ),
    .notUnderstood("/a", reason: "this FFmpeg has no decoder for \("prores")"),
    .notUnderstood(
      "/a",
      reason:
        "\("vp9") cannot be decoded: \(LocalizedText(system: "Invalid data found when processing input"))"),
    .notUnderstood(
      "/a", reason: "its pixels cannot be converted: \(LocalizedText(system: "Invalid argument"))"),
    .notUnderstood("/a", reason: "its pictures have \(9)x\(99999) pixels"),
    .truncated("/a", reason: "frame \(7) is cut in its first line"),
    .truncated("/a", reason: "it is cut after \(LocalizedText(3, one: "one record", other: "\(3) records"))"),
  ]

  private let torches: [TorchError] = [
    .noSuchLED("a", folder: "/leds", existing: []), .noSuchLED("a", folder: "/leds", existing: ["b", "c"]),
    .notPermitted("led:a", path: "/leds/a/brightness"), .inUse("led:a", holder: "process 7"), .gone("led:a"),
    .unreachable("light://a:1", reason: "Connection refused"),
    .unreachable("light://a:1", reason: "it is protected; reach it by lights://, with keys"),
    .switchedOff(settings: "/s.toml"),
    .interrupted("light://a:1", reason: "it does not answer", lost: 0, of: 9),
    .interrupted("light://a:1", reason: "it does not answer", lost: 2, of: 9),
    .heldUp("led:a", seconds: 0.256), .cannotListen("a:1", reason: "Permission denied"), .exposed("a:1"),
    .noKeys("/keys", reason: "there is no such file"), .badKeys("/keys", reason: "it is no file of keys"),
    .noKeys("/keys", reason: "these are the keys of the lamp"),
    .noKeys("/keys", reason: "these are the keys of who sends"),
    .keysNotWritten("/keys", reason: "Permission denied"), .noSound(reason: "No such device"),
    .failed("led:a", reason: "No such device"),
    .failed("led:a", reason: "it could not be given back as it was found, and may still shine"),
  ]

  private let headers: [Y4MError] = [
    .noHeader, .endlessHeader, .missing("W"), .unknown("Fx"), .impossibleSize("W0"),
    .unsupportedColours("411"), .noFrame(7),
  ]

  private let graphics: [GraphicsError] = [
    .noDisplay(reason: nil), .noDisplay(reason: "X11"), .noWindow(reason: "X11"),
    .noOffscreenContext(tried: []),
    .contextLost(reason: "the driver reset the GPU"), .compile([], log: ""),
    .link(files: ["a"], [], log: ""), .size(width: 9, height: 8, largest: 4),
    .incompleteTarget(width: 9, height: 8, status: 7), .driver(code: 0x0500, during: "tiles"),
  ]

  private let others: [any LocalizedTextConvertible] = [
    SettingsError.unreadable(reason: "it is no TOML"), SettingsError.unknown("a", known: ["b"]),
    SettingsError.syntax(line: 1, column: 2, reason: "a table's name is missing"),
    SettingsError.wrong("a", expected: "a number from \(1) to \(2)"),
    EncodingError.noCodeWord(["☃"]), EncodingError.badProsign("<SK"),
    TypesettingError.cannotWrite(path: "/a.png", reason: "No space left on device"),
    Verification.Reason.precision(bits: 10), Verification.Reason.mismatch(tiles: 1, of: 2),
    Verification.Reason.failure(.contextLost(reason: "the driver reset the GPU")),
  ]

  @Test("the English text is that of the log, and other languages contain no English word")
  func languages() {
    func check(_ error: any LocalizedTextConvertible) {
      let english = Wording().sentence(error.text)
      #expect(english.lowercased() == error.message.lowercased() + ".")
      let foreign = [Wording(.german), Wording(.polish)].map { $0.sentence(error.text) }
      #expect(Set(foreign + [english]).count == 3, "\(english)")
      for words in foreign {
        #expect(!words.contains("{") && words.hasSuffix("."), "\(words)")
        #expect(words.firstMatch(of: /\b(the|it|is|no such|not|and|of|cannot)\b/) == nil, "\(words)")
      }
    }
    for error in cameras { check(error) }
    for error in torches { check(error) }
    for error in headers { check(error) }
    for error in graphics { check(error) }
    for error in others { check(error) }
  }

  @Test("a path keeps its case, and braces in a path are not replaced by a value")
  func paths() {
    #expect(Wording().sentence(about: CaptureError.noPicture("clip.mp4")).hasPrefix("clip.mp4 holds"))
    #expect(
      Wording(.german).sentence(about: CaptureError.noSuchFile("clip.mp4"))
        == "Keine solche Datei: clip.mp4.")
    let odd = CaptureError.unreadable("{}", reason: "Permission denied")
    #expect(Wording(.polish).sentence(about: odd) == "Nie można odczytać {}: brak uprawnień.")
  }

  @Test("errors are translated with their reasons; a reason without a translation is not changed")
  func program() {
    let denied = LocalizedText(system: "Permission denied")
    #expect(
      Wording(.german).sentence(
        "cannot write \("/a.txt"): \(denied); name a file in a folder you may write to")
        == "/a.txt ist nicht zu schreiben: nicht erlaubt; eine Datei in einem Ordner nennen, in dem das erlaubt ist."
    )
    let settings = SettingsError.wrong("send.wpm", expected: "true or false")
    #expect(
      Wording(.polish).sentence("cannot use \("/s.toml"): \(settings); correct it, or remove it")
        == "Nie można użyć /s.toml: send.wpm musi być: true lub false; popraw lub usuń.")
    #expect(
      Wording(.german).sentence("nothing in this text has a code word")
        == "Nichts in diesem Text hat ein Morsezeichen.")
    #expect(
      Wording(.german).translate(LocalizedText(system: "what nobody has said yet"))
        == "what nobody has said yet")
    #expect(
      Wording(.german).translate(Verification.Reason.precision(bits: 10).text)
        == "die GPU rechnet mit 10 Bits, nötig sind 16")
    #expect(Wording(.german).sentence(about: CancellationError()) == "\(CancellationError())")
  }

  @Test("the status of a remote light is a sentence, except while it connects")
  func light() throws {
    let light = LocalizedText("the remote light")
    let away = try #require(
      RemoteLightStatus.away(reason: "Connection refused", retryingIn: 0.5).text(of: light))
    #expect(
      Wording(.german).sentence(away)
        == "Das ferne Licht ist fort: die Verbindung wurde abgelehnt; nächster Versuch in 0,5 s.")
    #expect("\(away)" == "the remote light is away: Connection refused; next try in 0.5 s")
    #expect(RemoteLightStatus.connecting.text(of: light) == nil)
  }

  @Test(
    "the status of a remote light has no English word in other languages",
    arguments: [
      RemoteLightStatus.off, .connected, .stalled, .inUse(by: "127.0.0.1:5"), .inControl,
      .away(reason: "it does not answer", retryingIn: 2),
    ])
  func remoteLight(status: RemoteLightStatus) throws {
    let text = try #require(status.text(of: "the remote light"))
    for language in [Language.german, .polish] {
      let words = Wording(language).sentence(text)
      #expect(words != Wording().sentence(text))
      #expect(words.firstMatch(of: /\b(the|it|is|no such|not|and|of|cannot)\b/) == nil, "\(words)")
    }
  }

  @Test("a camera that cannot be chosen has the reason beside its name")
  func obstacles() {
    let error = CaptureError.notACamera("/dev/video7", reason: "it captures no pictures")
    #expect(Wording().obstacle(error) == "it captures no pictures")
    #expect(Wording(.german).obstacle(error) == "sie nimmt keine Bilder auf")
    #expect(Wording(.polish).obstacle(.cameraBusy("/dev/video0")).hasPrefix("/dev/video0: używa"))
  }
}
