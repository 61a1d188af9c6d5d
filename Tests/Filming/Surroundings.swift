extension FilmedLight {
  /// Changes of the light between lamp and camera. The unit is a step: the increase of the level by the lamp at its brightest.
  public struct Surroundings: Sendable {
    /// Factor of the lamp's brightness: distance, haze, a weak battery.
    public var lamp: TimeFunction?
    /// Light that is not the lamp's, in steps.
    public var ambient: TimeFunction?
    /// Flicker of lamps on mains power, integrated over each exposure.
    public var flicker: Flicker?
    /// Time constants of the lamp, in seconds, when it is switched on and off.
    public var rise: Double
    public var fall: Double

    public init(
      lamp: TimeFunction? = nil, ambient: TimeFunction? = nil, flicker: Flicker? = nil, rise: Double = 0,
      fall: Double = 0
    ) {
      self.lamp = lamp
      self.ambient = ambient
      self.flicker = flicker
      self.rise = rise
      self.fall = fall
    }
  }

  /// Ambient light that varies as a sine: for a lamp on 50 Hz mains, 100 times a second.
  public struct Flicker: Sendable {
    public var hertz: Double
    /// Half the difference between its darkest and its brightest level, in steps.
    public var amplitude: Double

    public init(hertz: Double = 100, amplitude: Double) {
      self.hertz = hertz
      self.amplitude = amplitude
    }
  }
}
