import Capture
import FoundationEssentials
import Frames
import Glibc
import Monitor
import Morse

/// All texts of the window in one language, except the texts of the source.
public struct Wording: Hashable, Sendable {
  let language: Language

  public init(_ language: Language = .english) { self.language = language }

  /// A phrase of the table.
  subscript(_ phrase: Phrase) -> String { phrase.text(language) }

  /// A phrase with its values.
  func callAsFunction(_ phrase: Phrase, _ values: String...) -> String { fill(phrase, values) }

  func fill(_ phrase: Phrase, _ values: [String]) -> String {
    // A value may contain `{}` as well.
    var parts = self[phrase].split(separator: "{}", omittingEmptySubsequences: false)[...]
    let start = parts.removeFirst()
    return zip(values, parts).reduce(String(start)) { $0 + $1.0 + $1.1 }
  }

  /// The phrase for a count. Polish has other forms from five on, and for numbers that end in 2, 3 or 4 (CLDR, plural rules).
  ///
  /// - Parameter value: The value in it; `nil` is the count itself.
  func callAsFunction(
    _ count: Int, _ one: Phrase, _ few: Phrase, _ many: Phrase, value: String? = nil
  ) -> String {
    let isFew = (2...4).contains(count % 10) && !(12...14).contains(count % 100)
    return self(count == 1 ? one : isFew ? few : many, value ?? "\(count)")
  }

  /// The name of a key, or of several, on the language's keyboards.
  func key(_ names: String) -> String { names.replacing("Ctrl", with: self[.control]) }

  /// A number with `decimals` decimals, and the language's decimal mark.
  func number(_ value: Double, decimals: Int) -> String {
    value.fixed(decimals: decimals).replacing(".", with: language.decimalMark)
  }

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
      figures.append(Figure(text: self(.framesASecond, number(rate, decimals: 1))))
    }
    // A source that has ended has no exposure to change.
    if !snapshot.source.hasEnded { figures += exposure(snapshot.exposure) }
    figures.append(
      Figure(text: self(.framesLost, "\(status.framesLost)"), isWarning: status.framesLost > 0))
    switch status.measurement {
    case .verified: figures.append(Figure(text: self[.verified]))
    case .reference(let reason):
      figures.append(Figure(text: self(.byReference, self.reason(reason)), isWarning: true))
    case nil: break
    }
    if let pass = status.passMilliseconds, pass.isFinite {
      figures.append(Figure(text: self(.milliseconds, number(pass, decimals: 1))))
    }
    return figures
  }

  /// The label of an incident's mark in the scope.
  func incident(_ kind: LightIncidents.Incident.Kind) -> String {
    switch kind {
    case .framesLost(let count): self(.framesLost, "\(count)")
    case .exposure(let factor): "\(self[.exposure]) × \(number(factor, decimals: 2))"
    }
  }

  func sensitivity(_ value: Double) -> String { "\(self[.sensitivity]) \(percent(value))" }

  func sourceName(_ source: SourceStatus) -> String {
    switch source {
    case .opening(let name): name
    case .streaming(let info), .ended(let info):
      info.name == SimulatedScene.harbourName ? self[.harbour] : info.name
    case .failed: self[.noSource]
    }
  }

  /// `12 WPM`, or `18/8 WPM` if the text with its pauses is much slower than its characters.
  func speed(_ wordsPerMinute: Double?, _ overall: Double? = nil) -> String? {
    wordsPerMinute.flatMap { speeds($0, overall) }.map { "\($0) WPM" }
  }

  /// `12 words a minute`, or `18/8 words a minute` if the text with its pauses is much slower than its characters.
  private func wordsAMinute(_ wordsPerMinute: Double, _ overall: Double?) -> String? {
    speeds(wordsPerMinute, overall).map {
      self(
        Int((overall ?? wordsPerMinute).rounded()), .wordsAMinuteOne, .wordsAMinuteFew, .wordsAMinute,
        value: $0)
    }
  }

  private func speeds(_ wordsPerMinute: Double, _ overall: Double?) -> String? {
    guard wordsPerMinute.isFinite else { return nil }
    let inside = number(wordsPerMinute, decimals: 0)
    guard let overall, overall.isFinite else { return inside }
    return "\(inside)/\(number(overall, decimals: 0))"
  }

  func calibrating(_ progress: Double) -> String { self(.calibrating, percent(progress)) }

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

  func alphabet(_ name: String) -> String { Phrase.alphabets[name].map { self[$0] } ?? name }

  /// The number of torches whose text does not fit.
  func notShownBriefly(_ torches: [TorchID]) -> String { "+\(torches.count)" }

  /// Torches whose text does not fit.
  func notShown(_ torches: [TorchID]) -> String {
    self(.notShown, torches.map(\.letter).joined(separator: " "))
  }

  // MARK: Prompts

  /// A title and an advice instead of a picture.
  func noPicture(_ source: SourceStatus) -> (title: String, words: String)? {
    switch source {
    case .opening(let name): (self[.opening], name)
    case .failed(let error): (self[.noPicture], trouble(error))
    case .streaming, .ended: nil
    }
  }

  /// The prompt before there is text.
  func emptyText(_ snapshot: Snapshot, torch: TorchID?) -> String {
    switch snapshot.source {
    case .opening: return ""
    case .failed: return self(.chooseAnother, key("Ctrl O"))
    case .ended: return self[.nothingFound]
    case .streaming: break
    }
    if snapshot.calibration != nil { return self[.learning] }
    if torch == nil, snapshot.candidate == nil { return self[.pointTheCamera] }
    if snapshot.diagnosis != nil { return self[.unreadable] }
    return self[.firstLetters]
  }

  /// The kiosk's prompt before there is text.
  func kioskPrompt(_ snapshot: Snapshot) -> String {
    switch snapshot.source {
    case .opening: return ""
    case .failed(let error): return trouble(error)
    case .ended: return emptyText(snapshot, torch: nil)
    case .streaming: break
    }
    if snapshot.calibration != nil { return self[.oneMoment] }
    return snapshot.isSignalled ? self[.blinking] : self[.invitation]
  }

  /// Signs without a font: their script if it belongs to an alphabet, else their number.
  ///
  /// - Parameter count: `nil` counts all signs that are not ASCII.
  func withoutFont(_ transcripts: [Transcript], count: Int? = nil) -> String {
    let scripts = transcripts.lazy.flatMap { $0.entries.reversed() }.compactMap { entry in
      if case .character(let character) = entry { Script(of: character.sign) } else { nil }
    }
    return withoutFont(
      scripts.first,
      count ?? Set(transcripts.flatMap { Array($0.text.unicodeScalars.filter { !$0.isASCII }) }).count)
  }

  /// The same for characters.
  func withoutFont(_ characters: [Transcript.Character]) -> String {
    let signs = characters.map(\.sign).joined()
    return withoutFont(Script(of: signs), signs.count)
  }

  private func withoutFont(_ script: Script?, _ count: Int) -> String {
    script.map { self(.withoutFontFor, self[$0.name]) }
      ?? self(count == 1 ? .withoutFontOne : .withoutFont, "\(count)")
  }

  /// A note that code words replace a script without a font.
  func codeWordsInstead(of transcripts: [Transcript]) -> String {
    sentence(self(.codeWordsInstead, withoutFont(transcripts)))
  }

  /// The kiosk's example: letters and their elements.
  static let example: [(letter: String, code: String)] = [("S", "..."), ("O", "---"), ("S", "...")]

  /// The words beside the kiosk's lamp: a title of one or two words, and a second line.
  func kioskState(_ snapshot: Snapshot) -> (title: String, detail: String) {
    switch snapshot.source {
    case .opening(let name): return (self[.starting], name)
    case .failed: return (self[.noPicture], "")
    case .ended: return (self[.theEnd], "")
    case .streaming: break
    }
    if snapshot.calibration != nil { return (self[.kioskCalibrating], self[.keepStill]) }
    if let diagnosis = snapshot.diagnosis { return (self[.cannotRead], brief(diagnosis)) }
    guard snapshot.isSignalled else { return (self[.looking], self[.forALamp]) }
    let torch = snapshot.torches.first
    let speeds =
      torch?.wordsPerMinute.map { ($0, torch?.overallWordsPerMinute) }
      ?? snapshot.status.wordsPerMinute.map { ($0, snapshot.status.overallWordsPerMinute) }
    return (self[.reading], speeds.flatMap(wordsAMinute) ?? "")
  }

  var help: [(key: String, words: String)] {
    [
      (key("Ctrl O"), self[.helpSource]), (self[.space], self[.helpHold]), ("←  →", self[.helpSeek]),
      (self[.drag], self[.helpRegion]), (self[.wheel], self[.helpZoom]),
      (self[.pageKeys], self[.helpNearer]), ("X", self[.helpWhole]),
      ("C", self[.calibrate]), ("+  −", self[.sensitivity]), ("0", self[.helpAutomatic]),
      ("A", self[.helpAlphabet]), ("E", self[.helpExposure]), ("L", self[.helpSpeed]), ("N", self[.helpNext]),
      (key("Ctrl R"), self[.helpRecord]),
      ("M", self[.helpCompose]),
      (key("Ctrl C"), self[.copyTip]), (key("Ctrl S"), self[.helpSave]), (key("Ctrl L"), self[.helpClear]),
      (key("Ctrl Z"), self[.helpRestore]),
      (key("Ctrl + − 0"), self[.helpSize]), ("T", self[.helpTheme]), ("Tab", self[.helpTab]),
      ("F", self[.helpFullscreen]),
      ("S", self[.helpScreenshot]), ("H", self[.help]), ("Esc", self[.helpLeave]),
      (key("Ctrl Q"), self[.quit]),
    ]
  }
}

/// Notices about actions of the program.
extension Wording {
  public var noText: String { self[.noText] }
  public var copied: String { self[.copied] }
  public func saved(_ path: String) -> String { self(.saved, path) }
  public func fileExists(_ path: String) -> String { self(.fileExists, path) }
  public func recording(to path: String) -> String { self(.recordingTo, path) }
  public var recorded: String { self[.recorded] }
  public var cleared: String { self(.cleared, key("Ctrl Z")) }
  public var textNotSaved: String { self(.textNotSaved, key("Ctrl Q")) }
  /// - Parameter missing: Events that were not written to `path`.
  public func writingResumed(_ path: String, missing: Int) -> String {
    self(.writingResumed, path, "\(missing)")
  }
}
