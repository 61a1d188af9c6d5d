import Foundation
import Typesetting

/// A kind of colour vision, with a measure of the distance of two colours.
enum ColourVision: CaseIterable {
  case usual, protanopia, deuteranopia, tritanopia

  /// The matrix from linear red, green and blue to the perceived values (Machado, Oliveira, Fernandes, "A Physiologically-based
  /// Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, supplementary tables, severity 1.0).
  private var rows: [SIMD3<Double>] {
    switch self {
    case .usual: [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    case .protanopia:
      [
        SIMD3(0.152286, 1.052583, -0.204868), SIMD3(0.114503, 0.786281, 0.099216),
        SIMD3(-0.003882, -0.048116, 1.051998),
      ]
    case .deuteranopia:
      [
        SIMD3(0.367322, 0.860646, -0.227968), SIMD3(0.280085, 0.672501, 0.047413),
        SIMD3(-0.011820, 0.042940, 0.968881),
      ]
    case .tritanopia:
      [
        SIMD3(1.255528, -0.076749, -0.178779), SIMD3(-0.078411, 0.930809, 0.147602),
        SIMD3(0.004733, 0.691367, 0.303900),
      ]
    }
  }

  /// The distance of two colours in CIELAB (CIE 15:2004, 8.2.1: the difference of 1976), in sRGB's white (IEC 61966-2-1).
  func distance(_ a: Color, _ b: Color) -> Double {
    let way = lab(a) - lab(b)
    return (way * way).sum().squareRoot()
  }

  private func lab(_ color: Color) -> SIMD3<Double> {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let light = SIMD3(linear(color.red), linear(color.green), linear(color.blue))
    func row(_ index: Int) -> Double { min(max((rows[index] * light).sum(), 0), 1) }
    let seen = SIMD3(row(0), row(1), row(2))
    func root(_ share: Double) -> Double {
      share > 216.0 / 24389 ? cbrt(share) : (24389.0 / 27 * share + 16) / 116
    }
    let x = root((SIMD3(0.4124564, 0.3575761, 0.1804375) * seen).sum() / 0.95047)
    let y = root((SIMD3(0.2126729, 0.7151522, 0.0721750) * seen).sum())
    let z = root((SIMD3(0.0193339, 0.1191920, 0.9503041) * seen).sum() / 1.08883)
    return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }
}
