import Frames
import Monitor
import Typesetting

/// The text of the torches, in lanes beside the picture.
extension DesktopScene {
  var lanes: TextLanes { TextLanes(of: snapshot, in: layout.text, isSmall: isSmall) }

  func paintText(_ painter: Painter) {
    let lanes = lanes
    for (torch, rect) in lanes.places { paintLane(torch, in: rect, painter) }
    guard !lanes.rest.isEmpty else { return }
    let words = isSmall ? painter.words.notShownBriefly(lanes.hidden) : painter.words.notShown(lanes.hidden)
    painter.text(
      words, painter.theme.quietInk, size: Theme.Size.caption,
      in: isSmall ? lanes.rest.cutTop(20).top : lanes.rest, alignment: isSmall ? .trailing : .leading,
      vertical: .middle)
  }

  func transcript(of torch: TorchID?) -> Transcript? {
    snapshot.transcripts.first { $0.torch == torch && !$0.isEmpty }
  }

  /// Transcripts that are shown in code words, because no font has their letters.
  func withoutFont(_ painter: Painter) -> [Transcript] {
    lanes.places.compactMap { torch, rect in
      let body = bodyRect(rect)
      return transcript(of: torch).flatMap { transcript in
        form(of: transcript, in: body, painter) == .codeWords ? transcript : nil
      }
    }
  }

  /// The form in which a transcript is shown in a lane.
  func form(of transcript: Transcript, in body: Rect, _ painter: Painter) -> TranscriptText.Form {
    painter.form(of: transcript, transcripts, textFont(body), in: body)
  }

  /// Whether lanes have letters: in a small window only if there are several torches.
  private var hasLetters: Bool { lanes.places.count + lanes.hidden.count > 1 }

  /// The text's part of a lane.
  func bodyRect(_ lane: Rect) -> Rect {
    isSmall
      ? lane.cutLeft(24 + (hasLetters ? 16 : 0)).rest : lane.cutTop(32 + Theme.unit).rest
  }

  func textFont(_ body: Rect) -> TextBox.Font {
    let isRoomy = body.width >= 400 && body.height >= 240
    let size =
      isSmall ? Theme.Size.body : isRoomy ? Theme.Size.display : Theme.Size.reading
    return Theme.font(size, lineSpacing: 1.25)
  }

  private func paintLane(_ torch: TorchID?, in rect: Rect, _ painter: Painter) {
    let view = torch == nil ? snapshot.candidate : snapshot.torches.first { $0.id == torch }
    let color = torch.map { painter.theme.lane($0) } ?? painter.theme.quietInk
    // Without a picture there is no lamp to find.
    guard torch != nil || snapshot.source.info != nil else { return paintPrompt(torch, in: rect, painter) }
    if isSmall {
      painter.lamp(
        in: Rect(x: rect.x - 4, y: rect.y - 2, width: 24, height: 24), glow: view?.glow ?? 0,
        torch.map { painter.theme.light($0) } ?? color)
      if let torch, hasLetters {
        painter.text(
          torch.letter, color, size: Theme.Size.body, weight: .bold,
          in: Rect(x: rect.x + 22, y: rect.y, width: 16, height: 20), vertical: .middle)
      }
    } else {
      paintHeader(rect.cutTop(32).top, torch: torch, view: view, color: color, painter)
    }
    let body = bodyRect(rect)
    guard let transcript = transcript(of: torch) else {
      return paintPrompt(torch, in: body, painter)
    }
    let form = form(of: transcript, in: body, painter)
    painter.text(transcripts.text(transcript, form), textFont(body), in: body, overflow: .keepNewest)
  }

  /// The prompt in a lane without text.
  private func paintPrompt(_ torch: TorchID?, in rect: Rect, _ painter: Painter) {
    let size = isSmall ? Theme.Size.caption : Theme.Size.lead
    painter.text(
      painter.words.emptyText(snapshot, torch: torch), painter.theme.quietInk, size: size, lineSpacing: 1.3,
      in: rect)
  }

  private func paintHeader(
    _ header: Rect, torch: TorchID?, view: TorchView?, color: Color, _ painter: Painter
  ) {
    // The lamp's glass, without its halo, is aligned to the text.
    let glass = 20.0
    let square = glass / Painter.glassShare
    painter.lamp(
      in: Rect(
        x: header.x - (square - glass) / 2, y: header.y + (header.height - square) / 2, width: square,
        height: square),
      glow: view?.glow ?? 0, torch.map { painter.theme.light($0) } ?? color)
    let (left, right) = header.cutLeft(glass + 12).rest.cutRight(96)
    if let torch {
      painter.text(torch.letter, color, size: Theme.Size.lead, weight: .bold, in: left, vertical: .middle)
    }
    if transcript(of: torch)?.lastIsOwn == true {
      painter.text(
        painter.words.translate("own signal"), painter.theme.quietInk, size: Theme.Size.body,
        in: left.cutLeft(36).rest, vertical: .middle)
    }
    if torch != nil,
      let speed = view.map({ painter.words.speed($0.wordsPerMinute, $0.overallWordsPerMinute) })
        ?? painter.words.speed(snapshot.status.wordsPerMinute, snapshot.status.overallWordsPerMinute)
    {
      painter.text(
        speed, painter.theme.quietInk, size: Theme.Size.body, in: right, alignment: .trailing,
        vertical: .middle)
    }
  }
}
