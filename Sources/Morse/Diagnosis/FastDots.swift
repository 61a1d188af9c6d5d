/// How long dots are that are shorter than a frame: no edge can be told from the next there, but frames are the seldomer
/// wholly lit or wholly dark, and the line of the spectrum that machine-sent Morse has at half a period to the unit comes
/// back mirrored.
enum FastDots {
  /// - Parameters:
  ///   - clearShare: Of the frames, wholly dark or wholly lit.
  ///   - openShare: For what share of a frame the shutter is open.
  /// - Returns: Frames.
  static func length(clearShare: Double, openShare: Double, beat: Beat?) -> Double {
    let lengths = (0...90).map { 0.3 + 0.01 * Double($0) }
    let guess = lengths.min {
      abs(share(dot: $0, openShare) - clearShare) < abs(share(dot: $1, openShare) - clearShare)
    }!
    guard let beat, beat.sharpness > 0.4 else { return guess }
    let mirrored = [1 - beat.frequency, 1 + beat.frequency].map { 0.5 / $0 }
    let nearest = mirrored.min { abs($0 - guess) < abs($1 - guess) } ?? guess
    return abs(nearest - guess) < 0.4 * guess ? nearest : guess
  }

  /// The share of frames that are wholly dark or wholly lit in the word PARIS with the gap after it: a stretch of length L
  /// holds L less the shutter's time. It has ten dots, four dashes, nine gaps between elements, four between characters.
  private static func share(dot: Double, _ openShare: Double) -> Double {
    let stretches: [(count: Double, units: Double)] = [(19, 1), (8, 3), (1, 7)]
    let clear = stretches.reduce(0) { $0 + $1.count * max(0, $1.units * dot - openShare) }
    return clear / (50 * dot)
  }
}
