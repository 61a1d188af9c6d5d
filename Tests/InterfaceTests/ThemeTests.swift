import Foundation
import Graphics
import Testing
import Typesetting

@testable import Interface

@Suite("The colours of the themes are legible")
struct ThemeTests {
  /// The contrast ratio (WCAG 2.2, relative luminance and contrast ratio).
  private func contrast(_ a: Color, _ b: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      func linear(_ channel: UInt8) -> Double {
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let (light, dark) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)
  }

  @Test("the contrast of black on white is 21 to 1")
  func measure() {
    #expect(abs(contrast(.black, .white) - 21) < 1e-9)
    #expect(abs(contrast(Color(0x777777), .white) - 4.48) < 0.01)
  }

  @Test(
    "every ink has a contrast of 4.5 to 1 on every ground, in high contrast 7 to 1", arguments: Theme.all)
  func inks(_ name: String, _ theme: Theme) {
    let inks = [theme.ink, theme.quietInk, theme.faintInk, theme.error, theme.warning] + theme.lanes
    for ink in inks {
      for ground in [theme.ground, theme.well, theme.panel] {
        #expect(contrast(ink, ground) >= (name == "contrast" ? 7 : 4.5), "\(name) \(ink) on \(ground)")
      }
    }
    // Letters of torches on their colour, keys on their caps, labels on buttons.
    for lane in theme.lanes { #expect(contrast(theme.ground, lane) >= 4.5) }
    #expect(contrast(theme.ink, theme.rule) >= 4.5)
    #expect(contrast(theme.ink, theme.raised) >= 4.5 && contrast(theme.lamp, theme.raised) >= 4.5)
  }

  @Test(
    "colours of torches are distinct for every kind of colour vision", arguments: Theme.all,
    ColourVision.allCases)
  func lanes(_ theme: (name: String, theme: Theme), _ vision: ColourVision) {
    let lanes = theme.theme.lanes
    for (index, lane) in lanes.enumerated() {
      for other in lanes[(index + 1)...] {
        #expect(vision.distance(lane, other) >= 20, "\(theme.name) \(vision) \(lane) \(other)")
      }
    }
  }

  @Test(
    "the colour distance of black and white is 100; that of red and green is small for deuteranopia")
  func colours() {
    let (red, green) = (Color(0xC03000), Color(0x607800))
    for vision in ColourVision.allCases {
      #expect(abs(vision.distance(.black, .white) - 100) < 0.1)
    }
    #expect(ColourVision.deuteranopia.distance(red, green) < 0.4 * ColourVision.usual.distance(red, green))
  }

  @Test("a card is legible over the brightest and the darkest picture", arguments: Theme.all)
  func card(_ name: String, _ theme: Theme) {
    for picture in [Color.white, .black] {
      let card = picture.mixed(with: theme.panel, 0.94)
      #expect(contrast(theme.ink, card) >= 4.5)
      #expect(contrast(theme.quietInk, card) >= 4.5)
    }
  }

  @Test(
    "text of low confidence is dimmer, but legible", arguments: Theme.all,
    [0, 0.3, 0.5, 0.7, 0.9, 1, .nan, -1, 7])
  func confidence(_ theme: (name: String, theme: Theme), _ confidence: Double) {
    let color = TranscriptText.color(confidence: confidence, theme.theme)
    #expect(contrast(color, theme.theme.ground) >= 4.5)
    #expect((color == theme.theme.ink) == (confidence >= 0.9))
  }

  @Test("in high contrast buttons have a frame of 3 to 1 or more (WCAG 2.2, 1.4.11)")
  func frames() throws {
    #expect(contrast(Theme.contrast.rule, Theme.contrast.ground) >= 3)
    let stage = try Stage(try OffscreenContext().context)
    var kiosk = Stage.View(.kiosk, width: 800, height: 480)
    (kiosk.theme, kiosk.visit) = (.contrast, KioskVisit())
    let invitation = KioskLayout(Point(800, 480), aspect: 4.0 / 3, invites: true).invitation
    var desktop = Stage.View(.desktop, width: 1280, height: 800)
    desktop.theme = .contrast
    let controls = DesktopLayout(Point(1280, 800), aspect: 4.0 / 3).controls
    for (view, place) in [(kiosk, invitation), (desktop, controls)] {
      let picture = try stage.picture(of: Gallery.snapshot("reading"), as: view) { _ in }
      // The top row of the button, from its left edge.
      let line = (0..<60).map { picture[Int(place.x.rounded()) + $0, Int(place.y.rounded())] }
      #expect(line.filter { contrast($0, Theme.contrast.ground) >= 3 }.count >= 20)
    }
  }

  @Test("themes follow each other in a cycle, and are found by their names")
  func names() {
    #expect(Theme.dark.next == .light && Theme.light.next == .contrast && Theme.contrast.next == .dark)
    for (name, theme) in Theme.all { #expect(Theme.named(name) == theme && theme.name == name) }
    #expect(Theme.named("pink") == nil)
  }

  @Test(
    "every theme is drawn in its own colours, also after another theme",
    arguments: ["reading", "many"])
  func drawn(_ state: String) throws {
    let stage = try Stage(try OffscreenContext().context)
    var view = Stage.View(.desktop, width: 800, height: 480)
    func picture(_ theme: Theme) throws -> Bitmap {
      view.theme = theme
      return try stage.picture(of: Gallery.snapshot(state), as: view) { _ in }
    }
    let dark = try picture(.dark)
    for theme in [Theme.light, .contrast] {
      let other = try picture(theme)
      #expect(other[2, 2] == theme.ground)
      // No colour of the other theme is left in kept texts.
      #expect(try picture(.dark) == dark)
    }
  }
}
