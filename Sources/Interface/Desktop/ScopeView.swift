import Monitor
import Typesetting

/// Draws the last seconds of brightness: the curve, the threshold, and below them the marks and characters.
extension Painter {
  func scope(_ snapshot: Snapshot, in rect: Rect) {
    guard rect.height >= 24, rect.width >= 80 else { return }
    let hasLabels = rect.height >= 56
    let (upper, labels) = rect.cutBottom(hasLabels ? 16 : 0)
    let (plot, band) = upper.cutBottom(hasLabels ? 12 : 8)
    let room = plot.cutBottom(6).rest
    let curve = TraceCurve(snapshot.trace, in: room)
    let torch = snapshot.tracedTorch?.id
    let color = torch.map { theme.lane($0) } ?? theme.quietInk

    fill(Rect(x: rect.x, y: band.bottom - 1, width: rect.width, height: 1), theme.rule)
    for second in 0...Int(LightTrace.span) {
      let x = min(rect.x + rect.width * Double(second) / LightTrace.span, rect.right - 1)
      fill(Rect(x: x, y: band.bottom - 4, width: 1, height: 4), theme.rule)
    }
    for points in curve.curves {
      area(under: points, in: room, color.opacity(0.22))
      polyline(points, width: 1.5, theme.ink)
    }
    for points in curve.thresholds { dashes(along: points, theme.quietInk) }
    incidents(snapshot.incidents, on: curve, in: plot)
    for mark in curve.marks {
      let width = max(mark.upperBound - mark.lowerBound, 1)
      fill(Rect(x: mark.lowerBound, y: band.y + 1, width: width, height: band.height - 5), color, radius: 2)
    }
    if let torch, snapshot.torches.count > 1, rect.height >= 40 {
      tag(torch, in: Rect(x: rect.x, y: rect.y, width: 20, height: 20), size: Theme.Size.body)
    }
    guard hasLabels else { return }
    for transcript in snapshot.transcripts where transcript.torch == (torch ?? transcript.torch) {
      signs(transcript, under: curve, in: labels)
    }
  }

  /// Draws lost frames and changes of exposure at their times: they may explain a wrong letter.
  private func incidents(_ incidents: LightIncidents, on curve: TraceCurve, in rect: Rect) {
    let font = Theme.font(Theme.Size.caption)
    var free = rect.x
    for incident in incidents.all where curve.shows(incident.time) {
      let x = curve.x(at: incident.time)
      let color: Color
      switch incident.kind {
      case .framesLost:
        color = theme.error
        fill(Rect(x: x - 1, y: rect.y, width: 2, height: rect.height), color.opacity(0.75))
      case .exposure:
        // A colour that no torch has.
        color = theme.quietInk
        // Dashed, so that it differs from the other kind without colour.
        for y in stride(from: rect.y, to: rect.bottom, by: 6) {
          fill(Rect(x: x - 0.75, y: y, width: 1.5, height: min(3, rect.bottom - y)), color)
        }
      }
      let words = AttributedText(self.words.incident(incident.kind), color: color)
      let width = measure(words, font, width: 200, height: 16).x + 1
      // The label is to the left of the mark, where the lost light was. A label that would overlap is left out.
      let place = Rect(x: x - width - 4, y: rect.y, width: width, height: 14)
      guard place.x >= free, rect.height >= 40 else { continue }
      fill(place.inset(x: -2, y: 0), theme.ground.opacity(0.9), radius: 2)
      text(words, font, in: place)
      free = x + 4
    }
  }

  /// Draws each character below its marks.
  private func signs(_ transcript: Transcript, under curve: TraceCurve, in rect: Rect) {
    for case .character(let character) in transcript.entries.suffix(64) {
      let middle = (character.start + character.end) / 2
      guard curve.shows(middle) else { continue }
      let width = 64.0
      let x = curve.x(at: middle) - width / 2
      guard x + width / 2 > rect.x + 6, x + width / 2 < rect.right - 6 else { continue }
      let sign = AttributedText(
        character.sign, color: TranscriptText.color(confidence: character.confidence, theme))
      let place = Rect(x: x, y: rect.y + 1, width: width, height: rect.height)
      let font = Theme.font(Theme.Size.caption)
      // Without a font, the box of a missing character is not drawn.
      guard hasFont(for: sign, font, in: place, alignment: .center) else { continue }
      text(sign, font, in: place, alignment: .center)
    }
  }

  /// The character whose sign or marks are at a point of the scope, and its place.
  func character(
    at point: Point, of snapshot: Snapshot, in rect: Rect
  ) -> (character: Transcript.Character, place: Rect)? {
    guard rect.contains(point), rect.height >= 56 else { return nil }
    let curve = TraceCurve(snapshot.trace, in: rect)
    let torch = snapshot.tracedTorch?.id
    for transcript in snapshot.transcripts where transcript.torch == (torch ?? transcript.torch) {
      for case .character(let character) in transcript.entries.suffix(64) {
        // Six points more than its marks: half a gap between characters at a usual speed.
        let start = curve.x(at: character.start) - 6
        let end = curve.x(at: character.end) + 6
        guard curve.shows(character.end), (start...end).contains(point.x) else { continue }
        return (character, Rect(x: start, y: point.y - 8, width: end - start, height: 16))
      }
    }
    return nil
  }

  /// Draws a dashed line. The dashes are fixed to the axis, so that they do not move with the curve.
  private func dashes(along points: [Point], _ color: Color) {
    let dash = 4.0
    let period = 8.0
    for (from, to) in zip(points, points.dropFirst()) where to.x > from.x {
      var start = (from.x / period).rounded(.down) * period
      while start < to.x {
        let left = max(start, from.x)
        let right = min(start + dash, to.x)
        if right > left {
          // A horizontal line of one pixel is sharp in the middle of a row of pixels.
          func y(_ x: Double) -> Double {
            let y = from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x)
            return ((y * scale).rounded(.down) + 0.5) / scale
          }
          line(Point(left, y(left)), Point(right, y(right)), width: 1, color)
        }
        start += period
      }
    }
  }
}
