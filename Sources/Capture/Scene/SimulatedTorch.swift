/// A lamp in a simulated scene: a disc with a soft glow around it.
public struct SimulatedTorch: Sendable, Hashable {
  /// The times when it is on.
  public var keying: SimulatedKeying
  /// The disc's centre in pixels from the picture's top left corner (pixel 0 reaches from 0 to 1); `nil` takes a
  /// fitting place: on the harbour's ship or pier, elsewhere one that the scene's seed chooses well inside.
  public var centre: SIMD2<Double>?
  /// The disc's radius in pixels; 0.6 is a lamp of about one pixel.
  public var radius: Double
  /// Brightness of the disc above the backdrop, in grey levels, up to 511. The sensor clips at 255.
  public var brightness: Double
  /// Brightness of the glow at the disc's edge, as a fraction of `brightness`. It falls to a third over 1.5 radii.
  public var glow: Double
  /// Velocity of the lamp, in pixels per second to the right and down.
  public var drift: SIMD2<Double>
  /// Shake of the hand that holds the lamp: root mean square along each axis, in pixels.
  public var shake: Double
  /// Sway of the hand that holds the lamp up: root mean square along each axis, in pixels. A tremor is added.
  public var handheld = 0.0
  /// Grey levels by which the lamp lights a middle grey (128) everywhere in the picture: 0 outdoors, much in a dark room.
  public var spill: Double

  public init(
    keying: SimulatedKeying, centre: SIMD2<Double>? = nil, radius: Double = 6, brightness: Double = 180,
    glow: Double = 0.15, drift: SIMD2<Double> = .zero, shake: Double = 0, spill: Double = 0
  ) {
    self.keying = keying
    self.centre = centre
    self.radius = radius
    self.brightness = brightness
    self.glow = glow
    self.drift = drift
    self.shake = shake
    self.spill = spill
  }

  /// A torch that signals.
  ///
  /// - Parameter marks: When it is on, in seconds after the scene's lead-in; ascending and apart.
  public init(
    marks: [Range<Double>], centre: SIMD2<Double>? = nil, radius: Double = 6, brightness: Double = 180,
    glow: Double = 0.15, drift: SIMD2<Double> = .zero, shake: Double = 0, spill: Double = 0
  ) {
    self.init(
      keying: .marks(marks), centre: centre, radius: radius, brightness: brightness, glow: glow,
      drift: drift, shake: shake, spill: spill)
  }

  /// A car's turn signal, which carries no text: 85 flashes per minute, in the range of 60 to 120 of UN Regulation 48.
  public static func turnSignal(
    at centre: SIMD2<Double>? = nil, radius: Double = 5, brightness: Double = 150, phase: Double = 0
  ) -> SimulatedTorch {
    SimulatedTorch(
      keying: .blinking(period: 60.0 / 85, duty: 0.5, phase: phase), centre: centre, radius: radius,
      brightness: brightness)
  }
}

/// The times when a simulated lamp is on.
public enum SimulatedKeying: Sendable, Hashable {
  /// During these times, in seconds after the scene's lead-in; ascending and apart.
  case marks([Range<Double>])
  /// For the fraction `duty` of each `period`, as long as the scene lasts. A period begins at `phase`; both in seconds.
  case blinking(period: Double, duty: Double, phase: Double)

  /// The end of the last mark. A blinking light does not determine the duration of a scene.
  var end: Double {
    switch self {
    case .marks(let marks): marks.last?.upperBound ?? 0
    case .blinking: 0
    }
  }
}
