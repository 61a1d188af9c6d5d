import Foundation
import Morse

extension Diagnosis {
  /// For people: what is wrong, with its figure, and what to try.
  public var message: String { "\(finding); \(advice)" }

  /// What is wrong, with its figure.
  public var finding: String {
    switch self {
    case .tooFast(let frames):
      "too fast for this camera: a dot lasts \(text(frames, "%.1f")) frames, and takes one at least"
    case .faint(let contrast):
      "too faint: the light stands \(text(contrast, "%.1f")) times above the noise, and takes about 2"
    case .clipped(let share):
      "overexposed: \(percent(share)) of its pixels are white even while the lamp is off"
    case .flicker(let hertz, let mains):
      "the light flickers \(text(hertz, "%.1f")) times a second in these frames"
        + (mains.map { ", as lamps on \(text($0 / 2, "%.0f")) Hz mains do" } ?? "")
    case .blinking(let period):
      "no Morse: the light only blinks, every \(text(period, "%.2f")) seconds"
    case .irregular(let spread):
      "no Morse, or a very uneven hand: lengths stray by \(percent(spread)), and may by about 20 %"
    }
  }

  private var advice: String {
    switch self {
    case .tooFast: "ask for slower sending, or film with more frames a second"
    case .faint: "move closer, zoom in, or hold off other light"
    case .clipped: "shorten the exposure"
    case .flicker(_, let mains):
      mains.map { "expose for \(text(1 / $0, "%.4f")) seconds or a multiple of it" }
        ?? "expose longer, or change the frame rate"
    case .blinking: "point the camera at a lamp that is keyed"
    case .irregular: "ask for dashes three times as long as dots"
    }
  }

  private func text(_ value: Double, _ format: String) -> String { String(format: format, value) }

  private func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }
}
