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

/// A light that may switch after each of `count` steps.
///
/// - Parameters:
///   - lightEnds: The probability that it goes out after a step.
///   - darknessEnds: The probability that it comes on after a step.
public func switchedByChance(
  _ count: Int, stepsPerSecond: Double, lightEnds: Double, darknessEnds: Double,
  using random: inout SeededRandom
) -> Keying {
  var marks: [Range<Double>] = []
  var begin: Double?
  for step in 1...count {
    let share = Double.random(in: 0..<1, using: &random)
    let time = Double(step) / stepsPerSecond
    if let lit = begin {
      guard share < lightEnds || step == count else { continue }
      marks.append(lit..<time)
      begin = nil
    } else if share < darknessEnds {
      begin = time
    }
  }
  return Keying(marks: marks, characters: [])
}
