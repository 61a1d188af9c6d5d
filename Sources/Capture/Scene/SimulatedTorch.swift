/// A lamp in a simulated scene: a disc with a soft glow around it.
public struct SimulatedTorch: Sendable, Hashable {
  /// When it is on.
  public var keying: SimulatedKeying
  /// The disc's centre in pixels from the picture's top left corner (pixel 0 reaches from 0 to 1); `nil` takes a
  /// fitting place: on the harbour's ship or pier, elsewhere one that the scene's seed chooses well inside.
  public var centre: SIMD2<Double>?
  /// The disc's radius in pixels; 0.6 is a lamp of about one pixel.
  public var radius: Double
  /// What the disc adds to the backdrop, in grey levels, up to 511. Beyond 255 the sensor clips.
  public var brightness: Double
  /// How bright the glow begins at the disc's edge, as a fraction of `brightness`. It falls to a third over 1.5 radii.
  public var glow: Double
  /// How fast the lamp moves, in pixels a second to the right and down.
  public var drift: SIMD2<Double>
  /// How far it sways in the hand that holds it: the root mean square along each axis, in pixels.
  public var sway: Double
  /// How far a hand that holds it up sways, root mean square in pixels along each axis. It trembles besides.
  public var handheld = 0.0
  /// How much brighter the lamp makes a middle grey (128) everywhere in the picture, in grey levels: 0 out of doors,
  /// much in a dark room.
  public var spill: Double

  public init(
    keying: SimulatedKeying, centre: SIMD2<Double>? = nil, radius: Double = 6, brightness: Double = 180,
    glow: Double = 0.15, drift: SIMD2<Double> = .zero, sway: Double = 0, spill: Double = 0
  ) {
    self.keying = keying
    self.centre = centre
    self.radius = radius
    self.brightness = brightness
    self.glow = glow
    self.drift = drift
    self.sway = sway
    self.spill = spill
  }

  /// A torch that signals.
  ///
  /// - Parameter marks: When it is on, in seconds after the scene's lead-in; ascending and apart.
  public init(
    marks: [Range<Double>], centre: SIMD2<Double>? = nil, radius: Double = 6, brightness: Double = 180,
    glow: Double = 0.15, drift: SIMD2<Double> = .zero, sway: Double = 0, spill: Double = 0
  ) {
    self.init(
      keying: .marks(marks), centre: centre, radius: radius, brightness: brightness, glow: glow,
      drift: drift, sway: sway, spill: spill)
  }

  /// A car's turn signal, which says nothing: 85 flashes a minute, amid the 60 to 120 that UN Regulation 48 allows.
  public static func turnSignal(
    at centre: SIMD2<Double>? = nil, radius: Double = 5, brightness: Double = 150, phase: Double = 0
  ) -> SimulatedTorch {
    SimulatedTorch(
      keying: .blinking(period: 60.0 / 85, duty: 0.5, phase: phase), centre: centre, radius: radius,
      brightness: brightness)
  }
}

/// When a simulated lamp is on.
public enum SimulatedKeying: Sendable, Hashable {
  /// During these times, in seconds after the scene's lead-in; ascending and apart.
  case marks([Range<Double>])
  /// For the fraction `duty` of each `period`, as long as the scene lasts. A period begins at `phase`; both in seconds.
  case blinking(period: Double, duty: Double, phase: Double)

  /// When the last mark ends. A light that blinks on and on has no say in how long a scene lasts.
  var end: Double {
    switch self {
    case .marks(let marks): marks.last?.upperBound ?? 0
    case .blinking: 0
    }
  }
}
