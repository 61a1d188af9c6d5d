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
  /// The last reason why light could not be read.
  private var diagnosis: Diagnosis?

  mutating func note(_ event: MonitorEvent) {
    switch event {
    case .torchFound: hasFoundTorch = true
    case .character: hasRead = true
    case .repeats: hasRepeats = true
    case .diagnosis(_, let diagnosis?, _): self.diagnosis = diagnosis
    default: break
    }
  }

  /// Whether text was read, and none of it came again.
  var isSaidOnce: Bool { hasRead && !hasRepeats }

  /// Why nothing was read from the file called `name`; `nil` if something was.
  func disappointment(in name: String) -> String? {
    if hasRead { return nil }
    if let diagnosis { return "read nothing in \(name): \(diagnosis.message)" }
    return hasFoundTorch
      ? "read nothing in \(name): a light signals, but too little of it was seen; film more of it"
      : "found no light that signals in \(name)"
  }
}
