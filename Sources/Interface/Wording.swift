import Capture
import Foundation
import Light
import Monitor
import Morse

/// Every word the window shows that is not the source's own.
enum Wording {
  /// One figure of the status line, the most needed first.
  struct Figure: Equatable {
    var text: String
    var isWarning = false
  }

  static func figures(_ snapshot: Snapshot) -> [Figure] {
    let status = snapshot.status
    var figures: [Figure] = []
    if let format = snapshot.source.info?.format {
      figures.append(Figure(text: "\(format.width) × \(format.height)"))
    }
    if let rate = status.frameRate, rate.isFinite {
      figures.append(Figure(text: String(format: "%.1f fps", rate)))
    }
    if snapshot.source.info != nil {
      figures.append(Figure(text: "\(status.framesLost) lost", isWarning: status.framesLost > 0))
    }
    switch status.measurement {
    case .verified: figures.append(Figure(text: "luma verified"))
    case .twin(let reason): figures.append(Figure(text: "luma by CPU: \(reason)", isWarning: true))
    case nil: break
    }
    if let pass = status.passMilliseconds, pass.isFinite {
      figures.append(Figure(text: String(format: "%.1f ms", pass)))
    }
    return figures
  }

  static func sensitivity(_ value: Double) -> String { "Sensitivity \(percent(value))" }

  static func sourceName(_ source: SourceStatus) -> String {
    switch source {
    case .opening(let name): name
    case .streaming(let info), .ended(let info): info.name
    case .failed: "No camera"
    }
  }

  /// `12 WPM`, or `18/8 WPM` where the text with its gaps is much slower than its characters.
  static func speed(_ wordsPerMinute: Double?, _ overall: Double? = nil) -> String? {
    guard let wordsPerMinute, wordsPerMinute.isFinite else { return nil }
    guard let overall, overall.isFinite else { return String(format: "%.0f WPM", wordsPerMinute) }
    return String(format: "%.0f/%.0f WPM", wordsPerMinute, overall)
  }

  /// `12 words a minute`, or `18/8 words a minute` where the text with its gaps is much slower than its characters.
  private static func wordsAMinute(_ wordsPerMinute: Double, _ overall: Double?) -> String? {
    guard wordsPerMinute.isFinite else { return nil }
    guard let overall, overall.isFinite else { return String(format: "%.0f words a minute", wordsPerMinute) }
    return String(format: "%.0f/%.0f words a minute", wordsPerMinute, overall)
  }

  static func calibrating(_ progress: Double) -> String {
    "Calibrating \(percent(progress))"
  }

  static func percent(_ share: Double) -> String {
    "\(Int(((share.isNaN ? 0 : min(max(share, 0), 1)) * 100).rounded())) %"
  }

  /// Why nothing is read, and what to try.
  static func diagnosis(_ diagnosis: Diagnosis) -> String {
    let message = diagnosis.message
    return message.prefix(1).uppercased() + message.dropFirst() + "."
  }

  /// The same for who has but a glance: two or three words.
  static func brief(_ diagnosis: Diagnosis) -> String {
    switch diagnosis.kind {
    case .tooFast: "too fast for the camera"
    case .faint: "the light is too faint"
    case .clipped: "the picture is too bright"
    case .flicker: "the light flickers"
    case .blinking: "it only blinks"
    case .irregular: "too uneven for Morse"
    }
  }

  static let keepStill = "Keep the camera still"
  static let frozen = "Frozen"
  static let region = "Only this part is read"
  static let regionAdvice = "X reads all of it"
  static let paused = "Paused"
  static let ended = "End of the recording"
  static let playAgain = "Space plays it again"
  static let helpHint = "H  help"

  /// `1:05`, or `1:01:05` from an hour on.
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e9 else { return "–" }
    let whole = Int(max(0, seconds))
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    let clock = String(format: hours > 0 ? "%02d:%02d" : "%d:%02d", minutes, whole % 60)
    return hours > 0 ? "\(hours):\(clock)" : clock
  }

  /// A title and what to do, where the picture would be.
  static func noPicture(_ source: SourceStatus) -> (title: String, words: String)? {
    switch source {
    case .opening(let name): ("Opening", name)
    case .failed(let words): ("No picture", words)
    case .streaming, .ended: nil
    }
  }

  /// What stands where the text will be.
  static func emptyText(_ snapshot: Snapshot, torch: TorchID?) -> String {
    switch snapshot.source {
    case .opening, .failed: return ""
    case .ended: return "No Morse was found in this recording."
    case .streaming: break
    }
    if snapshot.calibration != nil { return "Learning what the scene looks like while it is calm." }
    if torch == nil { return "Point the camera at a signal lamp. What it says appears here." }
    if snapshot.diagnosis != nil { return "A lamp is blinking, but it cannot be read." }
    return "A lamp is blinking. Its first letters follow soon."
  }

  /// What stands where the kiosk's text will be.
  static func kioskPrompt(_ snapshot: Snapshot) -> String {
    switch snapshot.source {
    case .opening: return ""
    case .failed(let words): return words
    case .ended: return emptyText(snapshot, torch: nil)
    case .streaming: break
    }
    if snapshot.calibration != nil { return "One moment, please." }
    return snapshot.torches.isEmpty ? "Blink a lamp at the camera in Morse code." : "A lamp is blinking."
  }

  /// Signs that show as boxes.
  static func withoutFont(_ count: Int) -> Figure {
    Figure(text: "no font for \(count) \(count == 1 ? "sign" : "signs")", isWarning: true)
  }

  /// How the kiosk shows what to do: letters and their elements.
  static let example: [(letter: String, code: String)] = [("S", "..."), ("O", "---"), ("S", "...")]

  /// Beside the kiosk's lamp: a title of one or two words and a second line.
  static func kioskState(_ snapshot: Snapshot) -> (title: String, detail: String) {
    switch snapshot.source {
    case .opening(let name): return ("Starting", name)
    case .failed: return ("No picture", "")
    case .ended: return ("The end", "")
    case .streaming: break
    }
    if snapshot.calibration != nil { return ("Calibrating", keepStill) }
    if let diagnosis = snapshot.diagnosis { return ("Cannot read", brief(diagnosis)) }
    guard let torch = snapshot.torches.first else { return ("Looking", "for a signal lamp") }
    let speeds =
      torch.wordsPerMinute.map { ($0, torch.overallWordsPerMinute) }
      ?? snapshot.status.wordsPerMinute.map { ($0, snapshot.status.overallWordsPerMinute) }
    return ("Reading", speeds.flatMap(wordsAMinute) ?? "")
  }

  static let help: (title: String, keys: [(key: String, words: String)]) = (
    "Keys",
    [
      ("Ctrl O", "Camera, recording or demo"), ("Space", "Hold the picture, or a recording"),
      ("←  →", "A recording back and on"), ("Drag", "Read only a part of the picture"),
      ("Wheel", "Nearer; then a drag moves it"), ("X", "All of the picture again"), ("C", "Calibrate"),
      ("+  −", "Sensitivity"), ("0", "Threshold automatic"), ("A", "Alphabet"), ("Ctrl C", "Copy the text"),
      ("E", "Hold the exposure"),
      ("Ctrl R", "Record the light"), ("Ctrl S", "Save the text"), ("Ctrl L", "Clear the text"),
      ("Tab", "Move among the controls"),
      ("F", "Fullscreen"), ("S", "Save a screenshot"), ("H", "Help"), ("Esc", "Quit"),
    ]
  )
}
