import Glibc

/// Generates the samples of a sine that begins and ends softly.
struct ToneGenerator {
  /// Samples per second.
  static let rate = 48_000.0
  /// Seconds of the fade from silence to full volume, or back. A shorter one would click.
  private static let fadeTime = 0.005
  /// The amplitude as a share of the sample range.
  static let volume = 0.3

  /// Radians per sample.
  private let phaseStep: Double
  private var phase = 0.0
  /// Position in the fade: 0 is silence, 1 is full volume.
  private var fade = 0.0

  init(hertz: Double) { phaseStep = 2 * .pi * hertz / Self.rate }

  var isSilent: Bool { fade == 0 }

  mutating func next(isOn: Bool) -> Int16 {
    let change = 1 / (Self.fadeTime * Self.rate)
    fade = isOn ? min(1, fade + change) : max(0, fade - change)
    phase = (phase + phaseStep).truncatingRemainder(dividingBy: 2 * .pi)
    let envelope = (1 - cos(.pi * fade)) / 2
    return Int16(Double(Int16.max) * Self.volume * envelope * sin(phase))
  }
}
