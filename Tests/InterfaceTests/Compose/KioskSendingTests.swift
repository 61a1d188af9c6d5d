import Graphics
import Localization
import Testing
import Typesetting

@testable import Interface

@Suite("A kiosk that sends")
struct KioskSendingTests {
  /// The smallest display of the Raspberry Pi: 800 x 480 on 154.08 x 85.92 mm (Raspberry Pi Touch Display, product brief),
  /// and the same upright.
  private static let displays: [(size: Point, millimetres: Point)] = [
    (size: Point(800, 480), millimetres: Point(154.08, 85.92)),
    (Point(480, 800), Point(85.92, 154.08)),
  ]

  @Test("every key is 9 mm or more wide and high on the smallest display, and keys do not overlap")
  func touchTargets() {
    for display in Self.displays {
      let millimetres = display.millimetres / display.size
      for page in [KioskKeyboard.Page.letters, .figures] {
        for isSending in [false, true] {
          for language in Language.allCases {
            let keyboard = KioskKeyboard(
              display.size, page: page, isSending: isSending, language: language)
            for (place, key) in keyboard.places.enumerated() {
              let size = Point(key.rect.width, key.rect.height) * millimetres
              #expect(size.min() >= 9, "\(key.key) is \(size) mm")
              for other in keyboard.places[(place + 1)...] { #expect(!key.rect.overlaps(other.rect)) }
            }
          }
        }
      }
      let invitation = KioskLayout(display.size, aspect: 4.0 / 3, invites: true).invitation
      #expect((Point(invitation.width, invitation.height) * millimetres).min() >= 9)
    }
  }

  @Test("all keys are on the screen, and none overlaps the typed text", arguments: LayoutTests.sizes)
  func layout(_ size: Point) {
    let window = Rect(x: 0, y: 0, width: size.x, height: size.y)
    for isSending in [false, true] {
      let keyboard = KioskKeyboard(size, page: .letters, isSending: isSending)
      for (key, rect) in keyboard.places {
        #expect(window.contains(rect) && !rect.isEmpty, "\(key) \(rect) in \(size)")
        #expect(!rect.overlaps(keyboard.line) && !rect.overlaps(keyboard.strip), "\(key) in \(size)")
      }
      #expect(!keyboard.lamp.overlaps(keyboard.line))
      let glass = keyboard.lamp.width * Painter.glassShare
      #expect(glass * glass * Double.pi / 4 < 0.03 * size.x * size.y)
    }
    let kiosk = KioskLayout(size, aspect: 4.0 / 3, invites: true)
    for part in [kiosk.well, kiosk.state, kiosk.tape, kiosk.text] {
      #expect(!part.overlaps(kiosk.invitation))
    }
    #expect(KioskLayout(size, aspect: 4.0 / 3).invitation.isEmpty)
  }

  @Test("every letter of every language has a key, and all code words of a short message fit")
  func room() {
    for display in Self.displays {
      for language in Language.allCases {
        let keyboard = KioskKeyboard(
          display.size, page: .figures, isSending: false, language: language)
        let signs = keyboard.places.compactMap { if case .sign(let sign) = $0.key { sign } else { nil } }
        #expect(Set(language.nationalLetters.map { String($0) }).isSubset(of: signs))
      }
      let message = ComposedMessage("HELLO WORLD", alphabet: "latin", timing: Compose().timing)
      let strip = CodeStrip(characters: message.keying.characters, number: nil)
      let place = KioskKeyboard(display.size, page: .letters, isSending: false).strip
      let unit = strip.unit(fitting: place.width, maximum: place.height / 12)
      #expect(strip.shown(in: place.width, unit: unit) == 0..<strip.characters.count, "\(display.size)")
    }
  }

  @Test(
    "the key that changes the page shows the first national letters",
    arguments: [(Language.english, "123 ?"), (.german, "123 ÄÖ"), (.polish, "123 ĄĆ")])
  func pageKey(_ language: Language, _ label: String) {
    #expect(Wording(language).key(.page, page: .letters) == label)
    #expect(Wording(language).key(.page, page: .figures) == "ABC")
  }

  private func tap(_ visit: inout KioskVisit, _ keys: [KioskKeyboard.Key]) -> [Command] {
    keys.compactMap { key in
      visit.touch(key)
      return visit.release(at: key, messages: ["HELLO", "GOOD DAY"])
    }
  }

  @Test("touches type, delete and send; a finger that slides off its key does nothing")
  func fingers() {
    var visit = KioskVisit()
    visit.open()
    #expect(tap(&visit, [.send, .space]) == [])
    _ = tap(&visit, [.sign("A"), .sign("B"), .delete, .space, .space, .sign("C")])
    #expect(visit.text == "A C")
    visit.touch(.sign("X"))
    #expect(visit.release(at: .sign("Y"), messages: []) == nil)
    visit.touch(.sign("X"))
    visit.touch(nil)
    #expect(visit.release(at: .sign("X"), messages: []) == nil)
    #expect(visit.text == "A C")
    #expect(tap(&visit, [.send]) == [.send("A C", leavesOut: true)])
    #expect(visit.text == "" && visit.isOpen)
    #expect(visit.sent == "A C")
    #expect(tap(&visit, [.message(1), .stop]) == [.send("GOOD DAY", leavesOut: true), .stopSending])
    #expect(visit.sent == nil)
    _ = tap(&visit, [.page, .sign("7")])
    #expect(visit.page == .figures && visit.text == "7")
    _ = tap(&visit, [.close])
    #expect(visit == KioskVisit())
  }

  @Test("characters without a code word are shown while typing, while sending and afterwards")
  func leftOut() throws {
    var visit = KioskVisit()
    visit.open()
    var compose = Compose()
    func scene() -> KioskSendingScene {
      KioskSendingScene(
        visit, compose, size: Point(800, 480), alphabet: "greek", language: .english)
    }
    let stage = try Stage(try OffscreenContext().context)
    func picture() throws -> Bitmap {
      var view = Stage.View(.kiosk, width: 800, height: 480)
      (view.visit, view.compose, view.choices.alphabet) = (visit, compose, "greek")
      return try stage.picture(of: Gallery.snapshot("reading"), as: view) { _ in }
    }
    #expect(scene().leftOut == [])
    _ = tap(&visit, [.sign("Α"), .sign("S"), .sign("Ε")])
    #expect(scene().leftOut == ["S"])
    _ = tap(&visit, [.send])
    let message = ComposedMessage("AE", alphabet: "latin", timing: compose.timing)
    compose.sending = Compose.Sending(message.keying)
    #expect(scene().leftOut == ["S"])
    let said = try picture()
    compose.sending = nil
    #expect(scene().leftOut == ["S"])
    // The picture shows them too.
    (visit, compose.sending) = (KioskVisit(), Compose.Sending(message.keying))
    visit.open()
    _ = tap(&visit, [.sign("Α"), .sign("Ε"), .send])
    #expect(scene().leftOut == [])
    #expect(try picture() != said)
  }

  @Test("a message that could not be sent is restored once, for the visitor who wrote it")
  func failed() {
    var visit = KioskVisit()
    visit.open()
    visit.restoreFailedMessage()
    #expect(visit.text == "")
    _ = tap(&visit, [.sign("S"), .sign("O"), .send])
    visit.restoreFailedMessage()
    #expect(visit.text == "SO")
    _ = tap(&visit, [.delete, .delete])
    visit.restoreFailedMessage()
    #expect(visit.text == "")
    #expect(tap(&visit, [.message(0)]) == [.send("HELLO", leavesOut: true)])
    visit.restoreFailedMessage()
    #expect(tap(&visit, [.send]) == [.send("HELLO", leavesOut: true)])
    _ = tap(&visit, [.close])
    visit.restoreFailedMessage()
    #expect(visit == KioskVisit())
  }

  @Test("the length of a message is limited")
  func longest() {
    var visit = KioskVisit()
    visit.open()
    _ = tap(&visit, Array(repeating: .sign("E"), count: 100))
    #expect(visit.text.count == KioskVisit.longestText)
  }

  @Test("a visit ends half a minute after the last touch, but not while its message is sent")
  func leaving() {
    let start = ContinuousClock.now
    var visit = KioskVisit()
    visit.open(now: start)
    visit.touch(.sign("A"), now: start)
    _ = visit.release(at: .sign("A"), messages: [], now: start + .seconds(1))
    visit.endIfIdle(isSending: false, now: start + .seconds(30))
    #expect(visit.text == "A")
    visit.endIfIdle(isSending: true, now: start + .seconds(90))
    visit.endIfIdle(isSending: false, now: start + .seconds(119))
    #expect(visit.isOpen)
    visit.endIfIdle(isSending: false, now: start + .seconds(121))
    #expect(visit == KioskVisit())
  }

  @Test("letters have the order of the language's keyboards")
  func letterRows() {
    for (language, neighbour) in [(Language.english, "Y"), (.german, "Z"), (.polish, "Y")] {
      let keys = KioskKeyboard(Point(800, 480), page: .letters, isSending: false, language: language)
        .places.map(\.key)
      let place = keys.firstIndex(of: .sign("T"))
      #expect(place.map { keys[$0 + 1] } == .sign(neighbour))
    }
  }
}
