import Morse

/// The keying of a lamp that sends random bits. It is lit for a one. In Manchester code it is lit in the first half of a one
/// and in the second half of a zero.
public func randomBits(
  _ count: Int, bitsPerSecond: Double, isManchester: Bool, using random: inout SeededRandom
) -> Keying {
  let bit = 1 / bitsPerSecond
  var marks: [Range<Double>] = []
  for index in 0..<count {
    let isOne = Bool.random(using: &random)
    guard isOne || isManchester else { continue }
    let begin = (Double(index) + (isOne ? 0 : 0.5)) * bit
    let end = begin + (isManchester ? bit / 2 : bit)
    if let last = marks.last, begin - last.upperBound < bit / 100 {
      marks[marks.count - 1] = last.lowerBound..<end
    } else {
      marks.append(begin..<end)
    }
  }
  return Keying(marks: marks, characters: [])
}
