import Filming
import Foundation
import Testing

@testable import Morse

@Suite("Speeds from the first mark")
struct FirstSpeedsTests {
  private let speeds = FirstSpeeds(from: 0.033, to: 3.6, ticksPerSecond: 150, slack: 2.5)

  @Test(
    "The length of the first mark selects the likeliest speed, as a dot or as a dash",
    arguments: [5, 9, 40, 200, 500])
  func near(ticks: Double) throws {
    for (length, usual) in [(ticks, \FirstSpeeds.Speed.dot.mean), (3 * ticks, \.dash.mean)] {
      let nearest = try #require(
        speeds.all.indices.min { a, b in
          abs(log(speeds.all[a][keyPath: usual] / length)) < abs(log(speeds.all[b][keyPath: usual] / length))
        })
      #expect(speeds.near(unit: log(ticks)).contains(nearest))
    }
  }

  @Test("A length outside all speeds selects the last speed at that end")
  func beyond() {
    #expect(speeds.near(unit: 0).lowerBound == 0)
    #expect(speeds.near(unit: 20).upperBound == speeds.all.count)
    #expect(FirstSpeeds().near(unit: 1).isEmpty)
  }

  @Test("Speeds differ by 0.3 in the logarithm, exist in every style, and can be limited to a held speed")
  func limits() {
    let styles = SenderTiming.styles.count
    let units = speeds.all.filter { $0.sender.style == 0 }.map(\.sender.unit)
    #expect(speeds.all.count == units.count * styles)
    #expect(zip(units, units.dropFirst()).allSatisfy { abs($1 - $0 - 0.3) < 1e-9 })
    #expect(units.count == 16)
    var held = speeds
    held.limit(to: units[3] - 0.1...units[4] + 0.1)
    #expect(held.all.map(\.sender.unit) == units[3...4].flatMap { Array(repeating: $0, count: styles) })
  }

  @Test("At any sample rate every speed and style has its own state")
  func fine() {
    let interval = 1e-6
    let keying = Keying(marks: [0.001..<0.002, 0.003..<0.004], characters: [])
    let camera = FilmedLight.Camera(framesPerSecond: 1 / interval, contrastToNoise: 20)
    let film = FilmedLight(sender: .init(lead: 0.001, tail: 0.002), camera: camera).play(keying, seed: 1)
    #expect(read(film).trimmed.count < 3)
    let speeds = FirstSpeeds(from: interval, to: 3.6, ticksPerSecond: 5 / interval, slack: 2.5)
    let states = speeds.all.map { Candidate.state(code: 2, tempo: $0.tempo) }
    #expect(states.allSatisfy { $0 < Candidate.state(code: 3, tempo: 0) })
    #expect(Set(states).count > 200)
  }

  @Test("Text is read from the first sample on, even within a mark")
  func amidMark() throws {
    let message = "PARIS DE ALDIS PARIS"
    let keying = try Encoder(timing: .itu(wordsPerMinute: 10)).encode(message)
    let film = FilmedLight(camera: FilmedLight.Camera(contrastToNoise: 10)).play(keying, seed: 5)
    // The recording begins in the middle of the first dot, or of the dash after it.
    for mark in film.marks.prefix(2) {
      var late = film
      late.frames.removeAll { $0.start < (mark.lowerBound + mark.upperBound) / 2 }
      #expect(read(late).trimmed.hasSuffix("ARIS DE ALDIS PARIS"))
    }
  }

  @Test("Darkness does not count as a mark of a lamp whose step is known")
  func dark() {
    var ticks = Ticks(origin: 0, length: 0.2, zero: 0)
    for frame in 0..<40 {
      ticks.append(
        .init(start: Double(frame), end: Double(frame) + 0.5, level: -30), until: Double(frame) + 1)
    }
    let levels = LampLevels(dark: 0, darkVariance: 100, step: 37, stepVariance: 220)
    let lit = { (tick: Int) in
      levels.litEvidence(from: ticks[1], to: ticks[tick], precision: 0.02)
        - levels.darkEvidence(from: ticks[1], to: ticks[tick], precision: 0.02)
    }
    // The longer the darkness lasts, the less likely it is a mark.
    #expect(lit(10) < -20)
    #expect(lit(50) < lit(10) - 50)
  }
}
