/// A lamp in a simulated scene: a disc with a soft glow around it.
public struct SimulatedTorch: Sendable, Hashable {
  /// When it is on, in seconds after the scene's lead-in; ascending and apart.
  public var marks: [Range<Double>]
  /// The disc's centre in pixels from the picture's top left corner (pixel 0 reaches from 0 to 1); `nil` chooses a place: on the
  /// harbour's ship or pier, else by the scene's seed, away from the borders.
  public var centre: SIMD2<Double>?
  /// The disc's radius in pixels; 0.6 is a lamp of about one pixel.
  public var radius: Double
  /// Brightness of the disc above the backdrop, in grey levels, up to 511. The sensor clips at 255.
  public var brightness: Double
  /// Brightness of the glow at the disc's edge, as a fraction of `brightness`. It falls to a third over 1.5 radii.
  public var glow: Double

  public init(
    marks: [Range<Double>], centre: SIMD2<Double>? = nil, radius: Double = 6, brightness: Double = 180,
    glow: Double = 0.15
  ) {
    self.marks = marks
    self.centre = centre
    self.radius = radius
    self.brightness = brightness
    self.glow = glow
  }
}
