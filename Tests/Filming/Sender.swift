import Morse

extension FilmedLight {
  /// The sender: how a lamp is keyed.
  public struct Sender: Sendable {
    /// Relative standard deviation of every mark and pause.
    public var jitter: Double
    /// The distribution of each kind of duration; `nil` if it is that of the timing.
    public var style: Style?
    /// Seconds by which every mark is longer and every pause shorter; negative for the reverse.
    public var bloom: Double
    /// Factor of the speed, as a function of the time in the message.
    public var speedFactor: TimeFunction?
    /// Seconds of dark before and after the message.
    public var lead: Double
    public var tail: Double

    public init(
      jitter: Double = 0, style: Style? = nil, bloom: Double = 0, speedFactor: TimeFunction? = nil,
      lead: Double = 1, tail: Double = 2
    ) {
      self.jitter = jitter
      self.style = style
      self.bloom = bloom
      self.speedFactor = speedFactor
      self.lead = lead
      self.tail = tail
    }

    /// The times at which the lamp is on when this sender keys `keying`.
    func send(_ keying: Keying, using random: inout SeededRandom) -> [Range<Double>] {
      func uneven(_ length: Double, _ random: inout SeededRandom) -> Double {
        jitter == 0 ? length : length * max(0.2, 1 + jitter * random.normal())
      }
      var marks: [Range<Double>] = []
      marks.reserveCapacity(keying.marks.count)
      var time = lead + Double.random(in: 0..<0.2, using: &random)
      var last = 0.0
      if let style { return style.send(keying, from: time, using: &random) }
      for mark in keying.marks {
        let factor = speedFactor?(last, keying.duration) ?? 1
        if last > 0 { time += max(0, uneven(mark.lowerBound - last, &random) / factor - bloom) }
        let length = max(0, uneven(mark.upperBound - mark.lowerBound, &random) / factor + bloom)
        marks.append(time..<time + length)
        time += length
        last = mark.upperBound
      }
      return marks
    }
  }
}
