/// The exposure times of a scene's frames, and the light of lamps during them.
struct SceneTimeline: Sendable {
  private let rate: Double
  private let exposure: Double
  private let leadIn: Double
  /// Seconds from one round to the next; `nil` for a scene that ends.
  private let round: Double?
  private let drops: Double
  private let seed: UInt64
  /// How many frames there are, lost ones included; `nil` for a scene without an end.
  let frameCount: UInt64?

  init(_ description: SceneDescription) {
    rate = description.rate
    exposure = description.exposure
    leadIn = description.leadIn
    round = description.repeats && description.duration > 0 ? description.duration : nil
    drops = description.drops
    seed = description.seed
    frameCount = description.frameCount.map { UInt64($0) }
  }

  /// The exposure of frame `index`, in seconds from the start of the scene.
  func window(ofFrame index: UInt64) -> Range<Double> {
    let start = Double(index) / rate
    return start..<start + exposure / rate
  }

  /// The part of frame `index`'s exposure during which a lamp is on, 0...1.
  ///
  /// - Parameter marks: When it is on, in seconds after the lead-in; ascending and apart.
  func level(of marks: [Range<Double>], frame index: UInt64) -> Double {
    let window = window(ofFrame: index)
    guard let round else {
      return marks.light(during: window.shifted(by: -leadIn)) / window.length
    }
    // An exposure may begin at the end of one round and end in the next.
    let begin = (window.lowerBound / round).rounded(.down) * round + leadIn
    let light =
      marks.light(during: window.shifted(by: -begin))
      + marks.light(during: window.shifted(by: -begin - round))
    return light / window.length
  }

  /// Whether frame `index` is lost.
  func isDropped(frame index: UInt64) -> Bool {
    guard drops > 0 else { return false }
    var random = SceneRandom(seed: seed, stream: SceneRandom.drops + index)
    return random.unit() < drops
  }
}

extension [Range<Double>] {
  /// Seconds of the intersection of these ascending ranges with `window`.
  fileprivate func light(during window: Range<Double>) -> Double {
    var sum = 0.0
    var index = firstIndex(endingAfter: window.lowerBound)
    while index < endIndex, self[index].lowerBound < window.upperBound {
      sum +=
        Swift.min(self[index].upperBound, window.upperBound)
        - Swift.max(self[index].lowerBound, window.lowerBound)
      index += 1
    }
    return sum
  }

  /// The first of these ascending ranges that ends after `time`, or `endIndex`; by bisection.
  private func firstIndex(endingAfter time: Double) -> Int {
    var candidates = startIndex..<endIndex
    while !candidates.isEmpty {
      let middle = (candidates.lowerBound + candidates.upperBound) / 2
      candidates =
        self[middle].upperBound > time
        ? candidates.lowerBound..<middle : middle + 1..<candidates.upperBound
    }
    return candidates.lowerBound
  }
}

extension Range<Double> {
  fileprivate var length: Double { upperBound - lowerBound }

  fileprivate func shifted(by offset: Double) -> Range<Double> {
    lowerBound + offset..<upperBound + offset
  }
}
