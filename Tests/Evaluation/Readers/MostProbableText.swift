import Filming
import Foundation
import Morse

/// Finds the most probable text of a film with Viterbi's algorithm and explicit durations. A text is a path through the tree of
/// code words, whose edges may lie on any tick.
struct MostProbableText {
  private let evidence: SegmentEvidence
  private let lengths: KnownLengths
  private let tree = CodeTree()
  /// The best score of a path that has just ended a mark, and of one that has just ended a gap: for each tick and node.
  private var afterMark: [Double]
  private var afterGap: [Double]
  /// The best score of a path that has just ended a character, and the node of the character: for each tick.
  private var afterCharacter: [Double]
  private var lastNode: [Int]

  /// All characters are equally probable. One in five ends a word.
  private let characterPrior: Double
  private let characterGapPrior = log(0.8)
  private let wordGapPrior = log(0.2)

  /// The score of the best segment that ends at some tick, and the tick of its start.
  private typealias Best = (score: Double, start: Int)

  init(_ film: Film, _ sending: Sending) {
    let tick = Self.tick(film, sending)
    evidence = SegmentEvidence(film, tick: tick)
    lengths = KnownLengths(sending, marks: film.marks, tick: tick, count: evidence.count)
    characterPrior = -log(Double(tree.signs.count { $0 != nil }))
    afterMark = [Double](repeating: -.infinity, count: evidence.count * tree.count)
    afterGap = afterMark
    afterCharacter = [Double](repeating: -.infinity, count: evidence.count)
    lastNode = [Int](repeating: 0, count: evidence.count)
    for end in 0..<evidence.count { extend(to: end) }
  }

  /// The unit divided by an integer: at most a twelfth of a frame time, or a quarter if a unit has more than 12 frames.
  private static func tick(_ film: Film, _ sending: Sending) -> Double {
    let unit = sending.timing.unit
    let wanted = film.frameTime / (unit > 12 * film.frameTime ? 4 : 12)
    return unit / (unit / wanted).rounded(.up)
  }

  private mutating func extend(to end: Int) {
    let row = end * tree.count
    let lengths = lengths.ending(at: end)
    for node in 1..<tree.count {
      let mark = bestMark(lengths, to: node, at: end).score
      afterMark[row + node] = mark
      if tree.signs[node] != nil, mark + characterPrior > afterCharacter[end] {
        afterCharacter[end] = mark + characterPrior
        lastNode[end] = node
      }
      if tree.hasChildren[node] {
        afterGap[row + node] = bestElementGap(lengths, in: node, at: end).score
      }
    }
    let gap = bestGap(lengths, at: end).gap.score
    afterGap[row] = max(evidence.first(at: end), gap)
  }

  private func bestMark(_ lengths: KnownLengths.AtSpeed, to node: Int, at end: Int) -> Best {
    let parent = tree.parents[node]
    return best(tree.isDash[node] ? lengths.dash : lengths.dot, lit: true, to: end) {
      afterGap[$0 * tree.count + parent]
    }
  }

  private func bestElementGap(_ lengths: KnownLengths.AtSpeed, in node: Int, at end: Int) -> Best {
    best(lengths.elementGap, lit: false, to: end) { afterMark[$0 * tree.count + node] }
  }

  /// The best gap between two characters or words.
  private func bestGap(_ lengths: KnownLengths.AtSpeed, at end: Int) -> (gap: Best, isWord: Bool) {
    var character = best(lengths.characterGap, lit: false, to: end) { afterCharacter[$0] }
    var word = best(lengths.wordGap, lit: false, to: end) { afterCharacter[$0] }
    character.score += characterGapPrior
    word.score += wordGapPrior
    return word.score > character.score ? (word, true) : (character, false)
  }

  private func best(
    _ length: KnownLengths.Length, lit: Bool, to end: Int, _ before: (_ start: Int) -> Double
  ) -> Best {
    var best: Best = (-.infinity, 0)
    for ticks in length.range where ticks <= end {
      let start = end - ticks
      let path = before(start)
      guard path > -.infinity else { continue }
      let score = path + length.prior(ticks) + evidence.segment(lit: lit, from: start, to: end)
      if score > best.score { best = (score, start) }
    }
    return best
  }

  /// The signs of the best path, traced back from its end. It is dark after the last mark.
  var text: String {
    guard var tick = afterCharacter.indices.max(by: { afterCharacter[$0] < afterCharacter[$1] }),
      afterCharacter[tick] > -.infinity
    else { return "" }
    var signs: [String] = []
    while true {
      var node = lastNode[tick]
      signs.append(tree.signs[node] ?? "")
      while true {
        tick = bestMark(lengths.ending(at: tick), to: node, at: tick).start
        node = tree.parents[node]
        if node == 0 { break }
        tick = bestElementGap(lengths.ending(at: tick), in: node, at: tick).start
      }
      let (gap, isWord) = bestGap(lengths.ending(at: tick), at: tick)
      guard gap.score > evidence.first(at: tick) else { break }
      if isWord { signs.append(" ") }
      tick = gap.start
    }
    return signs.reversed().joined()
  }
}
