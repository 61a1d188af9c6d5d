/// The durations of a sender's marks and pauses.
public struct Timing: Sendable, Equatable {
  /// Length of a dot in seconds. All other lengths are in this unit.
  public var unit: Double
  /// Length of a dash, in units.
  public var dash: Double
  /// Dark between the elements of a character, in units.
  public var elementGap: Double
  /// Dark between the characters of a word, in units.
  public var characterGap: Double
  /// Dark between words, in units.
  public var wordGap: Double

  /// A timing with these lengths.
  public init(unit: Double, dash: Double, elementGap: Double, characterGap: Double, wordGap: Double) {
    self.unit = unit
    self.dash = dash
    self.elementGap = elementGap
    self.characterGap = characterGap
    self.wordGap = wordGap
  }

  /// ITU-R M.1677-1, section 2. The word PARIS with its gap is 50 units, so a unit is 1.2 s / WPM.
  ///
  /// - Parameter wordsPerMinute: More than 0.
  public static func itu(wordsPerMinute: Double) -> Timing {
    Timing(unit: 1.2 / wordsPerMinute, dash: 3, elementGap: 1, characterGap: 3, wordGap: 7)
  }

  /// Characters sent at one speed, with gaps between them so long that the text as a whole has a lower speed.
  ///
  /// J. Bloom KE3Z, "A Standard for Morse Timing Using the Farnsworth Technique", QEX April 1990: for the speeds `c`
  /// (characters) and `s` (text), the gaps of PARIS last `t = (60 c - 37.2 s) / (s c)` seconds in total, a character gap
  /// `3 t / 19`, a word gap `7 t / 19`.
  ///
  /// - Parameters:
  ///   - character: Words per minute inside the characters, more than 0.
  ///   - overall: Words per minute of the text, more than 0 and at most `character`.
  public static func farnsworth(character c: Double, overall s: Double) -> Timing {
    precondition(0 < s && s <= c)
    let unit = 1.2 / c
    let gaps = (60 * c - 37.2 * s) / (s * c)
    return Timing(
      unit: unit, dash: 3, elementGap: 1, characterGap: 3 * gaps / 19 / unit, wordGap: 7 * gaps / 19 / unit)
  }

  /// The timing of the phone torch app: dot 0.1 s, dash 0.3 s, 0.1 s after every element and another 0.5 s after every
  /// character. A space is a character without elements.
  public static let morseTorch = Timing(unit: 0.1, dash: 3, elementGap: 1, characterGap: 6, wordGap: 11)

  /// The nearest timing whose dot is a whole number of a display's refreshes, at least one.
  ///
  /// - Parameter rate: Refreshes per second.
  public func inWholeRefreshes(of rate: Double) -> Timing {
    var timing = self
    timing.unit = max(1, (unit * rate).rounded()) / rate
    return timing
  }
}
