import Foundation
import Graphics
import Localization
import Morse
import Testing
import Torch
import Typesetting

@testable import Interface

@Suite("Every state of sending is drawn at every size")
struct SendingGalleryTests {
  private static let sizes =
    Album.sizes + [.init(200, 150), .init(800, 300), .init(480, 800)]
    + (Album.folder == nil ? [] : [.init(320, 240), .init(640, 480), .init(1024, 600)])

  private static func sending(_ number: Int) throws -> Compose.Sending {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 12)).encode("CQ CQ DE ALDIS LIGHT IS ENOUGH <SK>")
    var sending = Compose.Sending(keying)
    sending.number = number
    if number > 0 { sending.secondsLeft -= keying.characters[number - 1].range.lowerBound }
    return sending
  }

  @Test(
    "the bar for messages on the desktop is drawn in every state",
    arguments: [
      ("hint", ""), ("writing", "cq de aldis"), ("unknown", "a ☃ b"), ("sending", ""), ("fault", ""),
      ("question", "cq"),
    ])
  func bar(_ state: String, _ text: String) throws {
    let context = try OffscreenContext().context
    for (size, language) in zip(
      Self.sizes,
      [.english, .english, .german, .polish, .german] + Array(repeating: Language.german, count: 9))
    {
      let stage = try Stage(context)
      var view = Stage.View(.desktop, width: size.width, height: size.height)
      (view.composeShare, view.language) = (1, language)
      if state == "unknown" { view.theme = .light }
      view.choices = Choices(alphabets: ["auto", "latin"], alphabet: "latin")
      view.compose = Compose(lamps: [.lamp, .wholeWindow])
      if state == "sending" {
        view.compose.sending = try Self.sending(9)
        view.compose.isLit = true
      }
      if state == "fault" {
        view.compose.fault = Wording(language).sentence(
          about: TorchError.inUse("led:red", holder: "aldis (process 4711)"))
      }
      if state == "question" { view.compose.lamp = .wholeWindow }
      func picture() throws -> Bitmap {
        try stage.picture(of: Gallery.snapshot("reading"), as: view, preview: Gallery.harbour(context))
      }
      let empty = try picture()
      try stage.focusMessageEntry()
      _ = try picture()
      for sign in text.unicodeScalars { _ = stage.takes(.character(sign), pointerScale: 1) }
      _ = try picture()
      if state == "question" { _ = stage.takes(.key(.enter, .down, []), pointerScale: 1) }
      let shown = try picture()
      #expect(text.isEmpty || shown != empty)
      view.composeShare = 0
      #expect(try picture() != shown)
      try Album.keep(shown, "compose-\(state)-\(size.name)-\(language.rawValue)")
    }
  }

  @Test(
    "the keys of a kiosk are drawn in every state",
    arguments: ["invitation", "empty", "writing", "figures", "sending"])
  func kiosk(_ state: String) throws {
    let context = try OffscreenContext().context
    let stage = try Stage(context)
    for size in Self.sizes {
      // The largest pictures are slow, so they are drawn in one language.
      for language in Language.allCases where size.width < 3000 || language == .german {
        var view = Stage.View(.kiosk, width: size.width, height: size.height)
        view.language = language
        view.compose = Compose(lamps: [.lamp])
        var visit = KioskVisit()
        if state != "invitation" { visit.open() }
        func tap(_ keys: [KioskKeyboard.Key]) {
          for key in keys {
            visit.touch(key)
            _ = visit.release(at: key, messages: [])
          }
        }
        if state == "writing" {
          tap("HELLO WORLD".map { $0 == " " ? .space : .sign(String($0)) })
          visit.touch(.sign("K"))
        }
        if state == "figures" { tap([.page, .sign("7"), .sign("3")]) }
        if state == "sending" {
          view.compose.sending = try Self.sending(9)
          view.compose.isLit = true
        }
        view.visit = visit
        let picture = try stage.picture(
          of: Gallery.snapshot("empty"), as: view, preview: Gallery.harbour(context))
        view.visit = nil
        #expect(
          try stage.picture(of: Gallery.snapshot("empty"), as: view, preview: Gallery.harbour(context))
            != picture)
        try Album.keep(picture, "kiosk-\(state)-\(size.name)-\(language.rawValue)")
      }
    }
  }
}
