/// The times at which a light is on to send a text.
public struct Keying: Sendable, Equatable {
  /// One character as it is sent.
  public struct Character: Sendable, Hashable {
    /// `A`, or a prosign as `<SK>`.
    public var sign: String
    /// The elements sent.
    public var code: CodeWord
    /// Seconds from the first light on to the last light off.
    public var range: Range<Double>
    /// Which word of the message it belongs to, from 0.
    public var word: Int
  }

  /// The times at which the light is on, in seconds from the start of the message.
  public var marks: [Range<Double>]
  /// The characters that the marks form, in order.
  public var characters: [Character]

  /// Marks in order, and the characters that they form.
  public init(marks: [Range<Double>], characters: [Character]) {
    self.marks = marks
    self.characters = characters
  }

  /// The code words of each word.
  public var words: [[CodeWord]] {
    characters.reduce(into: []) { words, character in
      if character.word >= words.count { words.append([]) }
      words[words.count - 1].append(character.code)
    }
  }

  /// The text that is sent, with a space between words.
  public var text: String {
    var text = ""
    for (index, character) in characters.enumerated() {
      if index > 0, character.word != characters[index - 1].word { text += " " }
      text += character.sign
    }
    return text
  }

  /// Seconds to the end of the last mark.
  public var duration: Double { marks.last?.upperBound ?? 0 }
}
