import Capture
import Monitor
import Morse

/// What came of a recording or a trace.
struct Findings {
  /// What broke it off, if anything did: what came before is decoded and printed.
  var broken: CaptureError?
  private var hasFoundTorch = false
  private var hasRead = false
  private var hasRepeats = false
  /// Pictures that are damaged, or never came.
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

  /// Whether text was read, and none of it came again.
  var isSaidOnce: Bool { hasRead && !hasRepeats }

  /// What is missing from the file called `name`; `nil` if nothing is.
  ///
  /// - Parameter isMarked: Whether what was read meanwhile stands in brackets.
  func damage(in name: String, isMarked: Bool) -> String? {
    guard picturesLost > 0 else { return nil }
    let pictures = picturesLost == 1 ? "1 picture of \(name) is" : "\(picturesLost) pictures of \(name) are"
    let text =
      isMarked ? "text in [brackets] was sent meanwhile and may be wrong" : "text sent meanwhile may be wrong"
    return "\(pictures) damaged or missing; \(text)"
  }

  /// Why nothing was read from the file called `name`; `nil` if something was.
  func disappointment(in name: String) -> String? {
    if hasRead { return nil }
    if let diagnosis { return "read nothing in \(name): \(diagnosis.message)" }
    return hasFoundTorch
      ? "read nothing in \(name): a light signals, but too little of it was seen; film more of it"
      : "found no light that signals in \(name)"
  }
}
