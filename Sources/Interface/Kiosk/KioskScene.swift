import Frames
import Monitor
import Typesetting

/// The scene of a kiosk: large type and few words.
struct KioskScene {
  let layout: KioskLayout
  private let snapshot: Snapshot
  private let transcripts: TranscriptText

  init(_ snapshot: Snapshot, size: Point, transcripts: TranscriptText, invites: Bool = false) {
    self.snapshot = snapshot
    self.transcripts = transcripts
    layout = KioskLayout(size, aspect: snapshot.source.info.map(PictureMap.aspect), invites: invites)
  }

  func paint(with painter: Painter) {
    let torch = snapshot.torches.first
    let color = torch.map { painter.theme.lane($0.id) } ?? painter.theme.quietInk
    if let info = snapshot.source.info {
      let map = PictureMap(info, shown: layout.picture, motion: snapshot.motion)
      painter.markers(snapshot, map: map, picture: layout.picture)
      if info.isSimulated {
        let words = AttributedText(
          painter.words.translate("DEMO"), color: painter.theme.warning, weight: .bold)
        let margin = layout.picture.height * 0.04
        painter.card(
          words, size: layout.stateSize * 0.7, in: layout.picture.inset(margin), .dot(painter.theme.warning))
      }
    }
    if let progress = snapshot.calibration {
      painter.ring(in: layout.lamp.inset(layout.lamp.width * 0.14), progress: progress, painter.theme.lamp)
    } else if let example {
      painter.lamp(in: layout.lamp, glow: example.isLit ? 1 : 0, painter.theme.light(TorchID(0)))
    } else {
      painter.lamp(
        in: layout.lamp, glow: (torch ?? snapshot.candidate)?.glow ?? 0,
        torch.map { painter.theme.light($0.id) } ?? color)
    }
    paintState(painter)
    paintTape(painter, color)
    paintText(painter)
    paintInvitation(painter)
  }

  private func paintInvitation(_ painter: Painter) {
    let rect = layout.invitation
    guard !rect.isEmpty else { return }
    painter.button(rect, painter.theme.raised, radius: rect.height * 0.2)
    painter.text(
      painter.words.translate("Send a message"), painter.theme.ink, size: rect.height * 0.4, in: rect,
      alignment: .center, vertical: .middle)
  }

  private func paintState(_ painter: Painter) {
    var (title, detail) = painter.words.kioskState(snapshot)
    if let transcript, form(of: transcript, painter) == .codeWords {
      detail = painter.words.translate(Wording.withoutFont([transcript]))
    }
    // The reason why there is no picture is below.
    if let notice = snapshot.notice, notice.weight != .information {
      detail = notice.text
    }
    let isError = snapshot.source.isFailure || snapshot.notice?.weight == .error
    let titleFont = Theme.font(layout.stateSize)
    let detailFont = Theme.font(layout.stateSize * 0.7)
    let gap = layout.stateSize * 0.25
    let heading = AttributedText(
      title, color: isError ? painter.theme.error : painter.theme.ink, weight: .bold)
    let words = AttributedText(detail, color: painter.theme.quietInk)
    let titleHeight = painter.measure(
      heading, titleFont, width: layout.state.width, height: layout.stateSize * 1.3
    ).y
    let room = max(0, layout.state.height - titleHeight - gap)
    let detailHeight =
      detail.isEmpty ? 0 : painter.measure(words, detailFont, width: layout.state.width, height: room).y + gap
    let (top, rest) = layout.state.inset(
      x: 0, y: max(0, (layout.state.height - titleHeight - detailHeight) / 2)
    )
    .cutTop(titleHeight + 1)
    painter.text(heading, titleFont, in: top)
    if !detail.isEmpty {
      painter.text(words, detailFont, in: Rect(x: rest.x, y: rest.y + gap, width: rest.width, height: room))
    }
  }

  private func paintTape(_ painter: Painter, _ color: Color) {
    let tape = layout.tape
    painter.fill(Rect(x: tape.x, y: tape.center.y - 1, width: tape.width, height: 2), painter.theme.rule)
    for mark in TraceCurve(snapshot.trace, in: tape).marks {
      let width = max(mark.upperBound - mark.lowerBound, 2)
      painter.fill(
        Rect(x: mark.lowerBound, y: tape.y, width: width, height: tape.height), color,
        radius: tape.height / 2)
    }
  }

  /// Seconds for which the text of a lost torch stays, so that its sender can read it.
  static let transcriptLifetime = 60.0

  /// The text of the first visible torch that has some, else of the torch that was read last.
  private var transcript: Transcript? {
    let spoken = snapshot.transcripts.filter { !$0.isEmpty }
    let inSight = snapshot.torches.lazy.compactMap { torch in spoken.first { $0.torch == torch.id } }.first
    if let inSight { return inSight }
    guard let last = spoken.max(by: { $0.lastMoment < $1.lastMoment }) else { return nil }
    guard case .streaming = snapshot.source, let now = snapshot.position?.seconds else { return last }
    return now - last.lastMoment < Self.transcriptLifetime ? last : nil
  }

  private var readingFont: TextBox.Font {
    Theme.font(layout.readingSize, lineSpacing: KioskLayout.lineSpacing)
  }

  private func form(of transcript: Transcript, _ painter: Painter) -> TranscriptText.Form {
    painter.form(of: transcript, transcripts, readingFont, in: layout.text)
  }

  private func paintText(_ painter: Painter) {
    if let transcript {
      painter.text(
        transcripts.text(transcript, form(of: transcript, painter)), readingFont, in: layout.text,
        overflow: .keepNewest)
    } else {
      let font = Theme.font(layout.readingSize * 0.66, lineSpacing: KioskLayout.lineSpacing)
      let prompt = AttributedText(painter.words.kioskPrompt(snapshot), color: painter.theme.quietInk)
      painter.text(prompt, font, in: layout.text)
      if let example {
        let height = painter.measure(prompt, font, width: layout.text.width, height: layout.text.height).y
        paint(example, in: layout.text.cutTop(height + layout.readingSize * 0.4).rest, painter)
      }
    }
  }

  // MARK: The example

  /// The example on the kiosk's own lamp, while no light signals.
  private var example: MorseExample? {
    guard case .streaming = snapshot.source, !snapshot.hasSignal, snapshot.calibration == nil,
      transcript == nil, let position = snapshot.position
    else { return nil }
    return MorseExample(at: position.seconds)
  }

  /// Letters above their dots and dashes; the present element is bright. The room for the last letter ends 19.6 units from the
  /// left.
  private func paint(_ example: MorseExample, in room: Rect, _ painter: Painter) {
    let unit = min(room.height / 5, room.width / 21)
    guard unit >= 3 else { return }
    var x = room.x
    for (index, (letter, code)) in Wording.example.enumerated() {
      let isNow = example.element?.letter == index
      painter.text(
        letter, isNow ? painter.theme.ink : painter.theme.quietInk, size: unit * 2.4, weight: .bold,
        in: Rect(x: x, y: room.y, width: unit * 4, height: unit * 3.2))
      for (place, element) in code.enumerated() {
        let width = element == "-" ? unit * 2 : unit * 0.8
        let isLit = isNow && example.element?.place == place
        // A lit element is filled, and a dark one is an outline, so that they differ without colour.
        painter.fill(
          Rect(x: x, y: room.y + unit * 3.6, width: width, height: unit * 0.8),
          isLit ? painter.theme.lamp : painter.theme.faintInk, radius: unit * 0.4,
          line: isLit ? 0 : max(1, unit * 0.09))
        x += width + unit * 0.6
      }
      x += unit * 1.8
    }
  }
}
