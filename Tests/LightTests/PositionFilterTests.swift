import Glibc
import Testing

@testable import Light

/// The place of a light in a hand with the largest sway.
private func sway(_ time: Double, phase: Double = 0) -> SIMD2<Double> {
  let frequency = HandSway.frequency
  return 2.0.squareRoot() * HandSway.largest
    * SIMD2(sin(frequency * time + phase), sin(1.2 * frequency * time))
}

/// A filter that has detected a light nine times a second, until `end` seconds.
private func filter(until end: Double, _ place: (Double) -> SIMD2<Double>) -> PositionFilter {
  var filter = PositionFilter(from: .init(place: place(0), time: 0, flux: 1000))
  for index in 1...Int((9 * end).rounded()) {
    let time = Double(index) / 9
    filter.take(.init(place: place(time), time: time, flux: 1000))
  }
  return filter
}

@Suite("Predicted position of a moving light")
struct PositionFilterTests {
  @Test("stays at the last place, and becomes less certain with time")
  func growth() {
    let known = filter(until: 6) { _ in SIMD2(100, 80) }
    let deviations = [0, 0.1, 0.4, 0.8, 3].map { known.prediction(at: 6 + $0).deviation }
    #expect(deviations[0] == 0)
    #expect(zip(deviations, deviations.dropFirst()).allSatisfy { $0 < $1 })
    #expect((known.prediction(at: 9).place - SIMD2(100, 80)).length < 1)
  }

  @Test("is less certain for a faster light")
  func speed() {
    let still = filter(until: 20) { _ in .zero }
    let swaying = filter(until: 20) { sway($0) }
    #expect(swaying.prediction(at: 20.8).deviation > 1.2 * still.prediction(at: 20.8).deviation)
  }

  @Test(
    "is right within two standard deviations after a space between words, even for the largest sway",
    arguments: 0..<8)
  func farSway(phase: Int) {
    func place(_ time: Double) -> SIMD2<Double> { sway(time, phase: 0.8 * Double(phase)) }
    let expected = filter(until: 6, place).prediction(at: 6.84)
    let way = place(6.84) - expected.place
    #expect(max(abs(way.x), abs(way.y)) < 2 * expected.deviation)
  }

  @Test("continues the drift of a light that is carried along, but not forever")
  func drift() {
    let carried = filter(until: 6) { SIMD2(4 * $0, -2 * $0) }
    #expect((carried.prediction(at: 11).place - SIMD2(44, -22)).length < 3)
    #expect((carried.prediction(at: 100).place - SIMD2(24, -12)).length < 40)
  }

  @Test("is right backward in time as well as forward")
  func back() {
    var turned = filter(until: 6) { SIMD2(10 * $0, 0) }
    turned.reverseTime()
    #expect((turned.prediction(at: 5).place - SIMD2(50, 0)).length < 2)
  }
}
