/// What the levels of a bare trace are rounded to: whole numbers, tenths, or finer.
struct TraceQuantum {
  /// The coarsest power of ten that all levels so far are multiples of; 0 where none is.
  private var rounding = 1.0
  private var brightest = 0.0

  private static let finest = 1e-4
  /// In a trace from 0 to 1, one is all of its range: a byte's least step is as coarse as such levels come.
  private static let ofShares = 1 / 255.0

  /// 0 where levels are not rounded, or their unit is none that bytes come in.
  var size: Double {
    if brightest > 1 { return rounding }
    return brightest > Self.ofShares ? min(rounding, Self.ofShares) : 0
  }

  mutating func take(_ level: Double) {
    brightest = max(brightest, abs(level))
    while rounding > Self.finest, abs(level - rounding * (level / rounding).rounded()) > 1e-3 * rounding {
      rounding /= 10
    }
    if rounding <= Self.finest { rounding = 0 }
  }
}
