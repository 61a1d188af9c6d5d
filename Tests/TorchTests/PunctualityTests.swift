import Testing
import Torch

@Suite("Punctuality")
struct PunctualityTests {
  @Test("quantiles are right to 10 µs, and never above the maximum")
  func quantiles() {
    var punctuality = Punctuality()
    for number in 1...100 { punctuality.add(Double(number) * 100e-6 - 5e-6) }
    #expect(punctuality.count == 100)
    #expect(abs(punctuality.quantile(0.5) - 5e-3) < 10e-6)
    #expect(abs(punctuality.quantile(0.99) - 9.9e-3) < 10e-6)
    #expect(punctuality.quantile(1) == punctuality.maximum)
    #expect(punctuality.maximum == 100 * 100e-6 - 5e-6)
  }

  @Test("a quantile in the last bucket is the maximum")
  func veryLate() {
    var punctuality = Punctuality()
    punctuality.add(3)
    #expect(punctuality.quantile(0.5) == 3)
  }

  @Test("without operations the lateness is zero")
  func nothing() {
    #expect(Punctuality().quantile(0.99) == 0)
  }
}
