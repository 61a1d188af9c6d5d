import Testing
import Torch

@Suite("Punctuality")
struct PunctualityTests {
  @Test("quantiles are right to 10 µs, and never beyond the latest")
  func quantiles() {
    var punctuality = Punctuality()
    for number in 1...100 { punctuality.add(Double(number) * 100e-6 - 5e-6) }
    #expect(punctuality.count == 100)
    #expect(abs(punctuality.quantile(0.5) - 5e-3) < 10e-6)
    #expect(abs(punctuality.quantile(0.99) - 9.9e-3) < 10e-6)
    #expect(punctuality.quantile(1) == punctuality.most)
    #expect(punctuality.most == 100 * 100e-6 - 5e-6)
  }

  @Test("what is later than the last bucket is told as the latest")
  func veryLate() {
    var punctuality = Punctuality()
    punctuality.add(3)
    #expect(punctuality.quantile(0.5) == 3)
  }

  @Test("nothing counted is nothing late")
  func nothing() {
    #expect(Punctuality().quantile(0.99) == 0)
  }
}
