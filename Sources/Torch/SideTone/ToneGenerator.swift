import Glibc

/// Generates the samples of a sine that begins and ends softly.
struct ToneGenerator {
  /// Samples per second.
  static let rate = 48_000.0
  /// Seconds from silence to full volume and back. A shorter edge would click.
  static let edge = 0.005
  /// The amplitude as a share of the sample range.
  static let volume = 0.3

  private let step: Double
  private var phase = 0.0
  /// How far it has come up, from 0, silent, to 1.
  private var rise = 0.0

  init(hertz: Double) { step = 2 * .pi * hertz / Self.rate }

  var isSilent: Bool { rise == 0 }

  mutating func next(isOn: Bool) -> Int16 {
    let change = 1 / (Self.edge * Self.rate)
    rise = isOn ? min(1, rise + change) : max(0, rise - change)
    phase = (phase + step).truncatingRemainder(dividingBy: 2 * .pi)
    // A raised cosine.
    return Int16(Double(Int16.max) * Self.volume * (1 - cos(.pi * rise)) / 2 * sin(phase))
  }
}
