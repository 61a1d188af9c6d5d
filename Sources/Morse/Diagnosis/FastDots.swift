/// Measures dots that are shorter than a frame. Their edges cannot be separated. But the shorter they are, the fewer frames are
/// completely lit or completely dark, and the spectral line of machine-sent Morse, at half a period per unit, is aliased.
enum FastDots {
  /// - Parameters:
  ///   - clearShare: The share of frames that are completely dark or completely lit.
  ///   - openShare: The share of the frame time during which the shutter is open.
  /// - Returns: The length of a dot in frames.
  static func length(clearShare: Double, openShare: Double, line: SpectralLine) -> Double {
    let lengths = (0...90).map { 0.3 + 0.01 * Double($0) }
    let guess = lengths.min {
      abs(share(dot: $0, openShare) - clearShare) < abs(share(dot: $1, openShare) - clearShare)
    }!
    guard line.sharpness > 0.4 else { return guess }
    let aliased = [1 - line.frequency, 1 + line.frequency].map { 0.5 / $0 }
    let nearest = aliased.min { abs($0 - guess) < abs($1 - guess) } ?? guess
    return abs(nearest - guess) < 0.4 * guess ? nearest : guess
  }

  /// The share of frames that are completely dark or completely lit in the word PARIS with the gap after it. A segment of
  /// length L contains L minus the exposure time. PARIS has ten dots, four dashes, nine gaps between elements, four between
  /// characters.
  private static func share(dot: Double, _ openShare: Double) -> Double {
    let segments: [(count: Double, units: Double)] = [(19, 1), (8, 3), (1, 7)]
    let clear = segments.reduce(0) { $0 + $1.count * max(0, $1.units * dot - openShare) }
    return clear / (50 * dot)
  }
}
