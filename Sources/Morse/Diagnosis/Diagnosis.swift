/// Why a light cannot be read, with the figure that was measured.
public enum Diagnosis: Sendable, Equatable {
  /// A dot lasts less than a frame.
  case tooFast(framesPerDot: Double)
  /// The step from dark to lit is lost in the noise of a frame.
  case faint(contrastToNoise: Double)
  /// A share of the light's pixels is as bright as the camera can tell even while the lamp is off.
  case clipped(share: Double)
  /// The light swings so many times a second in this camera's frames; `mains` is the frequency of lamps on the mains that
  /// look so at this frame rate.
  case flicker(hertz: Double, mains: Double?)
  /// The light repeats one mark and one pause, which take so many seconds together.
  case blinking(period: Double)
  /// The light switches in steps of one length, as data do: so many bits a second.
  case data(bitsPerSecond: Double)
  /// The light repeats groups of so many flashes, as lighthouses do, every `period` seconds.
  case flashes(count: Int, period: Double)
  /// The light is switched slowly, as a traffic light or by hand: so many seconds lie between two changes, the median.
  case slow(seconds: Double)
  /// Lengths lie so far from those of Morse: one standard deviation, as a share of them.
  case irregular(spread: Double)

  /// What is wrong, without the figure.
  public enum Kind: String, Sendable, CaseIterable {
    case tooFast = "too-fast"
    case faint, clipped, flicker, blinking, data, flashes, slow, irregular
  }

  /// What is wrong, without the figure.
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
    }
  }

  /// The figure: frames a dot, contrast to noise, a share, alternations or bits a second, or seconds.
  public var figure: Double {
    switch self {
    case .tooFast(let figure), .faint(let figure), .clipped(let figure), .flicker(let figure, _),
      .blinking(let figure), .data(let figure), .flashes(_, let figure), .slow(let figure),
      .irregular(let figure):
      figure
    }
  }
}
