import CImGui
import Light
import Typesetting

/// The look of the window: night on a bridge. One dark ground, one warm ink in three strengths, and the colour of a
/// lamp for what is lit. Whatever is coloured means something.
///
/// Inks keep 4.5 to 1 or more against the ground and against a panel (WCAG 2.2, 1.4.3 AA).
enum Theme {
  static let ground = Color(0x0B0E12)
  /// Cards and pills that lie over the picture.
  static let panel = Color(0x171C23)
  /// Where the picture will be.
  static let well = Color(0x12161C)
  /// Hairlines; says nothing alone.
  static let rule = Color(0x2A323C)
  /// What can be pressed.
  static let raised = Color(0x1D242D)

  static let ink = Color(0xF0EBE3)
  static let quietInk = Color(0xA3ABB5)
  static let faintInk = Color(0x838C97)

  /// Tungsten.
  static let lamp = Color(0xFFC857)
  static let error = Color(0xFF8A7A)
  static let warning = lamp

  /// One colour a torch, far apart in hue and in lightness for every kind of colour vision; the letter says it too.
  static let lanes = [lamp, Color(0x6CC5FF), Color(0xD9A6FF), Color(0x7BE0AD)]

  static func lane(_ torch: TorchID) -> Color { lanes[torch.index % lanes.count] }

  /// The grid: every distance is a multiple of it.
  static let unit = 8.0

  static let family = "DejaVu Sans, sans-serif"

  /// The type scale, in points; each step some 1.3 times the one before.
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
  /// The look of controls, at so many pixels a point.
  static func controls(scale: Double) -> GuiStyle {
    GuiStyle(
      ink: ink.hex, quietInk: quietInk.hex, panel: panel.hex, rule: rule.hex, raised: raised.hex,
      accent: lamp.hex, well: well.hex, unit: Float(unit * scale), radius: Float(4 * scale))
  }
}
