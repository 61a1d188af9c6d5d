import Morse
import Testing

@Suite("Timing")
struct TimingTests {
  @Test(
    "flashes may cause seizures at more than 3 and up to 30 per second",
    arguments: [(5.0, nil), (7.2, nil), (8, 3.33), (12, 5), (40, 16.67), (72, 30), (80, nil)]
      as [(Double, Double?)])
  func flashes(_ wordsPerMinute: Double, _ flashes: Double?) {
    let found = Timing.itu(wordsPerMinute: wordsPerMinute).riskyFlashes
    #expect(found.map { ($0 * 100).rounded() / 100 } == flashes)
  }
}
