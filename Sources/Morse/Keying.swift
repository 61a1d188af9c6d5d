/// When the light is on to say a text.
public struct Keying: Sendable, Equatable {
  /// One character as it is sent.
  public struct Character: Sendable, Equatable {
    /// `A`, or a prosign as `<SK>`.
    public var sign: String
    /// The elements sent.
    public var code: CodeWord
    /// Seconds from the first light on to the last light off.
    public var range: Range<Double>

    /// A character and its time.
    public init(sign: String, code: CodeWord, range: Range<Double>) {
      self.sign = sign
      self.code = code
      self.range = range
    }
  }

  /// Where the light is on, in seconds from the start of the message.
  public var marks: [Range<Double>]
  /// What the marks say, in order.
  public var characters: [Character]

  /// Marks in order, and the characters they make.
  public init(marks: [Range<Double>], characters: [Character]) {
    self.marks = marks
    self.characters = characters
  }

  /// Seconds to the end of the last mark.
  public var duration: Double { marks.last?.upperBound ?? 0 }
}
