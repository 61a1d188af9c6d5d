import Morse

/// A message as operations in the order of their times: light on, light off, light on.
///
/// It is computed from the message's marks, so it needs no further memory for a long text.
struct KeyingPlan: RandomAccessCollection, Sendable {
  /// One switching of the light.
  struct Operation: Sendable, Equatable {
    /// Seconds from the start of the message.
    var time: Double
    var isOn: Bool
  }

  private let marks: [Range<Double>]

  init(_ keying: Keying) { marks = keying.marks }

  var startIndex: Int { 0 }
  var endIndex: Int { 2 * marks.count }

  subscript(position: Int) -> Operation {
    let mark = marks[position / 2]
    return position.isMultiple(of: 2)
      ? Operation(time: mark.lowerBound, isOn: true) : Operation(time: mark.upperBound, isOn: false)
  }
}
