import Foundation
import Testing
import Typesetting

@testable import Interface

@Suite("The palette can be read")
struct ThemeTests {
  /// WCAG 2.2, relative luminance and contrast ratio.
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

  @Test("the measure itself: black on white is 21")
  func measure() {
    #expect(abs(contrast(.black, .white) - 21) < 1e-9)
    #expect(abs(contrast(Color(0x777777), .white) - 4.48) < 0.01)
  }

  @Test("every ink keeps 4.5 to 1 on every ground it is used on")
  func inks() {
    let inks = [Theme.ink, Theme.quietInk, Theme.faintInk, Theme.error, Theme.warning] + Theme.lanes
    for ink in inks {
      for ground in [Theme.ground, Theme.well, Theme.panel] { #expect(contrast(ink, ground) >= 4.5) }
    }
    // Letters on their colour, keys on their caps.
    for lane in Theme.lanes { #expect(contrast(Theme.ground, lane) >= 4.5) }
    #expect(contrast(Theme.ink, Theme.rule) >= 4.5)
  }

  @Test("a card over the brightest picture is still readable")
  func card() {
    let card = Color.white.mixed(with: Theme.panel, 0.94)
    #expect(contrast(Theme.ink, card) >= 4.5)
    #expect(contrast(Theme.quietInk, card) >= 4.5)
  }

  @Test(
    "what was read with doubt is dimmer, and never too dim",
    arguments: [0, 0.3, 0.5, 0.7, 0.9, 1, .nan, -1, 7])
  func confidence(_ confidence: Double) {
    let color = TranscriptText.color(confidence: confidence)
    #expect(contrast(color, Theme.ground) >= 4.5)
    #expect((color == Theme.ink) == (confidence >= 0.9))
  }
}
