import Localization
import Luma

/// The words of the tuning scene.
extension Wording {
  /// The cost of each pass.
  func costs(_ cost: ShaderTrial.Cost) -> [String] {
    let gpu =
      cost.isTimed
      ? [
        cost.tiles.map { translate("GPU tiles \($0, decimals: 2) ms") },
        cost.picture.map { translate("GPU picture \($0, decimals: 2) ms") },
      ] : [translate("GPU not timed")]
    let reference = cost.reference.map { translate("CPU tiles \($0, decimals: 2) ms") }
    return (gpu + [reference]).compactMap(\.self)
  }

  /// Errors per character, with the newest and with the former shaders.
  func score(_ score: Tuning.Score) -> String {
    if let fault = score.fault { return noScore(fault) }
    let before = score.before.map { " (\(translate("\(percentWithDecimal($0)) before")))" } ?? ""
    if let newest = score.newest { return translate("Errors \(percentWithDecimal(newest))") + before }
    return translate("Reading \(percent(score.progress ?? 0))") + before
  }

  /// A short form, with only the newest score.
  func briefly(_ score: Tuning.Score) -> String {
    if score.fault != nil { return noScore("…") }
    return score.newest.map { translate("Errors \(percentWithDecimal($0))") } ?? percent(score.progress ?? 0)
  }

  private func noScore(_ fault: String) -> String { translate("No score: \(fault)") }

  private func percentWithDecimal(_ rate: Double) -> String { "\(number(rate * 100, decimals: 1)) %" }

  var tuningKeys: String {
    """
    \(key(.left)) \(key(.right))  \(translate("divide"))    \(key(.nextTarget))  \(translate("passes"))    \(helpHint)
    """
  }

  var noUniforms: String {
    """
    \(translate("No uniform has a control yet. Put a note beside one:"))

    uniform float gain;  // slider 0 4 = 1
    uniform float zebra;  // toggle = 0
    uniform vec3 tint;  // colour = 1 0.9 0.7
    """
  }

  func clipped(_ share: Double) -> String { translate("\(percentWithDecimal(share)) clipped") }

  func moment(_ moment: ShaderTrial.Moment) -> String {
    let frame = translate("Frame \(moment.position + 1) of \(moment.count)")
    return moment.age > 0 ? "\(frame)   −\(number(moment.age, decimals: 2)) s" : frame
  }

  /// Decimals for steps of a hundredth of the range; two at most.
  func value(_ name: String, _ value: Double, in range: ClosedRange<Double>) -> String {
    let span = range.upperBound - range.lowerBound
    return "\(name)  \(number(value, decimals: span >= 100 ? 0 : span >= 10 ? 1 : 2))"
  }

  func target(_ name: String) -> String { Self.targets[name].map(translate) ?? name }

  /// The passes that can be shown instead of the picture.
  private static let targets: [String: LocalizedText] = [
    "luma": "Tiles: mean luma", "falseLuma": "Tiles: mean luma, violet to yellow",
    "red": "Tiles: red, the sum's high byte", "green": "Tiles: green, the sum's low byte",
    "blue": "Tiles: blue, the maximum", "alpha": "Tiles: alpha, the clipped pixels",
  ]

  func reloads(_ count: Int) -> String {
    guard count > 0 else { return translate("waiting for a save") }
    return translate(
      LocalizedText(count, one: "\(count) save taken over", other: "\(count) saves taken over"))
  }

  func exactness(_ exactness: LumaError) -> String {
    translate(exactness.wrongTiles == 0 ? "tiles exact" : "tiles off by up to \(exactness.largest)")
  }

  func inexact(_ exactness: LumaError) -> String {
    translate(
      """
      Not exact: \(exactness.wrongTiles) of \(exactness.tiles) tiles differ from the CPU's, \
      by up to \(exactness.largest) in the luma sum.
      """)
  }

  func stillRunning(more: Int) -> String {
    let others = LocalizedText(more, one: "One more error follows.", other: "\(more) more errors follow.")
    return (more > 0 ? translate(others) + " " : "") + translate("The last good shaders run on.")
  }

  var tuningHelp: [(key: String, words: String)] {
    [
      (key(.freeze), translate("Freeze the picture")),
      ("\(key(.stepBack))  \(key(.stepForward))", translate("A frame back, a frame on")),
      ("\(key(.left))  \(key(.right))", translate("Move the divide")),
      (key(.nextTarget), translate("The picture, or what a pass wrote")),
      (key(.writeValues), translate("Write the values into the files")),
      (key(.resetValues), translate("Reset the values")),
    ] + usualHelp
  }
}

extension Tuning.Score {
  /// Whether the newest shaders read worse than the former ones.
  var isWorse: Bool {
    guard let newest, let before else { return false }
    return newest > before
  }
}
