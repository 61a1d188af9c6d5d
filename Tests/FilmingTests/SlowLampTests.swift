import Foundation
import Testing

@testable import Filming

@Suite("A lamp with lag")
struct SlowLampTests {
  @Test("without lag the mean brightness is the share of the time that the lamp is on")
  func prompt() {
    let lamp = SlowLamp([1..<2, 3..<3.5], rise: 0, fall: 0)
    #expect(lamp.brightness(from: 0, to: 4) == 1.5 / 4)
    #expect(lamp.brightness(from: 1.75, to: 2.25) == 0.5)
    #expect(lamp.brightness(from: 3.25, to: 3.5) == 1)
    #expect(lamp.brightness(from: 0, to: 1) == 0)
  }

  @Test("the distance from the new brightness decreases by a factor of e per time constant")
  func exponential() {
    let lamp = SlowLamp([1..<1.1], rise: 0.1, fall: 0.2)
    func now(_ time: Double) -> Double { lamp.brightness(from: time, to: time + 1e-6) }
    #expect(abs(now(1.05) - (1 - exp(-0.5))) < 1e-4)
    #expect(abs(now(1.3) - (1 - exp(-1)) * exp(-1)) < 1e-4)
  }

  @Test("the total light is the same with and without lag")
  func conserved() {
    let lamp = SlowLamp([1..<2], rise: 0.1, fall: 0.1)
    #expect(abs(lamp.brightness(from: 0, to: 10) * 10 - 1) < 1e-9)
  }
}
