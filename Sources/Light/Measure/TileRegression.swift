/// Explains tiles by least squares as `dark + step * lit + slope * (ambient - mean)` over the same frames.
///
/// If the scene's brightness hardly varied, the prior of the slope decides: the tile's own mean, which is the slope if all
/// light changes by one factor. If the scene's brightness follows the torch itself (a lamp that lights the whole room), there
/// is no ambient light to separate, and the slope is 0.
struct TileRegression {
  /// Totals over the frames, for one tile. `x` is the tile's value in a frame. `lit` and `ambient` are the lit share of the
  /// exposure and the scene's brightness, both as deviations from their means.
  struct Sums {
    var sumX = 0.0
    var sumXX = 0.0
    var sumXLit = 0.0
    var sumXAmbient = 0.0

    @inline(__always)
    mutating func add(_ x: Double, lit: Double, ambient: Double) {
      sumX += x
      sumXX += x * x
      sumXLit += x * lit
      sumXAmbient += x * ambient
    }
  }

  struct Solution {
    var dark: Double
    var step: Double
    var slope: Double
    /// Variance of the residuals.
    var variance: Double
    /// The step in standard errors.
    var significance: Double
  }

  private(set) var count = 0.0
  private(set) var litMean = 0.0
  private(set) var ambientMean = 0.0
  private var litLit = 0.0
  private var litAmbient = 0.0
  private var ambientAmbient = 0.0
  /// The mean of all tiles, in units of a tile sum.
  var pictureMean = 0.0

  /// The weight of the prior is a sum of two. The first is that of a scene whose brightness varies by 0.3 % (`priorVariance` is
  /// the square of it). The second is that of a slope that is known to a twentieth of its value (one standard deviation).
  /// Without the prior, an error in the lit states would look like a slope if the brightness changed at the same time.
  private static let priorVariance = 9e-6
  private static let priorDeviation = 0.05

  /// First pass over the frames: the means.
  mutating func addToMeans(lit: Double, ambient: Double) {
    count += 1
    litMean += (lit - litMean) / count
    ambientMean += (ambient - ambientMean) / count
  }

  /// Second pass over the frames: the deviations from the means, for the tiles' sums.
  mutating func addDeviation(lit: Double, ambient: Double) -> (lit: Double, ambient: Double) {
    let s = lit - litMean
    let c = ambient - ambientMean
    litLit += s * s
    litAmbient += s * c
    ambientAmbient += c * c
    return (s, c)
  }

  /// Whether the frames showed the light both on and off.
  var hasContrast: Bool { litLit > 0.02 * count }

  /// Whether there is ambient light to separate: the scene's brightness does not follow the torch.
  private var hasAmbient: Bool {
    // The squared correlation.
    ambientAmbient <= 0 || litAmbient * litAmbient < 0.8 * litLit * ambientAmbient
  }

  func solve(_ s: Sums) -> Solution {
    guard hasAmbient else { return solution(s, slope: 0) }
    let mean = s.sumX / count
    let expected = mean / max(ambientMean, 0.1)
    let limit = AmbientReference.steepestSlope(mean: mean, pictureMean: pictureMean)
    func solve(prior: Double) -> Solution {
      let right = s.sumXAmbient + prior * expected
      let determinant = litLit * (ambientAmbient + prior) - litAmbient * litAmbient
      return solution(s, slope: min(limit, max(0, (right * litLit - s.sumXLit * litAmbient) / determinant)))
    }
    // The variance of the residuals sets the weight of the prior.
    let free = solve(prior: count * Self.priorVariance)
    let deviation = Self.priorDeviation * expected
    return deviation > 0
      ? solve(prior: free.variance / (deviation * deviation) + count * Self.priorVariance) : free
  }

  private func solution(_ s: Sums, slope: Double) -> Solution {
    let mean = s.sumX / count
    let total = max(0, s.sumXX - s.sumX * mean)
    let step = (s.sumXLit - slope * litAmbient) / litLit
    let unexplained =
      total - 2 * (step * s.sumXLit + slope * s.sumXAmbient) + step * step * litLit
      + 2 * step * slope * litAmbient + slope * slope * ambientAmbient
    let variance = max(0, unexplained) / count
    let floor = ModulationMap.noiseFloor * ModulationMap.noiseFloor
    return Solution(
      dark: mean - step * litMean, step: step, slope: slope, variance: variance,
      significance: step / ((variance + floor) / litLit).squareRoot())
  }
}
