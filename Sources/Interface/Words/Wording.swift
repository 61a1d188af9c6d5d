import Capture
import Frames
import Localization
import Monitor
import Morse

/// The texts of the window in one language.
public struct Wording: Hashable, Sendable {
  let language: Language

  public init(_ language: Language = .english) { self.language = language }

  public func translate(_ text: LocalizedText) -> String { text.text(in: language) }

  /// The text with a capital and a full stop.
  public func sentence(_ text: LocalizedText) -> String { capitalized(text) + "." }

  /// The sentence about an error; in English the same as in the log. An error without a text stays as it is.
  public func sentence(about error: any Error) -> String {
    (error as? any LocalizedTextConvertible).map { sentence($0.text) } ?? "\(error)"
  }

  /// A value at the beginning, such as a name, keeps its spelling.
  func capitalized(_ text: LocalizedText) -> String {
    let words = translate(text)
    return text.beginsVerbatim(in: language) ? words : words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The key of a command, as on the language's keyboards.
  public func key(_ command: Command) -> String { KeyBindings.label(of: command).map(translate) ?? "" }

  /// Why a camera cannot be chosen, beside its name.
  func obstacle(_ error: CaptureError) -> String {
    if case .notACamera(_, let reason) = error { translate(reason) } else { translate(error.text) }
  }

  /// A number with `decimals` decimals, and the language's decimal mark.
  func number(_ value: Double, decimals: Int) -> String { translate("\(value, decimals: decimals)") }

  /// A figure of the status line; the most important comes first.
  struct Figure: Equatable {
    var text: String
    var isWarning = false
  }

  func figures(_ snapshot: Snapshot) -> [Figure] {
    let status = snapshot.status
    var figures: [Figure] = []
    // Without a picture there is nothing to measure.
    guard let format = snapshot.source.info?.format else { return [] }
    figures.append(Figure(text: "\(format.width) × \(format.height)"))
    if let rate = status.frameRate, rate.isFinite {
      figures.append(Figure(text: translate("\(rate, decimals: 1) fps")))
    }
    // A source that has ended has no exposure to change.
    if !snapshot.source.hasEnded { figures += exposure(snapshot.exposure) }
    figures.append(
      Figure(text: translate("\(status.framesLost) lost"), isWarning: status.framesLost > 0))
    switch status.measurement {
    case .verified: figures.append(Figure(text: translate("luma verified")))
    case .reference(let reason):
      figures.append(Figure(text: translate("luma by CPU: \(reason)"), isWarning: true))
    case nil: break
    }
    if let pass = status.passMilliseconds, pass.isFinite {
      figures.append(Figure(text: translate("\(pass, decimals: 1) ms")))
    }
    return figures
  }

  /// The label of an incident's mark in the scope.
  func incident(_ kind: LightIncidents.Incident.Kind) -> String {
    switch kind {
    case .framesLost(let count): translate("\(count) lost")
    case .exposure(let factor): "\(translate("Exposure")) × \(number(factor, decimals: 2))"
    }
  }

  func sensitivity(_ value: Double) -> String { "\(translate("Sensitivity")) \(percent(value))" }

  func sourceName(_ source: SourceStatus) -> String {
    switch source {
    case .opening(let name): name
    case .streaming(let info), .ended(let info):
      info.name == SimulatedScene.harbourName ? translate("harbour at dusk") : info.name
    case .failed: translate("No source")
    }
  }

  /// `12 WPM`, or `18/8 WPM` if the text with its pauses is much slower than its characters.
  func speed(_ wordsPerMinute: Double?, _ overall: Double? = nil) -> String? {
    wordsPerMinute.flatMap { speeds($0, overall) }.map { "\($0) WPM" }
  }

  /// `12 words a minute`, or `18/8 words a minute` if the text with its pauses is much slower than its characters.
  private func wordsAMinute(_ wordsPerMinute: Double, _ overall: Double?) -> String? {
    speeds(wordsPerMinute, overall).map { speed in
      translate(
        LocalizedText(
          Int((overall ?? wordsPerMinute).rounded()), one: "\(speed) word a minute",
          other: "\(speed) words a minute"))
    }
  }

  private func speeds(_ wordsPerMinute: Double, _ overall: Double?) -> String? {
    guard wordsPerMinute.isFinite else { return nil }
    let inside = number(wordsPerMinute, decimals: 0)
    guard let overall, overall.isFinite else { return inside }
    return "\(inside)/\(number(overall, decimals: 0))"
  }

  func calibrating(_ progress: Double) -> String { translate("Calibrating \(percent(progress))") }

  func percent(_ share: Double) -> String {
    "\(Int(((share.isNaN ? 0 : min(max(share, 0), 1)) * 100).rounded())) %"
  }

  /// `1:05`, or `1:01:05` from an hour on.
  func time(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e9 else { return "–" }
    let whole = Int(max(0, seconds))
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    let twoFigures = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let clock = "\(hours > 0 ? twoFigures(minutes) : "\(minutes)"):\(twoFigures(whole % 60))"
    return hours > 0 ? "\(hours):\(clock)" : clock
  }

  func alphabet(_ name: String) -> String { Self.alphabets[name].map(translate) ?? name }

  /// The key is the alphabet's name in commands.
  static let alphabets: [String: LocalizedText] = [
    "auto": "Auto", "latin": "Latin", "international": "International", "greek": "Greek",
    "russian": "Russian", "ukrainian": "Ukrainian", "bulgarian": "Bulgarian", "serbian": "Serbian",
    "hebrew": "Hebrew", "arabic": "Arabic", "persian": "Persian", "wabun": "Wabun", "korean": "Korean",
  ]

  /// The number of torches whose text does not fit.
  func notShownBriefly(_ torches: [TorchID]) -> String { "+\(torches.count)" }

  /// Torches whose text does not fit.
  func notShown(_ torches: [TorchID]) -> String {
    translate("Not shown: \(torches.map(\.letter).joined(separator: " "))")
  }

  // MARK: Prompts

  /// A title and an advice instead of a picture.
  func noPicture(_ source: SourceStatus) -> (title: String, words: String)? {
    switch source {
    case .opening(let name): (translate("Opening"), name)
    case .failed(let error): (translate("No picture"), sentence(about: error))
    case .streaming, .ended: nil
    }
  }

  /// The prompt before there is text.
  func emptyText(_ snapshot: Snapshot, torch: TorchID?) -> String {
    switch snapshot.source {
    case .opening: return ""
    case .failed:
      return translate(
        "\(key(.chooseSource)) opens another camera, a recording or the demo. A recording can be dropped here, too."
      )
    case .ended: return translate("No Morse was found in this recording.")
    case .streaming: break
    }
    if snapshot.calibration != nil {
      return translate("Learning what the scene looks like while it is calm.")
    }
    if torch == nil, snapshot.candidate == nil {
      return translate("Point the camera at a signal lamp. What it says appears here.")
    }
    if snapshot.diagnosis != nil { return translate("A lamp is blinking, but it cannot be read.") }
    return translate("A lamp is blinking. Its first letters follow soon.")
  }

  /// The kiosk's prompt before there is text.
  func kioskPrompt(_ snapshot: Snapshot) -> String {
    switch snapshot.source {
    case .opening: return ""
    case .failed(let error): return sentence(about: error)
    case .ended: return emptyText(snapshot, torch: nil)
    case .streaming: break
    }
    if snapshot.calibration != nil { return translate("One moment, please.") }
    return translate(snapshot.hasSignal ? "A lamp is blinking." : "Blink a lamp in Morse, like this:")
  }

  /// Signs without a font: their script if it belongs to an alphabet, else their number.
  ///
  /// - Parameter count: `nil` counts all signs that are not ASCII.
  static func withoutFont(_ transcripts: [Transcript], count: Int? = nil) -> LocalizedText {
    let scripts = transcripts.lazy.flatMap { $0.entries.reversed() }.compactMap { entry in
      if case .character(let character) = entry { Script(of: character.sign) } else { nil }
    }
    return withoutFont(
      scripts.first,
      count ?? Set(transcripts.flatMap { Array($0.text.unicodeScalars.filter { !$0.isASCII }) }).count)
  }

  /// The same for characters.
  static func withoutFont(_ characters: [Transcript.Character]) -> LocalizedText {
    let signs = characters.map(\.sign).joined()
    return withoutFont(Script(of: signs), signs.count)
  }

  private static func withoutFont(_ script: Script?, _ count: Int) -> LocalizedText {
    guard let script else {
      return LocalizedText(count, one: "no font for \(count) sign", other: "no font for \(count) signs")
    }
    return "no font for \(script.name)"
  }

  /// A note that code words replace a script without a font.
  static func codeWordsInstead(of transcripts: [Transcript]) -> LocalizedText {
    "\(withoutFont(transcripts)); code words stand for its letters until one is installed"
  }

  /// The kiosk's example: letters and their elements.
  static let example: [(letter: String, code: String)] = [("S", "..."), ("O", "---"), ("S", "...")]

  /// The words beside the kiosk's lamp: a title of one or two words, and a second line.
  func kioskState(_ snapshot: Snapshot) -> (title: String, detail: String) {
    switch snapshot.source {
    case .opening(let name): return (translate("Starting"), name)
    case .failed: return (translate("No picture"), "")
    case .ended: return (translate("The end"), "")
    case .streaming: break
    }
    if snapshot.calibration != nil { return (translate("Calibrating"), translate("Keep the camera still")) }
    if let diagnosis = snapshot.diagnosis {
      return (translate("Cannot read"), translate(diagnosis.kind.brief))
    }
    guard snapshot.hasSignal else { return (translate("Looking"), translate("for a signal lamp")) }
    let torch = snapshot.torches.first
    let speeds =
      torch?.wordsPerMinute.map { ($0, torch?.overallWordsPerMinute) }
      ?? snapshot.status.wordsPerMinute.map { ($0, snapshot.status.overallWordsPerMinute) }
    return (translate("Reading"), speeds.flatMap(wordsAMinute) ?? "")
  }

  var help: [(key: String, words: String)] {
    [
      (key(.chooseSource), translate(LocalizedText("Camera, recording or demo", context: "help"))),
      (key(.freeze), translate("Hold the picture, or a recording")),
      ("\(key(.left))  \(key(.right))", translate("A recording back and on")),
      (translate("Drag"), translate("Read only a part of the picture")),
      (translate("Wheel"), translate("Nearer; then a drag moves it")),
      (translate("Page ↑ ↓"), translate("Nearer; Shift ← → moves it")),
      (key(.wholePicture), translate("All of the picture again")),
      (key(.steady), translate("Hold the scene still")),
      (key(.calibrate), translate("Calibrate")),
      ("\(key(.moreSensitive))  \(key(.lessSensitive))", translate("Sensitivity")),
      (key(.automaticSensitivity), translate("Sensitivity automatic")),
      (key(.chooseAlphabet), translate("Alphabet")),
      (key(.nextExposure), translate("Hold or lead the exposure")),
      (key(.lockSpeed), translate("Hold the speed")),
      (key(.traceNext), translate("The next lamp's brightness")),
      (key(.record), translate("Record the light")),
      (key(.compose), translate("Write and send a message")),
      (key(.copyText), translate("Copy the text")),
      (key(.chooseTextFile), translate("Save the text")),
      (key(.clearText), translate("Clear the text")),
      (key(.restoreText), translate("Bring the text back")),
    ] + usualHelp
  }

  /// The keys of every window.
  var usualHelp: [(key: String, words: String)] {
    [
      (
        "\(key(.larger)) \(key(.smaller).suffix(1)) \(key(.standardSize).suffix(1))",
        translate("Larger, smaller, as usual")
      ),
      (key(.nextTheme), translate("Dark, light, high contrast")),
      ("Tab", translate("Move among the controls")),
      (key(.fullscreen), translate("Fullscreen")),
      (key(.screenshot), translate("Save a screenshot")),
      (key(.help), translate("Help")),
      (key(.leave), translate("Close, leave fullscreen")),
      (key(.quit), translate("Quit")),
    ]
  }

  var helpHint: String { translate("\(key(.help))  help") }
}
