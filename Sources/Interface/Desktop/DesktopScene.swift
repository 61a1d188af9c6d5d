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

  var isSmall: Bool { layout.form == .small }

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
      let form = form(of: transcript, in: body, painter)
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
        in: layout.well.inset(isSmall ? 8 : 32),
        sizes: isSmall
          ? (Theme.Size.body, Theme.Size.caption)
          : layout.well.width < 600
            ? (Theme.Size.lead, Theme.Size.body) : (Theme.Size.reading, Theme.Size.lead))
    }
    paintCards(painter)
  }

  /// Draws cards over the picture. In a small window they have no details.
  private func paintCards(_ painter: Painter) {
    let (words, theme) = (painter.words, painter.theme)
    // A small window's picture may be narrower than a line of words.
    var cards = CardStack(
      in: isSmall ? layout.well.inset(4) : layout.picture.inset(12),
      size: isSmall ? Theme.Size.caption : Theme.Size.body, painter)
    if snapshot.source.info?.isSimulated == true {
      cards.addDemo(detail: isSmall ? nil : words.translate("A simulated lamp: no camera is read"))
    }
    if let notice = snapshot.notice { cards.add(notice) }
    let withoutFont = withoutFont(painter)
    if !withoutFont.isEmpty {
      let text =
        isSmall ? Wording.withoutFont(withoutFont) : Wording.codeWordsInstead(of: withoutFont)
      cards.add(words.sentence(text), .dot(theme.warning))
    }
    if let diagnosis = snapshot.diagnosis {
      // A small window has room for the picture or for advice.
      cards.add(words.sentence(isSmall ? diagnosis.kind.brief : diagnosis.text), .dot(theme.warning))
    }
    if let progress = snapshot.calibration, snapshot.source.info != nil {
      cards.add(
        words.calibrating(progress), detail: isSmall ? nil : words.translate("Keep the camera still"),
        .ring(progress))
    }
    if snapshot.region != nil, !isSmall {
      cards.add(
        words.translate("Only this part is read"),
        detail: words.translate("\(words.key(.wholePicture)) reads all of it"), .frame)
    }
    if snapshot.isFrozen { cards.add(words.translate("Frozen"), .pause) }
    if case .ended(let info) = snapshot.source {
      cards.add(
        words.translate("End of the recording"),
        detail: info.span == nil || isSmall ? nil : words.translate("\(words.key(.freeze)) plays it again"),
        .dot(theme.quietInk))
    } else if snapshot.isPaused {
      cards.add(words.translate("Paused"), .pause)
    }
  }

  // MARK: The figures

  private func paintStatus(_ painter: Painter) {
    guard !layout.status.isEmpty else { return }
    let (room, help) = layout.status.cutRight(56)
    painter.text(
      painter.words.helpHint, painter.theme.faintInk, size: Theme.Size.caption, in: help,
      alignment: .trailing, vertical: .middle)
    var figures = painter.words.figures(snapshot)
    let boxes = painter.textures.unknownGlyphs
    // A message over the picture is not repeated here.
    if boxes > 0, withoutFont(painter).isEmpty {
      let words = painter.words.translate(Wording.withoutFont(snapshot.transcripts, count: boxes))
      figures.insert(.init(text: words, isWarning: true), at: 0)
    }
    painter.figures(
      figures.map { ($0.text, $0.isWarning ? painter.theme.warning : painter.theme.quietInk) }, in: room,
      gap: 2.5 * Theme.unit)
  }
}

extension SourceStatus {
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
