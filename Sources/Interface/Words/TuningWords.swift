import Foundation

/// The words of the tuning scene.
enum TuningWords {
  static let before = "Before"
  static let newest = "Newest"
  /// What of the passes is shown instead of the picture.
  static let shown = [
    "luma": "Tiles: mean luma", "falseLuma": "Tiles: mean luma, blue to red",
    "red": "Tiles: red, the sum's high byte",
    "green": "Tiles: green, the sum's low byte", "blue": "Tiles: blue, the maximum",
    "alpha": "Tiles: alpha, the clipped pixels",
  ]

  /// What each pass costs.
  static func costs(_ cost: Tuning.Cost) -> [String] {
    func time(_ name: String, _ milliseconds: Double?) -> String? {
      milliseconds.map { name + String(format: " %.2f ms", $0) }
    }
    let gpu =
      cost.isTimed
      ? [time("GPU tiles", cost.tiles), time("GPU picture", cost.picture)] : ["GPU not timed"]
    return (gpu + [time("CPU tiles", cost.twin)]).compactMap(\.self)
  }

  /// Errors for each character, by the newest shaders and by those before.
  static func score(_ score: Tuning.Score) -> String {
    func percent(_ rate: Double) -> String { String(format: "%.1f %%", rate * 100) }
    if let fault = score.fault { return "No score: \(fault)" }
    let before = score.before.map { " (\(percent($0)) before)" } ?? ""
    if let newest = score.newest { return "Errors \(percent(newest))\(before)" }
    return String(format: "Reading %.0f %%", (score.progress ?? 0) * 100) + before
  }

  /// The newest shaders read worse than those before.
  static func isWorse(_ score: Tuning.Score) -> Bool {
    guard let newest = score.newest, let before = score.before else { return false }
    return newest > before
  }

  static let keys = "← →  divide    V  passes    H  help"
  static let back = "Back"
  static let backTip = "One frame back"
  static let forward = "Forward"
  static let forwardTip = "One frame on"
  static let freezeTip = "The picture stands still"
  static let write = "Write"
  static let writeTip = "Write the values into the files"
  static let reset = "Reset"
  static let resetTip = "The values of the files"
  static let isOn = "on"
  static let isOff = "off"
  static let histogram = "Tiles from black to white"
  static let noControls =
    "No uniform has a control yet. Put a note beside one:\n\nuniform float gain;  // slider 0 4 = 1\n"
    + "uniform float zebra;  // toggle = 0\nuniform vec3 tint;  // colour = 1 0.9 0.7"

  static func clipped(_ share: Double) -> String { String(format: "%.1f %% clipped", share * 100) }

  static func moment(_ moment: Tuning.Moment) -> String {
    let frame = "Frame \(moment.position + 1) of \(moment.count)"
    return moment.age > 0 ? frame + String(format: "   −%.2f s", moment.age) : frame
  }

  /// Two digits more than the range needs.
  static func value(_ name: String, _ value: Double, in range: ClosedRange<Double>) -> String {
    let span = range.upperBound - range.lowerBound
    return "\(name)  " + String(format: span >= 100 ? "%.0f" : span >= 10 ? "%.1f" : "%.2f", value)
  }

  static let help: [(key: String, words: String)] = [
    ("Space", "Freeze the picture"), (",  .", "A frame back, a frame on"), ("←  →", "Move the divide"),
    ("V", "The picture, or what a pass wrote"), ("W", "Write the values into the files"),
    ("R", "Reset the values"), ("Tab", "Move among the controls"),
    ("F", "Fullscreen"),
    ("S", "Save a screenshot"), ("H", "Help"), ("Esc", "Quit"),
  ]

  static func reloads(_ count: Int) -> String {
    switch count {
    case 0: "waiting for a save"
    case 1: "1 save taken over"
    default: "\(count) saves taken over"
    }
  }

  static func exactness(_ exactness: Tuning.Exactness) -> String {
    exactness.wrongTiles == 0
      ? "tiles exact" : "tiles off by up to \(exactness.largest)"
  }

  static func inexact(_ exactness: Tuning.Exactness) -> String {
    "Not exact: \(exactness.wrongTiles) of \(exactness.tiles) tiles differ from the CPU's, by up to "
      + "\(exactness.largest) in the luma sum."
  }

  static func stillRunning(more: Int) -> String {
    let others =
      switch more {
      case ...0: ""
      case 1: "One more error follows. "
      default: "\(more) more errors follow. "
      }
    return others + "The last good shaders run on."
  }
}
