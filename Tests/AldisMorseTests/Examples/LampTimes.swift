import AldisMorse

/// When a lamp goes on and off to send `text` at 12 words per minute, in seconds from its first flash on.
func lampTimes(for text: String) throws(EncodingError) -> [(seconds: Double, isOn: Bool)] {
  let encoder = Encoder(alphabet: .spelling(text), timing: .itu(wordsPerMinute: 12))
  return try encoder.encode(text).marks.flatMap { mark in
    [(seconds: mark.lowerBound, isOn: true), (seconds: mark.upperBound, isOn: false)]
  }
}
