import CImGui
import Frames
import Typesetting

/// The look of the window: one background, one ink in three strengths, and the colours of lamps. Every colour has a meaning.
///
/// Inks have a contrast of 4.5 to 1 or more against the ground and against a panel (WCAG 2.2, 1.4.3 AA), and of 7 to 1 or more
/// with high contrast (1.4.6 AAA).
public struct Theme: Hashable, Sendable {
  let ground: Color
  /// Colour of cards over the picture.
  let panel: Color
  /// Colour of the room for the picture.
  let well: Color
  /// Colour of thin lines, which carry no information alone.
  let rule: Color
  /// Colour of buttons.
  let raised: Color
  /// Whether buttons have an outline, 3 to 1 or more against the ground (WCAG 2.2, 1.4.11).
  var framesButtons: Bool { self == .contrast }

  let ink: Color
  let quietInk: Color
  let faintInk: Color
  let error: Color

  /// One colour per torch, different in hue and lightness for every kind of colour vision. The torch's letter gives the same
  /// information. The hues are near those of Okabe and Ito, "Color Universal Design" (2002), with larger steps of lightness.
  let lanes: [Color]

  var lamp: Color { lanes[0] }
  var warning: Color { lamp }

  /// The colour of a lit lamp: bright in the light theme too.
  func light(_ torch: TorchID) -> Color { Self.dark.lane(torch) }

  func lane(_ torch: TorchID) -> Color { lanes[torch.index % lanes.count] }

  private init(
    ground: UInt32, panel: UInt32, well: UInt32, rule: UInt32, raised: UInt32, inks: [UInt32], error: UInt32,
    lanes: [UInt32]
  ) {
    (self.ground, self.panel, self.well) = (Color(ground), Color(panel), Color(well))
    (self.rule, self.raised, self.error) = (Color(rule), Color(raised), Color(error))
    (ink, quietInk, faintInk) = (Color(inks[0]), Color(inks[1]), Color(inks[2]))
    self.lanes = lanes.map { Color($0) }
  }

  /// For the night; the lamp has the colour of tungsten.
  public static let dark = Theme(
    ground: 0x0B0E12, panel: 0x171C23, well: 0x12161C, rule: 0x2A323C, raised: 0x1D242D,
    inks: [0xF0EBE3, 0xA3ABB5, 0x838C97], error: 0xFF8A7A,
    lanes: [0xFFC857, 0x76D0FF, 0xC877A7, 0x279E68])
  /// For the day.
  public static let light = Theme(
    ground: 0xF4F1EA, panel: 0xFFFFFF, well: 0xE6E2D9, rule: 0xC9C4B8, raised: 0xE4DFD4,
    inks: [0x1A1D21, 0x4A525B, 0x565E67], error: 0xA8201A,
    lanes: [0x745700, 0x0064AC, 0x9C416F, 0x00411B])
  public static let contrast = Theme(
    ground: 0x000000, panel: 0x000000, well: 0x0A0A0A, rule: 0x707070, raised: 0x1C1C1C,
    inks: [0xFFFFFF, 0xE6E6E6, 0xCFCFCF], error: 0xFFA79A,
    lanes: [0xFFD75E, 0x57B6ED, 0xE68EAD, 0xACFFC9])

  public static let all = [("dark", dark), ("light", light), ("contrast", contrast)]

  /// The theme of this name; `nil` if there is none.
  public static func named(_ name: String) -> Theme? { all.first { $0.0 == name }?.1 }

  public var name: String { Self.all.first { $0.1 == self }?.0 ?? "" }

  /// The next one, in a cycle.
  public var next: Theme {
    let place = Self.all.firstIndex { $0.1 == self } ?? 0
    return Self.all[(place + 1) % Self.all.count].1
  }

  /// The unit of distances, in points.
  static let unit = 8.0

  static let family = "DejaVu Sans, sans-serif"

  /// Type sizes in points. From `body` on, each is about 1.3 times the one before.
  enum Size {
    static let caption = 11.0
    static let control = 12.0
    static let body = 14.0
    static let lead = 18.0
    static let reading = 24.0
    static let display = 32.0
  }

  static func font(_ size: Double, lineSpacing: Double = 1) -> TextBox.Font {
    TextBox.Font(family: family, size: size, lineSpacing: lineSpacing)
  }
}

extension Theme {
  /// The style of controls; `scale` in pixels per point.
  func guiStyle(scale: Double) -> GuiStyle {
    GuiStyle(
      ink: ink.hex, quietInk: quietInk.hex, panel: panel.hex, rule: rule.hex, raised: raised.hex,
      accent: lamp.hex, unit: Float(Self.unit * scale), radius: Float(4 * scale),
      frame: framesButtons ? Float(scale.rounded(.up)) : 0)
  }
}
