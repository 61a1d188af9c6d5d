import Filming
import Foundation
import Morse

/// Light without a message: every character that is read from it is false.
let conditionsWithoutMessage = [
  Condition("noise", goal: 2) { minutes, seed in
    film(minutes, FilmedLight(camera: .init(contrastToNoise: 5)), seed)
  },
  Condition("noise, rounded to whole levels", goal: 2) { minutes, seed in
    film(minutes, FilmedLight(camera: .init(contrastToNoise: 40, quantum: 1)), seed)
  },
  Condition("light between two levels, rounded", goal: 2) { minutes, seed in
    let between = FilmedLight.Surroundings(ambient: { _, _ in 0.45 / 40 })
    return film(
      minutes, FilmedLight(surroundings: between, camera: .init(contrastToNoise: 200, quantum: 1)), seed)
  },
  Condition("ambient light drifting", goal: 2) { minutes, seed in
    film(
      minutes, FilmedLight(surroundings: .init(ambient: drift(seed)), camera: .init(contrastToNoise: 10)),
      seed)
  },
  Condition("passers-by", goal: 2) { minutes, seed in
    let people = passersBy(minutes, seed)
    return film(
      minutes, FilmedLight(surroundings: .init(ambient: people), camera: .init(contrastToNoise: 10)), seed)
  },
  Condition("turn signals", goal: 2) { minutes, seed in
    FilmedLight(camera: .init(contrastToNoise: 10)).play(turnSignals(minutes, seed), seed: seed)
  },
  data("random data at 5 bit/s", bitsPerSecond: 5),
  data("random data at 10 bit/s", bitsPerSecond: 10),
  data("Manchester code at 5 bit/s", bitsPerSecond: 5, isManchester: true),
  data(
    "Manchester code at 30 bit/s, 120 frames/s", bitsPerSecond: 30, isManchester: true, framesPerSecond: 120),
  Condition("heartbeat", goal: 2) { minutes, seed in
    // Linux's ledtrig-heartbeat at load 0: 70 ms lit, 210 ms dark, 70 ms lit, dark for the rest of the period.
    let period = 1.26
    let marks = (0..<Int(60 * minutes / period)).flatMap { beat -> [Range<Double>] in
      let begin = Double(beat) * period
      return [begin..<begin + 0.07, begin + 0.28..<begin + 0.35]
    }
    return FilmedLight(camera: .init(contrastToNoise: 10)).play(
      Keying(marks: marks, characters: []), seed: seed)
  },
  Condition("a traffic light", goal: 2) { minutes, seed in
    var random = SeededRandom(seed: seed)
    let lit = Double.random(in: 15...40, using: &random)
    let dark = Double.random(in: 20...60, using: &random)
    return switched(minutes, seed) { (lit, dark) }
  },
  Condition("a lamp at a wall switch", goal: 2) { minutes, seed in
    var random = SeededRandom(seed: seed)
    // From 3 seconds to 7 minutes.
    func stay() -> Double { exp(Double.random(in: 1...6, using: &random)) }
    return switched(minutes, seed) { (stay(), stay()) }
  },
  Condition("three flashes every 10 s", goal: 2) { minutes, seed in
    let marks = (0..<Int(6 * minutes)).flatMap { turn -> [Range<Double>] in
      (0..<3).map { flash -> Range<Double> in
        let begin = 10 * Double(turn) + 1.2 * Double(flash)
        return begin..<begin + 0.4
      }
    }
    return FilmedLight(camera: .init(contrastToNoise: 10)).play(
      Keying(marks: marks, characters: []), seed: seed)
  },
]

/// A lamp that sends random bits; see ``randomBits(_:bitsPerSecond:isManchester:using:)``.
private func data(
  _ name: String, bitsPerSecond: Double, isManchester: Bool = false, framesPerSecond: Double = 30
) -> Condition {
  Condition(name, goal: 0) { minutes, seed in
    var random = SeededRandom(seed: seed)
    let count = Int(60 * minutes * bitsPerSecond)
    let keying = randomBits(
      count, bitsPerSecond: bitsPerSecond, isManchester: isManchester, using: &random)
    return FilmedLight(camera: .init(framesPerSecond: framesPerSecond, contrastToNoise: 10)).play(
      keying, seed: seed)
  }
}

/// A lamp that is lit and dark in turn. `stay` returns the seconds of each.
private func switched(_ minutes: Double, _ seed: Int, _ stay: () -> (lit: Double, dark: Double)) -> Film {
  var marks: [Range<Double>] = []
  var time = 5.0
  while time < 60 * minutes {
    let stay = stay()
    marks.append(time..<min(time + stay.lit, 60 * minutes))
    time += stay.lit + stay.dark
  }
  return FilmedLight(camera: .init(contrastToNoise: 10)).play(
    Keying(marks: marks, characters: []), seed: seed)
}

/// A film without a lamp.
private func film(_ minutes: Double, _ scene: FilmedLight, _ seed: Int) -> Film {
  var scene = scene
  scene.sender.tail = 60 * minutes
  return scene.play(Keying(marks: [], characters: []), seed: seed)
}

/// Drift as by clouds: sine waves with periods from 4 seconds to 5 minutes, each with an amplitude of one step.
private func drift(_ seed: Int) -> TimeFunction {
  var random = SeededRandom(seed: seed)
  let waves = [5.0, 17, 60, 230].map { seconds in
    (
      turns: 2 * Double.pi / (seconds * Double.random(in: 0.8...1.2, using: &random)),
      phase: Double.random(in: 0...(2 * .pi), using: &random)
    )
  }
  return { time, _ in waves.reduce(0) { $0 + sin($1.turns * time + $1.phase) } }
}

/// A passer-by about every seven seconds: for 0.2 to 3 seconds the light falls by up to two steps or rises by up to one.
private func passersBy(_ minutes: Double, _ seed: Int) -> TimeFunction {
  struct Person {
    var middle: Double
    var halfLength: Double
    var edge: Double
    var steps: Double

    func light(_ time: Double) -> Double {
      steps * min(max((halfLength - abs(time - middle)) / edge, 0), 1)
    }
  }
  var random = SeededRandom(seed: seed)
  let seconds = Int(60 * minutes) + 10
  // The passers-by who change the light in each second.
  var people = [[Person]](repeating: [], count: seconds)
  for _ in 0..<seconds / 7 {
    let person = Person(
      middle: Double.random(in: 0..<Double(seconds), using: &random),
      halfLength: Double.random(in: 0.1...1.5, using: &random),
      edge: Double.random(in: 0.03...0.3, using: &random),
      steps: Double.random(in: -2...1, using: &random))
    let seen = Int(person.middle - person.halfLength)...Int(person.middle + person.halfLength)
    for second in seen where people.indices.contains(second) { people[second].append(person) }
  }
  let crowd = people
  return { time, _ in
    crowd.indices.contains(Int(time)) ? crowd[Int(time)].reduce(0) { $0 + $1.light(time) } : 0
  }
}

/// Turn signals of cars: 60 to 120 flashes per minute (UN Regulation 48, section 6.5.9.1: 90 plus or minus 30) for 4 to 20
/// seconds, lit for 30 to 70 % of each period.
private func turnSignals(_ minutes: Double, _ seed: Int) -> Keying {
  var random = SeededRandom(seed: seed)
  var marks: [Range<Double>] = []
  var time = 0.0
  while time < 60 * minutes {
    let period = 60 / Double.random(in: 60...120, using: &random)
    let lit = period * Double.random(in: 0.3...0.7, using: &random)
    for _ in 0..<Int(Double.random(in: 4...20, using: &random) / period) {
      marks.append(time..<time + lit)
      time += period
    }
    time += Double.random(in: 5...60, using: &random)
  }
  return Keying(marks: marks, characters: [])
}
