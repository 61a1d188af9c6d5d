import Capture
import Monitor
import Morse

/// The result of decoding a recording or a trace.
struct DecodingReport {
  /// The error that ended the input early, if any. The text before the error is decoded and printed.
  var inputError: CaptureError?
  /// Whether the input can be read as a negative.
  var canBeNegative = true
  private var hasFoundTorch = false
  private(set) var hasRead = false
  private var hasRepeats = false
  /// Number of pictures that are damaged or missing.
  private var picturesLost = 0
  /// The last reason why light could not be read.
  private var diagnosis: Diagnosis?

  mutating func note(_ event: MonitorEvent) {
    switch event {
    case .torchFound: hasFoundTorch = true
    case .character: hasRead = true
    case .repeats: hasRepeats = true
    case .framesLost(let lost): picturesLost += lost.count
    case .diagnosis(_, let diagnosis?, _): self.diagnosis = diagnosis
    default: break
    }
  }

  /// Whether text was read, but no message was repeated.
  var lacksRepetitions: Bool { hasRead && !hasRepeats }

  /// A line about the missing pictures of the file called `name`; `nil` if none is missing.
  ///
  /// - Parameter isMarked: Whether text from the time of missing pictures stands in brackets.
  func damage(in name: String, isMarked: Bool) -> String? {
    guard picturesLost > 0 else { return nil }
    let pictures = picturesLost == 1 ? "1 picture of \(name) is" : "\(picturesLost) pictures of \(name) are"
    let text =
      isMarked ? "text in [brackets] was sent meanwhile and may be wrong" : "text sent meanwhile may be wrong"
    return "\(pictures) damaged or missing; \(text)"
  }

  /// A line with the reason why no text was read from the file called `name`; `nil` if text was read.
  ///
  /// - Parameter wordsPerMinute: The speed that the user chose; `nil` if any speed was read.
  func reasonForNoText(in name: String, wordsPerMinute: Double?) -> String? {
    if hasRead { return nil }
    if let diagnosis { return "read nothing in \(name): \(diagnosis.message)" }
    if hasFoundTorch {
      return "read nothing in \(name): a light signals, but too little of it was seen; film more of it"
    }
    guard let wordsPerMinute else {
      return "found no light that signals in \(name); a lamp must flash at least three times"
    }
    let speeds = [0.9, 1.1].map { ($0 * wordsPerMinute).plain(decimals: 1) }.joined(separator: " to ")
    return "found no light that signals at \(speeds) WPM in \(name); leave out --wpm to read any speed"
  }
}
