/// The rounding of a trace's levels: whole numbers, tenths, or finer.
struct TraceQuantum {
  /// The largest power of ten that divides all levels so far; 0 if there is none.
  private var rounding = 1.0
  private var brightest = 0.0

  private static let finest = 1e-4
  /// In a trace from 0 to 1: the step of a byte, the coarsest rounding of such levels.
  private static let ofShares = 1 / 255.0

  /// 0 if the levels are not rounded, or not to steps of a byte.
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
