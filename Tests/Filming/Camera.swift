import Foundation

extension FilmedLight {
  /// The camera. A frame's level is the part of its exposure the lamp was on, times the step, plus noise.
  public struct Camera: Sendable {
    public var framesPerSecond: Double
    /// Part of the frame time the shutter is open.
    public var exposure: Double
    /// Step between dark and bright in units of the noise of a frame; infinite = no noise.
    public var contrastToNoise: Double
    /// Step between dark and bright; the dark is 100.
    public var step: Double
    /// Levels are rounded to multiples of this; 0 = not rounded.
    public var quantum: Double
    /// Part of the frames that never arrive.
    public var lost: Double
    /// Part of the frames that arrive as a copy of the one before.
    public var frozen: Double
    /// Relative standard deviation of the times between frames.
    public var unevenness: Double
    /// Standard deviation of the error in the time a frame is stamped with, in seconds.
    public var stampError: Double
    /// Frame rate at a time, as a factor.
    public var pace: Course?
    /// Follows the picture's brightness, where the exposure is not locked.
    public var autoExposure: AutoExposure?
    /// Noise reduction in time, as webcams have it: the share of each picture that is the one before it.
    public var blend: Double

    public init(
      framesPerSecond: Double = 30, exposure: Double = 0.5, contrastToNoise: Double = .infinity,
      step: Double = 40, quantum: Double = 0, lost: Double = 0, frozen: Double = 0, unevenness: Double = 0,
      stampError: Double = 0, pace: Course? = nil, autoExposure: AutoExposure? = nil, blend: Double = 0
    ) {
      self.framesPerSecond = framesPerSecond
      self.exposure = exposure
      self.contrastToNoise = contrastToNoise
      self.step = step
      self.quantum = quantum
      self.lost = lost
      self.frozen = frozen
      self.unevenness = unevenness
      self.stampError = stampError
      self.pace = pace
      self.autoExposure = autoExposure
      self.blend = blend
    }

    /// Standard deviation of a frame's level.
    public var noise: Double { contrastToNoise.isInfinite ? 0 : step / contrastToNoise }
  }

  /// A loop that turns a camera's gain until the mean of the picture is what it was in the dark.
  public struct AutoExposure: Sendable {
    /// By how much the lamp raises the mean of the picture, as a share of it.
    public var weight: Double
    /// Seconds in which the gain comes nearer to where it should be by a factor of e.
    public var timeConstant: Double
    /// The gain changes by factors of 2 to the power of this; 0 = by any.
    public var stops: Double
    /// How many frames ago it saw what it answers.
    public var delay: Int

    public init(weight: Double = 0.2, timeConstant: Double = 0.6, stops: Double = 0.125, delay: Int = 1) {
      self.weight = weight
      self.timeConstant = timeConstant
      self.stops = stops
      self.delay = delay
    }
  }
}

extension FilmedLight.Camera {
  /// Films a lamp that is on in `marks`, from time 0, at a random phase.
  func film(
    _ marks: [Range<Double>], in surroundings: FilmedLight.Surroundings, for duration: Double,
    using random: inout SeededRandom
  ) -> Film {
    let frameTime = 1 / framesPerSecond
    let shutter = exposure * frameTime
    var film = Film(noise: noise, quantum: quantum, frameTime: frameTime, marks: marks, duration: duration)
    film.frames.reserveCapacity(Int(duration / frameTime) + 1)
    var gain = autoExposure.map(AutoGain.init)
    let glow = SlowLamp(marks, rise: surroundings.rise, fall: surroundings.fall)
    var shown: Double?
    var tick = Double.random(in: 0..<frameTime, using: &random)
    let flickerPhase = Double.random(in: 0..<1, using: &random)
    let offset = quantum * Double.random(in: 0..<1, using: &random)
    while tick <= duration {
      let start = tick + (unevenness > 0 ? unevenness * frameTime * random.normal() : 0)
      tick += frameTime / (pace?(tick, duration) ?? 1)

      let lit = glow.brightness(from: start, to: start + shutter)

      var ambient = surroundings.ambient?(start, duration) ?? 0
      if let flicker = surroundings.flicker {
        ambient += flicker.level(from: start, for: shutter, phase: flickerPhase)
      }
      let applied = gain?.expose(lit: lit, seconds: frameTime) ?? 1
      let lamp = surroundings.lamp?(start, duration) ?? 1
      var frame = Film.Frame(
        start: stampError > 0 ? start + stampError * random.normal() : start, exposure: shutter,
        dark: applied * (100 + offset + step * ambient), step: applied * step * lamp, lit: lit)
      frame.level = frame.dark + frame.step * lit + noise * random.normal()
      if blend > 0 {
        frame.level += blend * ((shown ?? frame.level) - frame.level)
        shown = frame.level
      }
      if quantum > 0 { frame.level = (frame.level / quantum).rounded() * quantum }
      if lost > 0, Double.random(in: 0..<1, using: &random) < lost { continue }
      if frozen > 0, Double.random(in: 0..<1, using: &random) < frozen, let last = film.frames.last {
        frame.level = last.level
        frame.isCopy = true
      }
      if let last = film.frames.last, frame.start <= last.start { frame.start = last.start.nextUp }
      film.frames.append(frame)
    }
    return film
  }
}

extension FilmedLight.Flicker {
  /// The mean over an exposure: a sine's integral.
  fileprivate func level(from start: Double, for shutter: Double, phase: Double) -> Double {
    let turns = 2 * Double.pi * hertz
    let angle = turns * start + 2 * .pi * phase
    return amplitude * (cos(angle) - cos(angle + turns * shutter)) / (turns * shutter)
  }
}

/// The state of an auto exposure.
private struct AutoGain {
  let settings: FilmedLight.AutoExposure
  /// Where the loop is, as a logarithm to base 2.
  var stops = 0.0
  /// What the loop has not answered yet, oldest first.
  private var seen: [Double] = []

  init(_ settings: FilmedLight.AutoExposure) { self.settings = settings }

  /// The gain of a frame that sees the lamp `lit` for a part of its exposure.
  mutating func expose(lit: Double, seconds: Double) -> Double {
    let gain = exp2(settings.stops > 0 ? (stops / settings.stops).rounded() * settings.stops : stops)
    seen.append(lit)
    guard seen.count >= settings.delay else { return gain }
    let wanted = -log2(1 + settings.weight * seen.removeFirst())
    stops += (wanted - stops) * (1 - exp(-seconds / settings.timeConstant))
    return gain
  }
}
