import Foundation
import Monitor
import Typesetting

/// The picture, as large as it fits, by shaders that are being changed: the divide between those before and the
/// newest, what stands against the last save, and how exactly the newest measure.
struct TuningScene {
  let layout: TuningLayout
  private let snapshot: Snapshot
  private let tuning: Tuning

  init(_ snapshot: Snapshot, _ tuning: Tuning, size: Point) {
    self.snapshot = snapshot
    self.tuning = tuning
    layout = TuningLayout(size, aspect: snapshot.source.info.map(PictureMap.aspect))
  }

  private var well: Rect { layout.well }
  private var picture: Rect { layout.picture }

  func paint(with painter: Painter) {
    if let (title, words) = painter.words.noPicture(snapshot.source) {
      painter.title(
        title, words, isError: snapshot.source.isFailure, in: well.inset(4 * Theme.unit),
        sizes: (Theme.Size.lead, Theme.Size.body))
    } else if tuning.isComparing {
      paintDivide(painter)
    }
    paintFaults(painter)
    paintCards(painter)
    paintStatus(painter)
    paintPanel(painter)
  }

  private func paintPanel(_ painter: Painter) {
    guard !layout.panel.isEmpty else { return }
    let font = Theme.font(Theme.Size.caption)
    if let moment = tuning.moment {
      painter.text(
        AttributedText(TuningWords.moment(moment), color: painter.theme.quietInk), font,
        in: layout.frames.cutBottom(2.25 * Theme.unit).bottom)
    }
    if tuning.controls.isEmpty {
      painter.text(
        AttributedText(TuningWords.noControls, color: painter.theme.quietInk),
        Theme.font(Theme.Size.control, lineSpacing: 1.25), in: layout.uniforms)
    }
    paintHistogram(painter)
  }

  private func paintHistogram(_ painter: Painter) {
    let (plot, words) = layout.histogram.cutBottom(2 * Theme.unit)
    guard let most = tuning.histogram.max(), most > 0, plot.height > 16 else { return }
    let width = plot.width / Double(tuning.histogram.count)
    for (index, count) in tuning.histogram.enumerated() where count > 0 {
      // Rare brightness matters as much as frequent: roots are closer together.
      let height = max(1, (Double(count) / Double(most)).squareRoot() * plot.height)
      let luma = (Double(index) + 0.5) / Double(tuning.histogram.count)
      painter.fill(
        Rect(
          x: plot.x + Double(index) * width, y: plot.bottom - height, width: max(1, width - 1), height: height
        ),
        painter.theme.rule.mixed(with: painter.theme.ink, 0.15 + 0.85 * luma))
    }
    painter.fill(Rect(x: plot.x, y: plot.bottom, width: plot.width, height: 1), painter.theme.rule)
    let font = Theme.font(Theme.Size.caption)
    painter.text(
      AttributedText(TuningWords.histogram, color: painter.theme.quietInk), font, in: words, vertical: .bottom
    )
    painter.text(
      AttributedText(
        TuningWords.clipped(tuning.clippedShare),
        color: tuning.clippedShare >= 0.0005 ? painter.theme.warning : painter.theme.quietInk), font,
      in: words,
      alignment: .trailing,
      vertical: .bottom)
  }

  private func paintDivide(_ painter: Painter) {
    let x = picture.x + picture.width * tuning.divide
    painter.fill(
      Rect(x: x - 2, y: picture.y, width: 4, height: picture.height), painter.theme.ground.opacity(0.6))
    painter.fill(Rect(x: x - 1, y: picture.y, width: 2, height: picture.height), painter.theme.ink)
    let grip = Point(x, picture.center.y)
    painter.disc(grip, radius: 9, painter.theme.ground.opacity(0.6))
    painter.disc(grip, radius: 7, painter.theme.ink)
    tag(TuningWords.before, endingAt: x - 12, painter)
    tag(TuningWords.newest, startingAt: x + 12, painter)
  }

  /// A word at the picture's lower edge, left out where the divide leaves no room for it.
  private func tag(
    _ word: String, startingAt left: Double? = nil, endingAt right: Double? = nil, _ painter: Painter
  ) {
    let font = Theme.font(Theme.Size.caption)
    let words = AttributedText(word, color: painter.theme.ink)
    let width = painter.measure(words, font, width: 200, height: 30).x.rounded(.up) + 2 * Theme.unit
    let x = left ?? (right ?? 0) - width
    let box = Rect(x: x, y: picture.bottom - 36, width: width, height: 24)
    guard picture.contains(box) else { return }
    painter.fill(box, painter.theme.panel.opacity(0.94), radius: 6)
    painter.text(words, font, in: box, alignment: .center, vertical: .middle)
  }

  /// The log over the picture, its first errors: they are mended one by one.
  private func paintFaults(_ painter: Painter) {
    guard let first = tuning.faults.first else { return }
    let room = well.inset(2 * Theme.unit)
    let padding = 2 * Theme.unit
    let width = min(room.width, 760) - 2 * padding
    let font = Theme.font(Theme.Size.body, lineSpacing: 1.2)
    let code = TextBox.Font(family: "DejaVu Sans Mono, monospace", size: Theme.Size.body)
    guard width > 60 else { return }

    var heading = AttributedText(
      first.file + (first.line.map { ":\($0)" } ?? ""), color: painter.theme.error, weight: .bold)
    heading.append("  " + first.message, color: painter.theme.ink)
    let headingHeight = painter.measure(heading, font, width: width, height: 120).y
    let source = first.source.map { AttributedText($0, color: painter.theme.ink) }
    let sourceHeight = source == nil ? 0 : 4 * Theme.unit
    let rest = AttributedText(
      TuningWords.stillRunning(more: tuning.faults.count - 1), color: painter.theme.quietInk)
    let restHeight = painter.measure(rest, font, width: width, height: 60).y

    let gap = 1.25 * Theme.unit
    let height = headingHeight + (source == nil ? 0 : sourceHeight + gap) + gap + restHeight
    let card = Rect(x: room.x, y: room.y, width: width + 2 * padding, height: height + 2 * padding)
    painter.fill(card, painter.theme.panel.opacity(0.94), radius: 8)
    painter.fill(card, painter.theme.rule, radius: 8, line: 1)
    var inside = card.inset(padding)
    painter.text(heading, font, in: Rect(x: inside.x, y: inside.y, width: width, height: headingHeight + 1))
    inside = inside.cutTop(headingHeight + gap).rest
    if let source {
      let box = inside.cutTop(sourceHeight).top
      painter.fill(box, painter.theme.ground, radius: 4)
      painter.text(source, code, in: box.inset(x: 1.5 * Theme.unit, y: 0), vertical: .middle)
      inside = inside.cutTop(sourceHeight + gap).rest
    }
    painter.text(rest, font, in: Rect(x: inside.x, y: inside.y, width: width, height: restHeight + 1))
  }

  private func paintCards(_ painter: Painter) {
    var room = well.inset(2 * Theme.unit)
    room.width = min(room.width, 560)
    func show(_ words: String, sign: (Rect) -> Void) {
      let card = painter.card(AttributedText(words, color: painter.theme.ink), in: room, sign: sign)
      room.height = max(0, card.y - Theme.unit - room.y)
    }
    if let notice = snapshot.notice {
      show(notice.text) { painter.dot(in: $0, notice.weight.color(painter.theme)) }
    }
    if let exactness = tuning.exactness, exactness.wrongTiles > 0 {
      show(TuningWords.inexact(exactness)) { painter.dot(in: $0, painter.theme.error) }
    }
    if let shown = tuning.shown {
      show(TuningWords.shown[shown] ?? shown) { painter.frameSign(in: $0, painter.theme.ink) }
    }
    if snapshot.isFrozen { show(painter.words[.frozen]) { painter.pauseSign(in: $0, painter.theme.ink) } }
    if case .ended = snapshot.source {
      show(painter.words[.ended]) { painter.dot(in: $0, painter.theme.quietInk) }
    }
  }

  private func paintStatus(_ painter: Painter) {
    let font = Theme.font(Theme.Size.caption)
    let (left, right) = layout.status.cutRight(layout.status.width * 0.3)
    var words = AttributedText(tuning.folder, color: painter.theme.ink)
    words.append("    " + TuningWords.reloads(tuning.reloads), color: painter.theme.quietInk)
    if let exactness = tuning.exactness {
      words.append(
        "    " + TuningWords.exactness(exactness),
        color: exactness.wrongTiles > 0 ? painter.theme.error : painter.theme.quietInk)
    }
    if let cost = tuning.cost { words.append("    " + TuningWords.cost(cost), color: painter.theme.quietInk) }
    painter.text(words, font, in: left, vertical: .middle)
    painter.text(
      AttributedText(TuningWords.keys, color: painter.theme.faintInk), font, in: right, alignment: .trailing,
      vertical: .middle)
  }
}

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

  static func cost(_ cost: Tuning.Cost) -> String {
    func time(_ name: String, _ milliseconds: Double?) -> String? {
      milliseconds.map { name + String(format: " %.2f ms", $0) }
    }
    let gpu =
      cost.isTimed
      ? [time("tiles", cost.tiles), time("picture", cost.picture)].compactMap(\.self).joined(separator: ", ")
      : "not available"
    return ["GPU: " + gpu, time("CPU: tiles", cost.twin)].compactMap(\.self).joined(separator: "    ")
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
    return moment.age > 0 ? frame + String(format: "    %.2f s before the newest", moment.age) : frame
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
      ? "exact: largest tile error 0" : "not exact: largest tile error \(exactness.largest)"
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
