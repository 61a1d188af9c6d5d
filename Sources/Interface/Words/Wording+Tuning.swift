import FoundationEssentials
import Glibc

/// The words of the tuning scene.
extension Wording {
  /// The cost of each pass.
  func costs(_ cost: Tuning.Cost) -> [String] {
    func time(_ phrase: Phrase, _ milliseconds: Double?) -> String? {
      milliseconds.map { self(phrase, number($0, decimals: 2)) }
    }
    let gpu =
      cost.isTimed
      ? [time(.costOfTiles, cost.tiles), time(.costOfPicture, cost.picture)] : [self[.notTimed]]
    return (gpu + [time(.costOfReference, cost.reference)]).compactMap(\.self)
  }

  /// Errors per character, with the newest and with the former shaders.
  func score(_ score: Tuning.Score) -> String {
    if let fault = score.fault { return self(.noScore, fault) }
    let before = score.before.map { " (\(self(.shaderErrorsBefore, tenths($0))))" } ?? ""
    if let newest = score.newest { return self(.shaderErrors, tenths(newest)) + before }
    return self(.scoring, percent(score.progress ?? 0)) + before
  }

  /// A short form, with only the newest score.
  func briefly(_ score: Tuning.Score) -> String {
    if score.fault != nil { return self(.noScore, "…") }
    return score.newest.map { self(.shaderErrors, tenths($0)) } ?? percent(score.progress ?? 0)
  }

  private func tenths(_ rate: Double) -> String { "\(number(rate * 100, decimals: 1)) %" }

  var tuningKeys: String {
    "← →  \(self[.keyDivide])    V  \(self[.keyPasses])    \(self[.helpHint])"
  }

  var noUniforms: String {
    """
    \(self[.noUniforms])

    uniform float gain;  // slider 0 4 = 1
    uniform float zebra;  // toggle = 0
    uniform vec3 tint;  // colour = 1 0.9 0.7
    """
  }

  func clipped(_ share: Double) -> String { self(.clippedTiles, tenths(share)) }

  func moment(_ moment: Tuning.Moment) -> String {
    let frame = self(.frameOf, "\(moment.position + 1)", "\(moment.count)")
    return moment.age > 0 ? "\(frame)   −\(number(moment.age, decimals: 2)) s" : frame
  }

  /// Two digits more than the range needs.
  func value(_ name: String, _ value: Double, in range: ClosedRange<Double>) -> String {
    let span = range.upperBound - range.lowerBound
    return "\(name)  \(number(value, decimals: span >= 100 ? 0 : span >= 10 ? 1 : 2))"
  }

  func target(_ name: String) -> String { Phrase.targets[name].map { self[$0] } ?? name }

  func reloads(_ count: Int) -> String {
    count == 0 ? self[.waitingForSave] : self(count, .savesOne, .savesFew, .saves)
  }

  func exactness(_ exactness: Tuning.Exactness) -> String {
    exactness.wrongTiles == 0 ? self[.exact] : self(.inexact, "\(exactness.largest)")
  }

  func inexact(_ exactness: Tuning.Exactness) -> String {
    self(.inexactTiles, "\(exactness.wrongTiles)", "\(exactness.tiles)", "\(exactness.largest)")
  }

  func stillRunning(more: Int) -> String {
    let others =
      switch more {
      case ...0: ""
      case 1: self[.moreErrorsOne] + " "
      default: self(.moreErrors, "\(more)") + " "
      }
    return others + self[.lastShadersInUse]
  }

  var tuningHelp: [(key: String, words: String)] {
    [
      (self[.space], self[.helpFreeze]), (",  .", self[.helpStep]), ("←  →", self[.helpDivide]),
      ("V", self[.helpPasses]), ("W", self[.writeTip]), ("R", self[.helpReset]),
      (key("Ctrl + − 0"), self[.helpSize]), ("T", self[.helpTheme]), ("Tab", self[.helpTab]),
      ("F", self[.helpFullscreen]), ("S", self[.helpScreenshot]), ("H", self[.help]),
      ("Esc", self[.helpLeave]),
      (key("Ctrl Q"), self[.quit]),
    ]
  }
}

extension Tuning.Score {
  /// Whether the newest shaders read worse than the former ones.
  var isWorse: Bool {
    guard let newest, let before else { return false }
    return newest > before
  }
}
