import Capture
import Graphics
import Luma
import Monitor
import Morse
import Testing
import Torch

@testable import Interface

@Suite("Errors in the languages of the window")
struct TroublesTests {
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
    .notUnderstood("/a", reason: "it is a grid recording of version 9, and this Aldis reads version 1"),
    .notUnderstood("/a", reason: "its format is DASH; name a video, such as an MP4 or Matroska file"),
    .notUnderstood("/a", reason: "this FFmpeg has no decoder for prores"),
    .notUnderstood("/a", reason: "vp9 cannot be decoded: Invalid data found when processing input"),
    .notUnderstood("/a", reason: "its pixels cannot be converted: Invalid argument"),
    .notUnderstood("/a", reason: "its pictures have 9x99999 pixels"),
    .truncated("/a", reason: "frame 7 is cut in its first line"),
  ]

  private let torches: [TorchError] = [
    .noSuchLED("a", folder: "/leds", existing: []), .noSuchLED("a", folder: "/leds", existing: ["b", "c"]),
    .notPermitted("led:a", path: "/leds/a/brightness"), .inUse("led:a", holder: "process 7"), .gone("led:a"),
    .unreachable("light://a:1", reason: "Connection refused"),
    .unreachable("light://a:1", reason: "it is protected; reach it by lights://, with keys"),
    .switchedOff(settings: "/s.toml"),
    .interrupted("light://a:1", reason: "it does not answer", lost: 0, of: 9),
    .interrupted("light://a:1", reason: "it does not answer", lost: 2, of: 9),
    .heldUp("led:a", seconds: 0.256),
    .noKeys("/keys", reason: "there is no such file"), .badKeys("/keys", reason: "it is no file of keys"),
    .noKeys("/keys", reason: "these are the keys of the lamp"),
    .noKeys("/keys", reason: "these are the keys of who sends"),
    .failed("led:a", reason: "No such device"),
    .failed("led:a", reason: "it could not be given back as it was found, and may still shine"),
  ]

  /// Whether the texts differ only in the capital and the full stop.
  private func isSame(_ sentence: String, as message: String) -> Bool {
    sentence.lowercased() == message.lowercased() + "."
  }

  @Test(
    "errors of cameras, recordings and lights: English is that of the log, other languages have no English word"
  )
  func languages() {
    let all: [(error: any Error, message: String)] =
      cameras.map { ($0, $0.message) } + torches.map { ($0, $0.message) }
      + [
        (
          GraphicsError.size(width: 9, height: 8, largest: 4),
          "\(GraphicsError.size(width: 9, height: 8, largest: 4))"
        )
      ]
    for (error, message) in all {
      #expect(isSame(Wording().trouble(error), as: message))
      let foreign = [Wording(.german), Wording(.polish)].map { $0.trouble(error) }
      #expect(Set(foreign + [Wording().trouble(error)]).count == 3)
      for words in foreign {
        #expect(!words.contains("{") && words.hasSuffix("."), "\(words)")
        #expect(words.firstMatch(of: /\b(the|it|is|no such|not|and|of|cannot)\b/) == nil, "\(words)")
      }
    }
  }

  @Test("the values in a reason are found, for any number of values")
  func formed() {
    let phrase = Phrase("{} is {}, not {}", "", "")
    #expect(phrase.values(in: "a is b, not c") == ["a", "b", "c"])
    #expect(phrase.values(in: " is , not ") == ["", "", ""])
    #expect(phrase.values(in: "a is b") == nil && phrase.values(in: "") == nil)
    #expect(Phrase("its {}s", "", "").values(in: "its") == nil)
    #expect(
      Wording(.german).reason("vp9 cannot be decoded: End of file")
        == "vp9 lässt sich nicht entschlüsseln: die Datei ist zu Ende")
  }

  @Test("a path keeps its case, and braces in a path are no place for a value")
  func paths() {
    #expect(Wording().trouble(CaptureError.noPicture("clip.mp4")).hasPrefix("clip.mp4 holds"))
    #expect(
      Wording(.german).trouble(CaptureError.noSuchFile("clip.mp4")) == "Keine solche Datei: clip.mp4.")
    let odd = CaptureError.unreadable("{}", reason: "Permission denied")
    #expect(Wording(.polish).trouble(odd) == "Nie można odczytać {}: brak uprawnień.")
  }

  @Test("errors of the program itself, with reasons of the system or of Aldis")
  func program() {
    let cannotWrite = Trouble.cannotWrite("/a.txt", reason: "Permission denied")
    #expect(
      Wording(.german).trouble(cannotWrite)
        == "/a.txt ist nicht zu schreiben: nicht erlaubt; eine Datei in einem Ordner nennen, in dem das erlaubt ist."
    )
    let settings = Trouble.badSettings("/s.toml", .wrong("send.wpm", expected: "true or false"))
    #expect(
      Wording(.polish).trouble(settings)
        == "Nie można użyć /s.toml: send.wpm musi być: true lub false; popraw lub usuń.")
    #expect(Wording(.german).trouble(Trouble.nothingToSend) == "Nichts in diesem Text hat ein Morsezeichen.")
    #expect(Wording(.german).reason("what nobody has said yet") == "what nobody has said yet")
    #expect(
      Wording(.german).reason(Verification.Reason.precision(bits: 10))
        == "die GPU rechnet mit 10 Bits, nötig sind 16")
    let away = RemoteLightStatus.away(reason: "Connection refused", retryingIn: 0.5)
    #expect(
      Wording(.german).light(away)
        == "Das ferne Licht ist fort: die Verbindung wurde abgelehnt; nächster Versuch in 0,5 s.")
    #expect(Wording(.german).light(.connecting) == nil)
  }

  @Test(
    "the status of a remote light: English is that of the log, other languages have no English word",
    arguments: [
      RemoteLightStatus.off, .connected, .stalled, .inUse(by: "127.0.0.1:5"), .inControl,
      .away(reason: "it does not answer", retryingIn: 2),
    ])
  func remoteLight(status: RemoteLightStatus) throws {
    let english = try #require(Wording().light(status))
    let message = try #require(status.message("the remote light"))
    #expect(isSame(english, as: message))
    for language in [Language.german, .polish] {
      let words = try #require(Wording(language).light(status))
      #expect(words != english)
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
