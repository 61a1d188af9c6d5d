/// Why a light cannot be read, with the measured figure.
public enum Diagnosis: Sendable, Equatable {
  /// A dot lasts less than a frame.
  case tooFast(framesPerDot: Double)
  /// The step from dark to lit is lost in the noise of a frame.
  case faint(contrastToNoise: Double)
  /// A share of the light's pixels is as bright as the camera can measure even while the lamp is off.
  case clipped(share: Double)
  /// The light flickers in this camera's frames with `hertz`. `mains` is the flicker frequency of lamps on mains power that
  /// appears as `hertz` at this frame rate.
  case flicker(hertz: Double, mains: Double?)
  /// The light repeats one mark and one pause. `period` is their sum in seconds.
  case blinking(period: Double)
  /// The light switches in steps of one length, as data do.
  case data(bitsPerSecond: Double)
  /// The light repeats groups of `count` flashes, as lighthouses do, every `period` seconds.
  case flashes(count: Int, period: Double)
  /// The light is switched slowly, as a traffic light or by hand. `seconds` is the median time between two changes.
  case slow(seconds: Double)
  /// The lengths do not fit Morse. `spread` is their standard deviation from the lengths of Morse, as a share of these.
  case irregular(spread: Double)
  /// The picture moves so much that a `share` of the last frames cannot be placed in the scene.
  case moving(share: Double)

  /// The kind of a diagnosis, without the figure.
  public enum Kind: String, Sendable, CaseIterable {
    /// A dot is shorter than a frame.
    case tooFast = "too-fast"
    /// The light is lost in noise.
    case faint
    /// The light is overexposed.
    case clipped
    /// Lamps on mains power flicker.
    case flicker
    /// The light only blinks.
    case blinking
    /// The light carries data.
    case data
    /// The light repeats groups of flashes.
    case flashes
    /// The light is switched slowly.
    case slow
    /// The lengths do not fit Morse.
    case irregular
    /// The picture moves too much.
    case moving
  }

  /// The kind of the diagnosis, without the figure.
  public var kind: Kind {
    switch self {
    case .tooFast: .tooFast
    case .faint: .faint
    case .clipped: .clipped
    case .flicker: .flicker
    case .blinking: .blinking
    case .data: .data
    case .flashes: .flashes
    case .slow: .slow
    case .irregular: .irregular
    case .moving: .moving
    }
  }

  /// The figure: frames per dot, contrast to noise, a share, alternations or bits per second, or seconds.
  public var figure: Double {
    switch self {
    case .tooFast(let figure), .faint(let figure), .clipped(let figure), .flicker(let figure, _),
      .blinking(let figure), .data(let figure), .flashes(_, let figure), .slow(let figure),
      .irregular(let figure), .moving(let figure):
      figure
    }
  }
}
