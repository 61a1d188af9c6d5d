import Filming
import Foundation
import Morse

/// Every condition, in the order of the table. Defaults: 30 frames per second, exposed for half the frame time, without noise.
let allConditions: [Condition] = [
  clean, fast, noisy, afterNoise, jittered, keyedByHand, sketches, language, timings, speedChanges, lights,
  ambientSwings, autoExposures, frameFaults, conditionsWithoutMessage,
].reduce([], +)

private let clean = [0.4, 1, 2, 4, 5, 8, 10, 12, 15, 18, 20, 25].map { speed in
  Condition("clean, \(speed.formatted()) WPM", goal: 0, .itu(wordsPerMinute: speed))
}

private let fast = [
  Condition(
    "30 WPM, exposure 0.95", goal: 0, .itu(wordsPerMinute: 30), FilmedLight(camera: .init(exposure: 0.95))),
  Condition(
    "36 WPM, exposure 0.95", goal: 2, .itu(wordsPerMinute: 36), FilmedLight(camera: .init(exposure: 0.95))),
  Condition(
    "50 WPM at 60 frames/s", goal: 0, .itu(wordsPerMinute: 50),
    FilmedLight(camera: .init(framesPerSecond: 60))),
]

private let noisy =
  [(4.0, 1.0), (5, 1), (8, 1), (10, 1), (12, 1), (15, 1), (18, 1), (20, 2)].map { noise(5, at: $0, goal: $1) }
  + [(5.0, 1.0), (8, 1), (10, 3), (15, 15)].map { noise(3, at: $0, goal: $1) }

private func noise(_ contrastToNoise: Double, at speed: Double, goal: Double) -> Condition {
  Condition(
    "CNR \(contrastToNoise.formatted()), \(speed.formatted()) WPM", goal: goal, .itu(wordsPerMinute: speed),
    FilmedLight(camera: .init(contrastToNoise: contrastToNoise)))
}

private let afterNoise = [(3.0, 8.0), (5, 5), (5, 15), (10, 10), (10, 20)].map { contrastToNoise, speed in
  Condition(
    "a minute of noise first, CNR \(contrastToNoise.formatted()), \(speed.formatted()) WPM", goal: nil,
    .itu(wordsPerMinute: speed),
    FilmedLight(sender: .init(lead: 60), camera: .init(contrastToNoise: contrastToNoise)))
}

private let jittered =
  [5.0, 10, 15].map { jitter(0.1, at: $0, goal: 1) } + [5.0, 10, 15].map { jitter(0.2, at: $0, goal: 8) }

private func jitter(_ jitter: Double, at speed: Double, goal: Double) -> Condition {
  Condition(
    "jitter \(Int(jitter * 100)) %, \(speed.formatted()) WPM", goal: goal, .itu(wordsPerMinute: speed),
    FilmedLight(sender: .init(jitter: jitter)))
}

/// Messages keyed by hand, with keys and torches, at CNR 8.
private let keyedByHand: [Condition] = [
  keyed("straight key", .straightKey(6), 6, [3, 6]), keyed("straight key", .straightKey(10), 10, [3, 6]),
  keyed("straight key", .straightKey(15), 15, [4, 7]),
  keyed("mechanical bug", .bug(12), 12, [1, 1]), keyed("mechanical bug", .bug(18), 18, [1, 1]),
  keyed("paddle", .paddle(12), 12, [1, 1]), keyed("paddle", .paddle(18), 18, [1, 1]),
  keyed("novice with a torch", .novice(6), 6, [1.5]), keyed("novice with a torch", .novice(10), 10, [1.5]),
  keyed("novice with a torch", .novice(15), 15, [1.5]),
  keyed("careful novice who pauses", .carefulNovice(8), 8, [0.5]),
].reduce([], +)

private func keyed(
  _ name: String, _ style: FilmedLight.Sender.Style, _ speed: Double, _ goals: [Double]
) -> [Condition] {
  let scene = FilmedLight(sender: .init(style: style), camera: .init(contrastToNoise: 8))
  let texts: [(name: String, texts: Texts)] = [("English", .english), ("amateurs' text", .amateur)]
  let row = "\(name), \(speed.formatted()) WPM"
  return zip(texts, goals).map { text, goal in
    Condition("\(row), \(text.name)", goal: goal, .itu(wordsPerMinute: speed), scene, texts: text.texts)
  } + [Condition("\(row), random words", goal: nil, .itu(wordsPerMinute: speed), scene)]
}

/// Programs whose pause after each mark is as long as the mark.
private let sketches = [(2.3, 0.6, 2.6), (3.0, 1.0, 3.0), (3.0, 2.0, 4.0), (3.0, 4.0, 6.0), (2.3, 8.0, 12.0)]
  .map {
    (dash: Double, character: Double, word: Double) in
    Condition(
      "sketch, dashes of \(dash.formatted()), letters parted by \(character.formatted()) more, words by \(word.formatted())",
      goal: 0, .itu(wordsPerMinute: 8),
      FilmedLight(
        sender: .init(style: .sketch(8, dash: dash, character: character, word: word)),
        camera: .init(contrastToNoise: 20)),
      texts: .english)
  }

private let language = [
  Condition(
    "English at CNR 3, 15 WPM", goal: 3, .itu(wordsPerMinute: 15),
    FilmedLight(camera: .init(contrastToNoise: 3)),
    texts: .english),
  Condition(
    "English, jitter 20 %, 10 WPM", goal: 2, .itu(wordsPerMinute: 10),
    FilmedLight(sender: .init(jitter: 0.2)),
    texts: .english),
]

/// Ambient light swings with a period of 20 seconds. The lamp may fade with a period of 6 seconds.
private let ambientSwings = [
  (0.8, 0.7, Double.infinity, 0.5), (1.6, 0.0, Double.infinity, 1.0), (0.8, 0.0, 10.0, 1.0),
].map { (swing: Double, fading: Double, contrast: Double, goal: Double) in
  Condition(
    "ambient swing of \(swing) steps\(fading > 0 ? ", fading to 30 %" : "")\(contrast < 100 ? ", CNR 10" : ""), 12 WPM",
    goal: goal, twelveWPM,
    FilmedLight(
      surroundings: .init(
        lamp: { time, _ in 1 - fading * (0.5 - 0.5 * cos(2 * .pi * time / 6)) },
        ambient: { time, _ in swing * (0.5 - 0.5 * cos(2 * .pi * time / 20)) }),
      camera: .init(contrastToNoise: contrast)))
}

private let twelveWPM = Timing.itu(wordsPerMinute: 12)

private let timings = [
  Condition("Farnsworth 18/8 WPM", goal: 0, .farnsworth(character: 18, overall: 8)),
  Condition("Farnsworth 15/5 WPM", goal: 0, .farnsworth(character: 15, overall: 5)),
  Condition("torch app's timing", goal: 0, .morseTorch),
  Condition("dashes of 2.2 units, 12 WPM", goal: nil, changed { $0.dash = 2.2 }),
  Condition("dashes of 4 units, 12 WPM", goal: nil, changed { $0.dash = 4 }),
  Condition("element gaps of 0.5 units, 12 WPM", goal: nil, changed { $0.elementGap = 0.5 }),
  Condition("element gaps of 2 units, 12 WPM", goal: nil, changed { $0.elementGap = 2 }),
  Condition(
    "marks 0.3 units longer, 12 WPM", goal: nil, twelveWPM,
    FilmedLight(sender: .init(bloom: 0.3 * twelveWPM.unit))),
  Condition(
    "marks 0.3 units shorter, 12 WPM", goal: nil, twelveWPM,
    FilmedLight(sender: .init(bloom: -0.3 * twelveWPM.unit))),
]

private func changed(_ change: (inout Timing) -> Void) -> Timing {
  var timing = twelveWPM
  change(&timing)
  return timing
}

private let speedChanges = [
  Condition(
    "speed gliding 8 to 16 to 8 WPM", goal: 2, .itu(wordsPerMinute: 8),
    FilmedLight(sender: .init(speedFactor: { time, duration in 2 - abs(2 * time / duration - 1) }))),
  Condition(
    "speed step 8 to 16 WPM", goal: 3, .itu(wordsPerMinute: 8),
    FilmedLight(sender: .init(speedFactor: { time, duration in time < duration / 2 ? 1 : 2 }))),
]

private let lights = [
  Condition(
    "fade to 30 %, ambient ramp of 0.8 steps, 12 WPM", goal: 0, twelveWPM,
    FilmedLight(
      surroundings: .init(
        lamp: { time, duration in 1 - 0.7 * time / duration },
        ambient: { time, duration in 0.8 * time / duration }))),
  Condition(
    "auto exposure hunting at CNR 20, 10 WPM", goal: 2, .itu(wordsPerMinute: 10),
    FilmedLight(camera: .init(contrastToNoise: 20, autoExposure: .init()))),
  Condition(
    "100 Hz flicker at CNR 8, 10 WPM", goal: 2, .itu(wordsPerMinute: 10),
    FilmedLight(
      surroundings: .init(flicker: .init(hertz: 100, amplitude: 1)), camera: .init(contrastToNoise: 8))),
  Condition(
    "large filament, 150 ms to glow and to cool, CNR 20, 4 WPM", goal: nil, .itu(wordsPerMinute: 4),
    FilmedLight(surroundings: .init(rise: 0.15, fall: 0.15), camera: .init(contrastToNoise: 20))),
  Condition(
    "filament, 50 ms to glow and 100 to cool, CNR 20, 12 WPM", goal: nil, twelveWPM, filament),
  Condition(
    "filament, 50 ms to glow and 100 to cool, CNR 20, 15 WPM", goal: nil, .itu(wordsPerMinute: 15), filament),
  Condition(
    "three grey levels, rounded, CNR 10, 12 WPM", goal: 2, twelveWPM,
    FilmedLight(camera: .init(contrastToNoise: 10, step: 3, quantum: 1))),
]

/// A lamp that lights the whole scene, and a camera with automatic exposure: the gain tracks the mean of 4 frames earlier, with
/// a time constant of 1 / rate seconds.
private let autoExposures: [Condition] = [(3.0, 1.0), (6, 1), (10, 2)].flatMap { rate, goal in
  [(6.0, 40.0), (12, 40), (18, 40), (12, 10)].map { autoExposure(rate, goal: goal, speed: $0, contrast: $1) }
}

private func autoExposure(_ rate: Double, goal: Double, speed: Double, contrast: Double) -> Condition {
  let noise = contrast < 40 ? ", CNR \(contrast.formatted())" : ""
  return Condition(
    "auto exposure at \(rate.formatted()) a second, whole scene, \(speed.formatted()) WPM\(noise)",
    goal: contrast < 40 ? 2 * goal : goal, .itu(wordsPerMinute: speed),
    FilmedLight(
      camera: .init(
        contrastToNoise: contrast, step: 100,
        autoExposure: .init(weight: 1, timeConstant: 1 / rate, stops: 0, delay: 4))))
}

private let filament = FilmedLight(
  surroundings: .init(rise: 0.05, fall: 0.1), camera: .init(contrastToNoise: 20))

private let frameFaults = [
  Condition("5 % of frames lost, 12 WPM", goal: 1, twelveWPM, FilmedLight(camera: .init(lost: 0.05))),
  Condition("15 % of frames lost, 12 WPM", goal: 5, twelveWPM, FilmedLight(camera: .init(lost: 0.15))),
  Condition(
    "3 % of frames frozen at CNR 10, 12 WPM", goal: nil, twelveWPM,
    FilmedLight(camera: .init(contrastToNoise: 10, frozen: 0.03))),
  Condition(
    "20 to 30 frames/s, uneven, CNR 10, 12 WPM", goal: nil, twelveWPM,
    FilmedLight(
      camera: .init(
        contrastToNoise: 10, unevenness: 0.1, rateFactor: { time, _ in 0.83 + 0.17 * cos(time / 3) }))),
  Condition(
    "pictures blended by 0.7 with those before, CNR 20, 12 WPM", goal: nil, twelveWPM, blended),
  Condition(
    "pictures blended by 0.7 with those before, CNR 20, 20 WPM", goal: nil, .itu(wordsPerMinute: 20), blended),
  Condition(
    "timestamps off by 3 ms at CNR 10, 12 WPM", goal: nil, twelveWPM,
    FilmedLight(camera: .init(contrastToNoise: 10, stampError: 0.003))),
]

private let blended = FilmedLight(camera: .init(contrastToNoise: 20, blend: 0.7))
