import Foundation
import Light
import Morse

/// A lamp, the hand that keys it, the air between, and the camera that films it: a scene described by its physics and
/// played from a seed. A frame's level is the part of its exposure the lamp was on, times the contrast, plus noise.
struct FilmedLight {
  var framesPerSecond = 30.0
  /// Part of the frame time the shutter is open.
  var exposure = 0.5
  /// Step between dark and bright in units of the noise of a frame; infinite = no noise.
  var contrastToNoise = Double.infinity
  /// Step between dark and bright on the 100 scale.
  var step = 40.0
  /// Relative standard deviation of every mark and pause.
  var jitter = 0.0
  /// Part of the frames that never arrive.
  var lost = 0.0
  /// Seconds every mark is longer, and every pause shorter.
  var bloom = 0.0
  /// Levels are rounded to multiples of this.
  var quantum = 0.0
  /// Seconds of dark before and after the message.
  var lead = 1.0
  var tail = 2.0
  /// Relative standard deviation of the time between frames.
  var clockJitter = 0.0
  /// Brightness of the lamp at a time, as a factor; of a second argument, the length of the message.
  var lamp: (@Sendable (_ time: Double, _ duration: Double) -> Double)?
  /// Light that is not the lamp's, in steps.
  var ambient: (@Sendable (_ time: Double, _ duration: Double) -> Double)?
  /// Speed at a time, as a factor.
  var haste: (@Sendable (_ time: Double, _ duration: Double) -> Double)?

  struct Film {
    var samples: [LightSample]
    var edges: [LightEdge]
    /// When the lamp really was on.
    var marks: [Range<Double>]
    var duration: Double
  }

  func play(_ keying: Keying, seed: Int) -> Film {
    var random = SeededRandom(seed: seed)
    let lamp = keyed(keying, using: &random)
    return Film(lamp, self, using: &random)
  }

  /// The marks as this hand sends them.
  private func keyed(_ keying: Keying, using random: inout SeededRandom) -> [Range<Double>] {
    func hand(_ length: Double, _ random: inout SeededRandom) -> Double {
      jitter == 0 ? length : length * max(0.2, 1 + jitter * random.normal())
    }
    var marks: [Range<Double>] = []
    var time = lead + Double.random(in: 0..<0.2, using: &random)
    var last = 0.0
    for mark in keying.marks {
      let factor = haste?(last, keying.duration) ?? 1
      if last > 0 { time += max(0, hand(mark.lowerBound - last, &random) / factor - bloom) }
      let length = hand(mark.upperBound - mark.lowerBound, &random) / factor + bloom
      marks.append(time..<time + length)
      time += length
      last = mark.upperBound
    }
    return marks
  }
}

extension FilmedLight.Film {
  fileprivate init(_ marks: [Range<Double>], _ scene: FilmedLight, using random: inout SeededRandom) {
    let frame = 1 / scene.framesPerSecond
    let shutter = scene.exposure * frame
    let noise = scene.contrastToNoise.isInfinite ? 0 : scene.step / scene.contrastToNoise
    let duration = (marks.last?.upperBound ?? 0) + scene.tail
    var samples: [LightSample] = []
    var edges: [LightEdge] = []
    var isOn = false
    var next = marks.startIndex
    var number = 0
    let phase = Double.random(in: 0..<1, using: &random)
    while true {
      var start = (Double(number) + phase) * frame
      if scene.clockJitter > 0 { start += scene.clockJitter * frame * random.normal() }
      number += 1
      if start > duration { break }
      while next < marks.endIndex, marks[next].upperBound <= start { next += 1 }
      var lit = 0.0
      for mark in marks[next...].prefix(3) {
        lit += max(0, min(mark.upperBound, start + shutter) - max(mark.lowerBound, start))
      }
      let light = lit / shutter * (scene.lamp?(start, duration) ?? 1) + (scene.ambient?(start, duration) ?? 0)
      var level = 100 + scene.step * light + noise * random.normal()
      if scene.quantum > 0 { level = (level / scene.quantum).rounded() * scene.quantum }
      if scene.lost > 0, Double.random(in: 0..<1, using: &random) < scene.lost { continue }
      samples.append(
        LightSample(
          torch: TorchID(0), start: start, exposure: shutter, level: level,
          noise: max(noise, 0.29 * scene.quantum, 0.2)))
      let isBright = level > 100 + scene.step / 2
      if isBright != isOn {
        isOn = isBright
        edges.append(
          LightEdge(
            torch: TorchID(0), isOn: isOn, time: start + shutter / 2 - frame / 2,
            uncertainty: frame / 12.0.squareRoot()))
      }
    }
    self.init(samples: samples, edges: edges, marks: marks, duration: duration)
  }
}
