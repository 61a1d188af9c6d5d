import Frames
import Glibc

/// How much each tile changes, in addition to its noise and to the changes of the scene's brightness.
///
/// For each tile and two horizons the sums of x, x^2 and x c are kept under exponential forgetting, where x is the tile and c
/// the scene's brightness (``AmbientReference``). They give the variance of x that is left after regression on c. The noise is
/// the lower quartile of the change from frame to frame. Even a light keyed so fast that half of the frames lie on an edge does
/// not change it.
struct ModulationMap {
  /// The time that a modulation covers.
  enum Horizon: Int, CaseIterable {
    case short, long

    /// Seconds in which a frame's weight falls to 1/e.
    var seconds: Double { self == .short ? 3 : 20 }
  }

  private struct Moments {
    var weight = 0.0
    var ambient = 0.0
    var ambientSquared = 0.0
    var x: [Double]
    var xx: [Double]
    var xc: [Double]

    init(count: Int) {
      x = Array(repeating: 0, count: count)
      xx = x
      xc = x
    }
  }

  private var reference: [Double]
  private var moments: [Moments]
  /// Lower quartile of |change|, in units of a tile sum.
  private var quartile: [Float]
  private var updates = 0
  private var lastAmbient = 1.0
  /// The mean of all tiles in the first frame, as the brightness of the picture.
  private var pictureMean = 0.0

  /// The least standard deviation of a tile's sum: 1/16 of a level in its mean. Rounding alone makes it 4.6 (the root of
  /// 256/12). Compression and clipping at black make it larger.
  static let noiseFloor = 16.0

  private let floor: Double

  /// - Parameter noiseFloor: The least standard deviation.
  init(tileCount: Int, noiseFloor: Double = Self.noiseFloor) {
    floor = noiseFloor
    reference = Array(repeating: 0, count: tileCount)
    moments = Horizon.allCases.map { _ in Moments(count: tileCount) }
    quartile = Array(repeating: 0, count: tileCount)
  }

  /// Takes one frame in. `interval` is the time since the last one, in seconds.
  mutating func take(
    _ sums: UnsafeBufferPointer<UInt16>, after previous: UnsafeBufferPointer<UInt16>, ambient: Double,
    interval: Double
  ) {
    let count = sums.count
    if moments[0].weight == 0 {
      // Any fixed value near the tile's own keeps the squares small.
      for i in 0..<count { reference[i] = Double(sums[i]) }
      pictureMean = reference.reduce(0, +) / Double(count)
    }
    for horizon in moments.indices {
      let keep = interval > 0 ? exp(-interval / Horizon.allCases[horizon].seconds) : 1
      let c = ambient - 1
      moments[horizon].weight = moments[horizon].weight * keep + 1
      moments[horizon].ambient = moments[horizon].ambient * keep + c
      moments[horizon].ambientSquared = moments[horizon].ambientSquared * keep + c * c
      reference.withUnsafeBufferPointer { reference in
        moments[horizon].x.withUnsafeMutableBufferPointer { sx in
          for i in 0..<count { sx[i] = sx[i] * keep + (Double(sums[i]) - reference[i]) }
        }
        moments[horizon].xx.withUnsafeMutableBufferPointer { sxx in
          for i in 0..<count {
            let x = Double(sums[i]) - reference[i]
            sxx[i] = sxx[i] * keep + x * x
          }
        }
        moments[horizon].xc.withUnsafeMutableBufferPointer { sxc in
          for i in 0..<count { sxc[i] = sxc[i] * keep + (Double(sums[i]) - reference[i]) * c }
        }
      }
    }
    // A change of the scene's brightness multiplies all light by one factor, and is not noise.
    let factor = Float(ambient / max(0.1, lastAmbient))
    lastAmbient = ambient
    guard !previous.isEmpty else { return }
    updates += 1
    // Stochastic approximation of the logarithm of the quartile (Robbins and Monro, 1951): one part up if the change is larger
    // than the estimate, three parts down if it is smaller. The steps balance where a quarter of the changes is smaller. The
    // first steps are long.
    let gain = max(0.02, 0.5 / Float(updates))
    let up = 1 + gain * 0.25
    let down = 1 - gain * 0.75
    quartile.withUnsafeMutableBufferPointer { quartile in
      if updates == 1 {
        for i in 0..<count { quartile[i] = 0.5 * abs(Float(sums[i]) - factor * Float(previous[i])) + 8 }
      } else {
        for i in 0..<count {
          let change = abs(Float(sums[i]) - factor * Float(previous[i]))
          quartile[i] = max(4, quartile[i] * (change > quartile[i] ? up : down))
        }
      }
    }
  }

  /// Moves the grid.
  ///
  /// - Parameter sums: The sums of the next frame. A new tile starts with its sum as its mean, and with the median noise of all
  ///   tiles.
  mutating func move(_ move: GridMove, newTiles sums: [Double]) {
    reference = move.values(reference, newTiles: sums)
    for horizon in moments.indices {
      moments[horizon].x = move.values(moments[horizon].x, newTiles: 0)
      moments[horizon].xx = move.values(moments[horizon].xx, newTiles: 0)
      moments[horizon].xc = move.values(moments[horizon].xc, newTiles: 0)
    }
    var known = quartile
    quartile = move.values(quartile, newTiles: known.takeMedian())
  }

  /// Standard deviation of a tile's noise in one frame, in units of a tile sum. It is estimated from the differences of
  /// successive frames.
  func noise(ofTile i: Int) -> Double {
    max(floor, Double(quartile[i]) / DeviationQuantile.quarter.standardDeviationsOfDifferences)
  }

  /// The recent mean of a tile's sum.
  func mean(ofTile i: Int) -> Double {
    let m = moments[Horizon.short.rawValue]
    return m.weight > 0 ? max(0, reference[i] + m.x[i] / m.weight) : 0
  }

  /// The variance that the scene's brightness does not explain, divided by the variance of the noise: about 1 if nothing
  /// changes.
  func modulation(ofTile i: Int, over horizon: Horizon) -> Double {
    let m = moments[horizon.rawValue]
    guard m.weight > 4 else { return 0 }
    let x = m.x[i] / m.weight
    let c = m.ambient / m.weight
    let xx = m.xx[i] / m.weight - x * x
    let cc = m.ambientSquared / m.weight - c * c
    let xc = m.xc[i] / m.weight - x * c
    // Below a hundredth of a percent the scene's brightness is itself only noise.
    var rest = xx
    if cc > 1e-8 {
      let limit = AmbientReference.steepestSlope(mean: x + reference[i], pictureMean: pictureMean)
      let slope = min(limit, max(0, xc / cc))
      rest = xx - 2 * slope * xc + slope * slope * cc
    }
    let noise = noise(ofTile: i)
    return rest / (noise * noise)
  }
}
