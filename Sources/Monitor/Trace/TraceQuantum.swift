/// Finds the step to which a trace's levels are rounded: whole numbers, tenths, or finer.
struct TraceQuantum {
  /// The largest power of ten that divides all levels so far; 0 if there is none.
  private var rounding = 1.0
  private var brightest = 0.0

  private static let finest = 1e-4
  /// The step of a byte in a trace from 0 to 1. Levels of such a trace are not rounded more coarsely.
  private static let byteStep = 1 / 255.0

  /// The step; 0 if the levels are not rounded, or if all are below the step of a byte.
  var size: Double {
    if brightest > 1 { return rounding }
    return brightest > Self.byteStep ? min(rounding, Self.byteStep) : 0
  }

  mutating func take(_ level: Double) {
    brightest = max(brightest, abs(level))
    while rounding > Self.finest, abs(level - rounding * (level / rounding).rounded()) > 1e-3 * rounding {
      rounding /= 10
    }
    if rounding <= Self.finest { rounding = 0 }
  }
}
