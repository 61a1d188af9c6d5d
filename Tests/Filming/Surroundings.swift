extension FilmedLight {
  /// What changes the light on its way to the camera. Everything counts in steps: one step is what the lamp at its
  /// brightest adds to the dark.
  public struct Surroundings: Sendable {
    /// Brightness of the lamp, as a factor: distance, haze, a tired battery.
    public var lamp: Course?
    /// Light that is not the lamp's, in steps.
    public var ambient: Course?
    /// Light that follows the mains, which a camera's exposures sum up.
    public var flicker: Flicker?
    /// Seconds in which the lamp, switched on or off, comes nearer to its new brightness by a factor of e.
    public var rise: Double
    public var fall: Double

    public init(
      lamp: Course? = nil, ambient: Course? = nil, flicker: Flicker? = nil, rise: Double = 0, fall: Double = 0
    ) {
      self.lamp = lamp
      self.ambient = ambient
      self.flicker = flicker
      self.rise = rise
      self.fall = fall
    }
  }

  /// Ambient light that swings as a sine: a lamp on 50 Hz mains does so 100 times a second.
  public struct Flicker: Sendable {
    public var hertz: Double
    /// Half the way from its darkest to its brightest, in steps.
    public var amplitude: Double

    public init(hertz: Double = 100, amplitude: Double) {
      self.hertz = hertz
      self.amplitude = amplitude
    }
  }
}
