import Morse

/// A message as operations in the order of their times: light on, light off, light on.
///
/// It is computed from the message's marks, so a long text needs no more memory than they do.
public struct KeyingPlan: RandomAccessCollection, Sendable {
  /// One switching of the light.
  public struct Operation: Sendable, Equatable {
    /// Seconds from the start of the message.
    public var time: Double
    public var isOn: Bool

    public init(time: Double, isOn: Bool) {
      self.time = time
      self.isOn = isOn
    }
  }

  private let marks: [Range<Double>]

  public init(_ keying: Keying) { marks = keying.marks }

  public var startIndex: Int { 0 }
  public var endIndex: Int { 2 * marks.count }

  public subscript(position: Int) -> Operation {
    let mark = marks[position / 2]
    return position.isMultiple(of: 2)
      ? Operation(time: mark.lowerBound, isOn: true) : Operation(time: mark.upperBound, isOn: false)
  }
}
