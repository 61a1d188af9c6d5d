import Monitor
import Typesetting

/// The scene of shader tuning: the picture as large as it fits, the divide between the former and the newest shaders, the
/// errors of the last save, and the exactness of the newest shaders.
struct TuningScene {
  let layout: TuningLayout
  private let snapshot: Snapshot
  let tuning: Tuning

  init(_ snapshot: Snapshot, _ tuning: Tuning, size: Point) {
    self.snapshot = snapshot
    self.tuning = tuning
    layout = TuningLayout(
      size, aspect: snapshot.source.info.map(PictureMap.aspect), hasScore: tuning.score != nil)
  }

  private var well: Rect { layout.well }
  private var picture: Rect { layout.picture }
  /// The area for words over the picture.
  private var overlay: Rect { well.inset(well.width < FaultCard.narrowWidth ? Theme.unit : 2 * Theme.unit) }

  func paint(with painter: Painter) {
    if let (title, words) = painter.words.noPicture(snapshot.source) {
      painter.title(
        title, words, isError: snapshot.source.isFailure, in: well.inset(4 * Theme.unit),
        sizes: (Theme.Size.lead, Theme.Size.body))
    }
    let card = FaultCard(tuning.faults).flatMap { $0.paint(in: overlay, with: painter) }
    if snapshot.source.info != nil, tuning.isComparing { paintDivide(below: card, painter) }
    paintCards(below: card, painter)
    paintStatus(painter)
    paintPanel(painter)
  }

  private func paintPanel(_ painter: Painter) {
    guard !layout.panel.isEmpty else { return }
    let font = Theme.font(Theme.Size.caption)
    if let moment = tuning.moment {
      painter.text(
        AttributedText(painter.words.moment(moment), color: painter.theme.quietInk), font,
        in: layout.frames.cutBottom(2.25 * Theme.unit).bottom)
    }
    if tuning.controls.isEmpty {
      painter.text(
        painter.words.noUniforms, painter.theme.quietInk, size: Theme.Size.control, lineSpacing: 1.25,
        in: layout.uniforms)
    }
    paintLevels(painter)
    paintScore(painter)
  }

  /// Draws the score below the buttons and the position of the frame.
  private func paintScore(_ painter: Painter) {
    guard let (words, color) = score(painter) else { return }
    painter.text(
      words, color, size: Theme.Size.control, lineSpacing: 1.15, in: layout.score, vertical: .middle)
  }

  private func score(_ painter: Painter) -> (String, Color)? {
    tuning.score.map {
      let isBad = $0.fault != nil || $0.isWorse
      return (painter.words.score($0), isBad ? painter.theme.warning : painter.theme.ink)
    }
  }

  private func paintDivide(below card: Rect?, _ painter: Painter) {
    let top = max(picture.y, card?.bottom ?? 0)
    let x = picture.x + picture.width * tuning.divide
    painter.fill(
      Rect(x: x - 2, y: top, width: 4, height: picture.bottom - top), painter.theme.ground.opacity(0.6))
    painter.fill(Rect(x: x - 1, y: top, width: 2, height: picture.bottom - top), painter.theme.ink)
    let grip = Point(x, picture.center.y)
    painter.disc(grip, radius: 9, painter.theme.ground.opacity(0.6))
    painter.disc(grip, radius: 7, painter.theme.ink)
    tag(painter.words.translate("Before"), endingAt: x - 12, below: top, painter)
    tag(painter.words.translate("Newest"), startingAt: x + 12, below: top, painter)
  }

  /// Draws a word at the picture's upper edge, below the error card. Without room beside the divide it is left out.
  private func tag(
    _ word: String, startingAt left: Double? = nil, endingAt right: Double? = nil, below top: Double,
    _ painter: Painter
  ) {
    let font = Theme.font(Theme.Size.caption)
    let words = AttributedText(word, color: painter.theme.ink)
    let width = painter.measure(words, font, width: 200, height: 30).x.rounded(.up) + 2 * Theme.unit
    let x = left ?? (right ?? 0) - width
    let box = Rect(x: x, y: top + 12, width: width, height: 24)
    guard picture.contains(box), !box.overlaps(layout.menu) else { return }
    painter.fill(box, painter.theme.panel.opacity(0.94), radius: 6)
    painter.text(words, font, in: box, alignment: .center, vertical: .middle)
  }

  /// Draws cards below the errors; a card without room is left out.
  private func paintCards(below errors: Rect?, _ painter: Painter) {
    var room = overlay
    if let errors { room = room.cutTop(errors.bottom + Theme.unit - room.y).rest }
    let size = room.width < FaultCard.narrowWidth ? Theme.Size.caption : Theme.Size.body
    var cards = CardStack(in: room, size: size, painter)
    let words = painter.words
    if snapshot.source.info?.isSimulated == true { cards.addDemo() }
    if let notice = snapshot.notice { cards.add(notice) }
    if let exactness = tuning.exactness, exactness.wrongTiles > 0 {
      cards.add(words.inexact(exactness), .dot(painter.theme.error))
    }
    if let shown = tuning.shown { cards.add(words.target(shown), .frame) }
    if snapshot.isFrozen { cards.add(words.translate("Frozen"), .pause) }
    if case .ended = snapshot.source {
      cards.add(words.translate("End of the recording"), .dot(painter.theme.quietInk))
    }
  }

  private func paintStatus(_ painter: Painter) {
    let font = Theme.font(Theme.Size.caption)
    func keys(_ text: String) -> AttributedText { AttributedText(text, color: painter.theme.faintInk) }
    func width(of text: AttributedText) -> Double {
      painter.measure(text, font, width: 1000, height: layout.status.height).x.rounded(.up) + 1
    }
    let all = keys(painter.words.tuningKeys)
    let shown = width(of: all) <= layout.status.width * 0.3 ? all : keys(painter.words.helpHint)
    let (rest, right) = layout.status.cutRight(width(of: shown))
    let left = rest.cutRight(2.5 * Theme.unit).rest
    var figures = [(tuning.folder, painter.theme.ink)]
    // If there is a panel, the panel shows the score.
    if layout.panel.isEmpty, let score = tuning.score, let (words, color) = self.score(painter) {
      let fits = width(of: keys(words)) <= left.width
      figures.insert((fits ? words : painter.words.briefly(score), color), at: 0)
    }
    figures.append((painter.words.reloads(tuning.reloads), painter.theme.quietInk))
    if let exactness = tuning.exactness {
      let isWrong = exactness.wrongTiles > 0
      figures.append(
        (painter.words.exactness(exactness), isWrong ? painter.theme.error : painter.theme.quietInk))
    }
    figures += tuning.cost.map(painter.words.costs)?.map { ($0, painter.theme.quietInk) } ?? []
    painter.figures(figures, in: left, gap: 2 * Theme.unit)
    painter.text(shown, font, in: right, alignment: .trailing, vertical: .middle)
  }
}
