import Foundation

extension FilmedLight {
  /// The camera. A frame's level is the dark level, plus the step times the share of the exposure with the lamp on, plus noise.
  public struct Camera: Sendable {
    public var framesPerSecond: Double
    /// The share of the frame time during which the shutter is open.
    public var exposure: Double
    /// Step from dark to bright divided by the noise of a frame; infinite = no noise.
    public var contrastToNoise: Double
    /// Step from dark to bright. The dark level is 100.
    public var step: Double
    /// Levels are rounded to multiples of this; 0 = not rounded.
    public var quantum: Double
    /// Share of the frames that are lost.
    public var lost: Double
    /// Share of the frames that are a copy of the one before.
    public var frozen: Double
    /// Relative standard deviation of the times between frames.
    public var unevenness: Double
    /// Standard deviation of the timestamp error, in seconds.
    public var stampError: Double
    /// Factor of the frame rate, as a function of time.
    public var rateFactor: TimeFunction?
    /// The auto exposure; `nil` if the exposure is locked.
    public var autoExposure: AutoExposure?
    /// Temporal noise reduction, as in webcams: the share of the previous picture in each picture.
    public var blend: Double
    /// The share of the step above which everything is white.
    public var white: Double

    public init(
      framesPerSecond: Double = 30, exposure: Double = 0.5, contrastToNoise: Double = .infinity,
      step: Double = 40, quantum: Double = 0, lost: Double = 0, frozen: Double = 0, unevenness: Double = 0,
      stampError: Double = 0, rateFactor: TimeFunction? = nil, autoExposure: AutoExposure? = nil,
      blend: Double = 0, white: Double = .infinity
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
      self.rateFactor = rateFactor
      self.autoExposure = autoExposure
      self.blend = blend
      self.white = white
    }

    /// Standard deviation of a frame's level.
    public var noise: Double { contrastToNoise.isInfinite ? 0 : step / contrastToNoise }
  }

  /// A control loop that changes the gain until the mean of the picture equals that in the dark.
  public struct AutoExposure: Sendable {
    /// How much the lamp increases the mean of the picture, as a share of it.
    public var weight: Double
    /// Time constant in seconds: the distance of the gain from its target decreases by a factor of e.
    public var timeConstant: Double
    /// Step of the gain, as an exponent of 2; 0 = no steps.
    public var stops: Double
    /// Delay of the loop, in frames.
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
      tick += frameTime / (rateFactor?(tick, duration) ?? 1)

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
      frame.level = frame.dark + frame.step * min(lit, white) + noise * random.normal()
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
  /// The mean over an exposure, from the integral of a sine.
  fileprivate func level(from start: Double, for shutter: Double, phase: Double) -> Double {
    let turns = 2 * Double.pi * hertz
    let angle = turns * start + 2 * .pi * phase
    return amplitude * (cos(angle) - cos(angle + turns * shutter)) / (turns * shutter)
  }
}

/// The state of an auto exposure.
private struct AutoGain {
  let settings: FilmedLight.AutoExposure
  /// The present gain, as a logarithm to base 2.
  var stops = 0.0
  /// The shares of light that the loop has not used yet, oldest first.
  private var unused: [Double] = []

  init(_ settings: FilmedLight.AutoExposure) { self.settings = settings }

  /// The gain of a frame with the lamp on for the share `lit` of its exposure.
  mutating func expose(lit: Double, seconds: Double) -> Double {
    let gain = exp2(settings.stops > 0 ? (stops / settings.stops).rounded() * settings.stops : stops)
    unused.append(lit)
    guard unused.count >= settings.delay else { return gain }
    let wanted = -log2(1 + settings.weight * unused.removeFirst())
    stops += (wanted - stops) * (1 - exp(-seconds / settings.timeConstant))
    return gain
  }
}
