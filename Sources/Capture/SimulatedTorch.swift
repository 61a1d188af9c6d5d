/// A lamp in a simulated scene: a disc with a soft glow around it.
public struct SimulatedTorch: Sendable, Hashable {
  /// When it is on.
  public var keying: SimulatedKeying
  /// The disc's centre in pixels from the picture's top left corner (pixel 0 reaches from 0 to 1); `nil` takes a
  /// fitting place: the ship's lamp in the harbour, elsewhere one that the scene's seed chooses well inside.
  public var centre: SIMD2<Double>?
  /// The disc's radius in pixels; 0.6 is a lamp of about one pixel.
  public var radius: Double
  /// What the disc adds to the backdrop, in grey levels. Beyond 255 it dazzles: the sensor clips.
  public var brightness: Double
  /// How bright the glow begins at the disc's edge, as a fraction of `brightness`. It falls to a third over each radius.
  public var glow: Double

  public init(
    keying: SimulatedKeying, centre: SIMD2<Double>? = nil, radius: Double = 6, brightness: Double = 180,
    glow: Double = 0.15
  ) {
    self.keying = keying
    self.centre = centre
    self.radius = radius
    self.brightness = brightness
    self.glow = glow
  }

  /// - Parameter marks: When the lamp is on, in seconds after the scene's lead-in; ascending and apart.
  public init(
    marks: [Range<Double>], centre: SIMD2<Double>? = nil, radius: Double = 6, brightness: Double = 180,
    glow: Double = 0.15
  ) {
    self.init(
      keying: .marks(marks), centre: centre, radius: radius, brightness: brightness, glow: glow)
  }
}

/// When a simulated lamp is on.
public enum SimulatedKeying: Sendable, Hashable {
  /// During these times, in seconds; ascending and apart.
  case marks([Range<Double>])
  /// As a turn signal does: on for the fraction `duty` of each `period` (seconds), beginning at `phase` (seconds), for
  /// as long as the scene lasts.
  case blinking(period: Double, duty: Double, phase: Double)

  /// When the last mark ends; a light that blinks on and on has no say in how long a scene lasts.
  var end: Double {
    switch self {
    case .marks(let marks): marks.last?.upperBound ?? 0
    case .blinking: 0
    }
  }

  /// Seconds of light within `window`.
  func lit(during window: Range<Double>) -> Double {
    switch self {
    case .marks(let marks):
      var index = marks.firstIndex(endingAfter: window.lowerBound)
      var light = 0.0
      while index < marks.endIndex, marks[index].lowerBound < window.upperBound {
        light += marks[index].overlap(window)
        index += 1
      }
      return light
    case .blinking(let period, let duty, let phase):
      // The light from time `phase` to `time`: whole periods, and the lit part of the last one.
      func light(to time: Double) -> Double {
        let periods = (time - phase) / period
        let whole = periods.rounded(.down)
        return (whole * duty + min(periods - whole, duty)) * period
      }
      return light(to: window.upperBound) - light(to: window.lowerBound)
    }
  }
}

extension [Range<Double>] {
  /// The first of these ascending ranges that ends after `time`, or `endIndex`; by bisection.
  fileprivate func firstIndex(endingAfter time: Double) -> Int {
    var candidates = startIndex..<endIndex
    while !candidates.isEmpty {
      let middle = (candidates.lowerBound + candidates.upperBound) / 2
      candidates =
        self[middle].upperBound > time
        ? candidates.lowerBound..<middle : middle + 1..<candidates.upperBound
    }
    return candidates.lowerBound
  }
}
