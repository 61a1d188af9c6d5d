import Foundation
import Testing

@testable import Torch

@Suite("Side tone")
struct ToneGeneratorTests {
  /// The samples of one second, with the tone on in the first half.
  private func samples(hertz: Double) -> [Double] {
    var generator = ToneGenerator(hertz: hertz)
    return (0..<48_000).map { Double(generator.next(isOn: $0 < 24_000)) / Double(Int16.max) }
  }

  @Test("the tone has its pitch, and is silent while it is off", arguments: [100.0, 600, 4000])
  func pitch(hertz: Double) {
    let samples = samples(hertz: hertz)
    let crossings = zip(samples[..<24_000], samples[1...]).count { $0 < 0 && $1 >= 0 }
    #expect(abs(Double(crossings) - hertz / 2) <= 1)
    #expect(samples[24_240...].allSatisfy { $0 == 0 })
    #expect(abs((samples.max() ?? 0) - ToneGenerator.volume) < 0.01)
  }

  @Test("the samples never change faster than the tone itself, so nothing clicks")
  func softness() {
    let samples = samples(hertz: 600)
    let steepest = zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 1
    #expect(steepest < ToneGenerator.volume * 2 * .pi * 600 / 48_000 * 1.02)
    // Half of the volume after half of the fade.
    let loudest = samples[60..<180].map(abs).max() ?? 0
    #expect(loudest > 0.4 * ToneGenerator.volume && loudest < 0.95 * ToneGenerator.volume)
  }
}
