import Capture
import Frames
import Monitor
import Typesetting

/// The scene of a desktop window: picture, text, scope and status.
struct DesktopScene {
  let layout: DesktopLayout
  let snapshot: Snapshot
  let transcripts: TranscriptText
  /// Where the pointer rests, in points.
  private let pointer: Point?
  private let zoom: Zoom
  private let isSteady: Bool
  /// The part of the picture that is being marked.
  private let marked: PictureArea?

  init(
    _ snapshot: Snapshot, size: Point, transcripts: TranscriptText, pointer: Point? = nil,
    zoom: Zoom = Zoom(), isSteady: Bool = false, marked: PictureArea? = nil, composeShare: Double = 0
  ) {
    self.snapshot = snapshot
    self.pointer = pointer
    (self.zoom, self.isSteady, self.marked) = (zoom, isSteady, marked)
    self.transcripts = transcripts
    let info = snapshot.source.info
    let bar = composeShare > 0 ? ComposeLayout.height(in: size) * composeShare : 0
    layout = DesktopLayout(
      Point(size.x, size.y - bar), aspect: info.map(PictureMap.aspect), canSeek: info?.span != nil)
  }

  func paint(with painter: Painter) {
    paintPicture(painter)
    paintText(painter)
    painter.scope(snapshot, in: layout.scope)
    paintStatus(painter)
  }

  /// Draws the card about the character under the pointer, above everything.
  func paintCard(with painter: Painter) {
    guard let pointer else { return }
    if let (character, place) = painter.character(at: pointer, of: snapshot, in: layout.scope) {
      let color = snapshot.tracedTorch.map { painter.theme.lane($0.id) } ?? painter.theme.quietInk
      CharacterCard(characters: [character]).paint(beside: place, color, with: painter)
      return
    }
    for (torch, rect) in lanes.places {
      guard let torch, let transcript = transcript(of: torch) else { continue }
      let body = bodyRect(rect)
      let form = painter.form(of: transcript, transcripts, textFont(body), in: body)
      guard
        let hit = painter.character(
          at: pointer, of: transcripts.text(transcript, form), textFont(body), in: body, overflow: .keepNewest
        )
      else { continue }
      let characters = TranscriptText.characters(bytesToEnd: hit.bytesToEnd, of: transcript, form)
      CharacterCard(characters: characters).paint(beside: hit.area, painter.theme.lane(torch), with: painter)
    }
  }

  /// The torch whose brackets or text are at a point; with overlapping brackets, the nearest torch.
  func torch(at point: Point) -> TorchID? {
    if let lane = lanes.places.first(where: { $0.rect.contains(point) }) { return lane.torch }
    guard let map, layout.picture.contains(point) else { return nil }
    func distance(_ torch: TorchView) -> Double {
      let offset = map.point(x: torch.x, y: torch.y) - point
      return max(abs(offset.x), abs(offset.y))
    }
    return snapshot.torches
      .filter { distance($0) <= Painter.reach(of: $0, map: map, picture: layout.picture) }
      .min { distance($0) < distance($1) }?.id
  }

  // MARK: The picture

  /// From pixels of the picture to points of the window; `nil` without a picture.
  private var map: PictureMap? {
    snapshot.source.info.map {
      PictureMap($0, shown: layout.picture, zoom: zoom, motion: snapshot.motion, isSteady: isSteady)
    }
  }

  private func paintPicture(_ painter: Painter) {
    if let map {
      if let region = marked ?? snapshot.region {
        painter.region(
          map.rect(region), in: layout.picture, marked == nil ? painter.theme.ink : painter.theme.lamp)
      }
      painter.markers(snapshot, map: map, picture: layout.picture)
    } else if let (title, words) = painter.words.noPicture(snapshot.source) {
      painter.title(
        title, words, isError: snapshot.source.isFailure,
        in: layout.well.inset(layout.form == .small ? 8 : 32),
        sizes: layout.form == .small
          ? (Theme.Size.body, Theme.Size.caption)
          : layout.well.width < 600
            ? (Theme.Size.lead, Theme.Size.body) : (Theme.Size.reading, Theme.Size.lead))
    }
    paintCards(painter)
  }

  private func paintCards(_ painter: Painter) {
    let size = layout.form == .small ? Theme.Size.caption : Theme.Size.body
    let margin = layout.form == .small ? 4.0 : 12
    // A small window's picture may be narrower than a line of words.
    var room = (layout.form == .small ? layout.well : layout.picture).inset(margin)
    room.width = min(room.width, 560)
    func show(_ words: AttributedText, sign: (Rect) -> Void) {
      let card = painter.card(words, size: size, in: room, sign: sign)
      room.height = max(0, card.y - 8 - room.y)
    }
    if snapshot.source.info?.isSimulated == true {
      var words = AttributedText(painter.words.translate("DEMO"), color: painter.theme.warning, weight: .bold)
      if layout.form != .small {
        words.append(
          "   " + painter.words.translate("A simulated lamp: no camera is read"),
          color: painter.theme.quietInk)
      }
      show(words) { painter.dot(in: $0, painter.theme.warning) }
    }
    if let notice = snapshot.notice {
      show(AttributedText(notice.text, color: painter.theme.ink)) {
        painter.dot(in: $0, notice.weight.color(painter.theme))
      }
    }
    let withoutFont = withoutFont(painter)
    if !withoutFont.isEmpty {
      let words =
        layout.form == .small
        ? Wording.withoutFont(withoutFont) : Wording.codeWordsInstead(of: withoutFont)
      show(AttributedText(painter.words.sentence(words), color: painter.theme.ink)) {
        painter.dot(in: $0, painter.theme.warning)
      }
    }
    if let diagnosis = snapshot.diagnosis {
      // A small window has room for the picture or for advice.
      let words = layout.form == .small ? diagnosis.kind.brief : diagnosis.text
      show(AttributedText(painter.words.sentence(words), color: painter.theme.ink)) {
        painter.dot(in: $0, painter.theme.warning)
      }
    }
    if let progress = snapshot.calibration, snapshot.source.info != nil {
      var words = AttributedText(painter.words.calibrating(progress), color: painter.theme.ink)
      if layout.form != .small {
        words.append("   " + painter.words.translate("Keep the camera still"), color: painter.theme.quietInk)
      }
      show(words) { painter.ring(in: $0, progress: progress, painter.theme.lamp) }
    }
    if snapshot.region != nil, layout.form != .small {
      var words = AttributedText(painter.words.translate("Only this part is read"), color: painter.theme.ink)
      words.append(
        "   " + painter.words.translate("\(painter.words.key(.wholePicture)) reads all of it"),
        color: painter.theme.quietInk)
      show(words) { painter.frameSign(in: $0, painter.theme.ink) }
    }
    if snapshot.isFrozen {
      show(AttributedText(painter.words.translate("Frozen"), color: painter.theme.ink)) {
        painter.pauseSign(in: $0, painter.theme.ink)
      }
    }
    if case .ended(let info) = snapshot.source {
      var words = AttributedText(painter.words.translate("End of the recording"), color: painter.theme.ink)
      if info.span != nil, layout.form != .small {
        words.append("   " + painter.words.translate("Space plays it again"), color: painter.theme.quietInk)
      }
      show(words) { painter.dot(in: $0, painter.theme.quietInk) }
    } else if snapshot.isPaused {
      show(AttributedText(painter.words.translate("Paused"), color: painter.theme.ink)) {
        painter.pauseSign(in: $0, painter.theme.ink)
      }
    }
  }

  // MARK: The figures

  private func paintStatus(_ painter: Painter) {
    guard !layout.status.isEmpty else { return }
    let font = Theme.font(Theme.Size.caption)
    let (room, help) = layout.status.cutRight(56)
    painter.text(
      AttributedText(painter.words.helpHint, color: painter.theme.faintInk), font, in: help,
      alignment: .trailing,
      vertical: .middle)
    let gap = 2.5 * Theme.unit
    var left = room.x
    var figures = painter.words.figures(snapshot)
    let boxes = painter.textures.unknownGlyphs
    // A message over the picture is not repeated here.
    if boxes > 0, withoutFont(painter).isEmpty {
      figures.insert(
        .init(
          text: painter.words.translate(Wording.withoutFont(snapshot.transcripts, count: boxes)),
          isWarning: true),
        at: 0)
    }
    for figure in figures {
      let words = AttributedText(
        figure.text, color: figure.isWarning ? painter.theme.warning : painter.theme.quietInk)
      let width = painter.measure(words, font, width: 1000, height: room.height).x.rounded(.up) + 1
      // A figure that does not fit is left out: a cut figure would mislead.
      guard left + width <= room.right else { continue }
      painter.text(
        words, font, in: Rect(x: left, y: room.y, width: 1000, height: room.height), vertical: .middle)
      left += width + gap
    }
  }
}

extension SourceStatus {
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
