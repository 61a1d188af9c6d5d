import Frames
import Monitor
import Typesetting

/// Marks that several scenes use.
extension Painter {
  /// The share of a lamp's square that is glass; the rest is for its halo.
  static let glassShare = 0.72

  /// A lamp: dark glass that becomes bright.
  func lamp(in square: Rect, glow: Double, _ color: Color) {
    let glow = glow.isFinite ? min(max(glow, 0), 1) : 0
    let center = square.center
    let radius = square.width * Self.glassShare / 2
    if glow > 0 { self.glow(center, radius: radius * 0.9, reach: radius * 1.1, color.opacity(glow * 0.5)) }
    disc(center, radius: radius, theme.rule)
    disc(center, radius: radius * 0.86, theme.well.mixed(with: color, 0.08 + 0.92 * glow))
    if glow > 0 {
      self.glow(
        center, radius: radius * 0.1, reach: radius * 0.7, color.mixed(with: .white, 0.8).opacity(glow))
    }
  }

  /// The torches, or the light that may become one.
  func markers(_ snapshot: Snapshot, map: PictureMap, picture: Rect) {
    for torch in snapshot.torches where picture.contains(map.point(x: torch.x, y: torch.y)) {
      guard let frame = Self.frame(of: torch, map: map, picture: picture) else { continue }
      brackets(frame, around: torch, map: map, picture: picture, theme.lane(torch.id))
      tag(
        torch.id, in: Self.tag(of: frame, picture: picture),
        size: Self.isLarge(picture) ? Theme.Size.body : Theme.Size.caption)
    }
    if let light = snapshot.candidate, picture.contains(map.point(x: light.x, y: light.y)),
      let frame = Self.frame(of: light, map: map, picture: picture)
    {
      brackets(frame, around: light, map: map, picture: picture, theme.quietInk)
    }
  }

  /// Corner brackets, inside the picture.
  private func brackets(
    _ frame: Rect, around torch: TorchView, map: PictureMap, picture: Rect, _ color: Color
  ) {
    let thickness = Self.thickness(picture)
    let arm = max(4, Self.reach(of: torch, map: map, picture: picture) * 0.42)
    // A line on a wider line of another brightness is visible on every picture.
    for (width, ink) in [(thickness + 2, theme.ground), (thickness, color)] {
      for corner in [Point(-1, -1), Point(1, -1), Point(-1, 1), Point(1, 1)] {
        let tip = Point(
          corner.x < 0 ? frame.x : frame.right, corner.y < 0 ? frame.y : frame.bottom)
        polyline(
          [tip - Point(corner.x * arm, 0), tip, tip - Point(0, corner.y * arm)], width: width, ink)
      }
    }
  }

  /// The rectangle of the brackets; `nil` if the torch is outside of the picture.
  static func frame(of torch: TorchView, map: PictureMap, picture: Rect) -> Rect? {
    let center = map.point(x: torch.x, y: torch.y)
    guard center.x.isFinite, center.y.isFinite, torch.radius.isFinite else { return nil }
    let half = reach(of: torch, map: map, picture: picture)
    let inside = picture.inset(thickness(picture) / 2 + 1)
    let (low, high) = (Point(inside.x, inside.y), Point(inside.right, inside.bottom))
    let topLeft = (center - half).clamped(lowerBound: low, upperBound: high)
    let size = (center + half).clamped(lowerBound: low, upperBound: high) - topLeft
    return Rect(x: topLeft.x, y: topLeft.y, width: size.x, height: size.y)
  }

  /// The place of a torch's letter: above its frame, or beside the frame at the picture's top. Letters of other torches may be
  /// below the frame.
  static func tag(of frame: Rect, picture: Rect) -> Rect {
    let side = isLarge(picture) ? 20.0 : 16
    let gap = 6.0
    var tag = Rect(
      x: frame.x - thickness(picture) / 2 - 1, y: frame.y - side - gap, width: side, height: side)
    if tag.y < picture.y {
      let right = frame.right + gap
      (tag.x, tag.y) = (right + side <= picture.right ? right : frame.x - gap - side, frame.y)
    }
    tag.x = min(max(tag.x, picture.x), picture.right - side)
    tag.y = min(max(tag.y, picture.y), picture.bottom - side)
    return tag
  }

  private static func thickness(_ picture: Rect) -> Double { isLarge(picture) ? 2 : 1.5 }

  /// A torch's letter on its colour.
  func tag(_ torch: TorchID, in square: Rect, size: Double) {
    fill(square, theme.lane(torch), radius: 4)
    text(
      torch.letter, theme.ground, size: size, weight: .bold, in: square, alignment: .center, vertical: .middle
    )
  }

  /// Half a side of the square inside a torch's brackets.
  static func reach(of torch: TorchView, map: PictureMap, picture: Rect) -> Double {
    min(
      max(torch.radius * map.scale * 1.8, isLarge(picture) ? 16 : 10),
      min(picture.width, picture.height) / 2)
  }

  private static func isLarge(_ picture: Rect) -> Bool { picture.height > 200 }

  /// The part of the picture that is read: everything outside is dimmer.
  func region(_ region: Rect, in picture: Rect, _ color: Color) {
    let left = min(max(region.x, picture.x), picture.right)
    let right = min(max(region.right, picture.x), picture.right)
    let top = min(max(region.y, picture.y), picture.bottom)
    let bottom = min(max(region.bottom, picture.y), picture.bottom)
    let shade = theme.ground.opacity(0.55)
    let (above, rest) = picture.cutTop(top - picture.y)
    let (middle, below) = rest.cutTop(bottom - top)
    let (before, inside) = middle.cutLeft(left - picture.x)
    for part in [above, below, before, inside.cutLeft(right - left).rest] { fill(part, shade) }
    fill(Rect(x: left, y: top, width: right - left, height: bottom - top), color, line: 1.5)
  }

  /// A ring that fills clockwise.
  func ring(in square: Rect, progress: Double, _ color: Color) {
    let width = max(2, square.width * 0.12)
    let radius = (square.width - width) / 2
    disc(square.center, radius: radius + width / 2, theme.rule, line: width)
    arc(square.center, radius: radius, part: progress, width: width, color)
  }

  /// A title and words under it, in the middle of a rectangle.
  func title(
    _ title: String, _ words: String, isError: Bool, in rect: Rect, sizes: (title: Double, words: Double)
  ) {
    let heading = AttributedText(
      title, color: isError ? theme.error : theme.ink, weight: .bold)
    let body = AttributedText(words, color: theme.quietInk)
    let width = min(rect.width, sizes.words * 30)
    let x = rect.x + (rect.width - width) / 2
    let font = Theme.font(sizes.words, lineSpacing: 1.2)
    let gap = sizes.title * 0.5
    let titleHeight = min(rect.height, sizes.title * 1.3)
    let room = max(0, rect.height - titleHeight - gap)
    let height = measure(body, font, width: width, height: room).y
    let top = rect.y + max(0, (rect.height - titleHeight - gap - height) / 2)
    text(
      heading, Theme.font(sizes.title), in: Rect(x: x, y: top, width: width, height: titleHeight),
      alignment: .center)
    text(
      body, font, in: Rect(x: x, y: top + titleHeight + gap, width: width, height: room), alignment: .center)
  }

  /// The ground of a card, with its outline.
  func card(_ rect: Rect, _ color: Color, radius: Double = 8) {
    fill(rect, color, radius: radius)
    fill(rect, theme.rule, radius: radius, line: 1)
  }

  /// Figures side by side on a line. A figure that does not fit is left out: a cut figure would mislead.
  func figures(_ figures: [(text: String, color: Color)], in line: Rect, gap: Double) {
    let font = Theme.font(Theme.Size.caption)
    var room = line
    for (text, color) in figures {
      let words = AttributedText(text, color: color)
      // The box is longer than any figure. The same box is measured and drawn, so its text is set only once.
      let box = Rect(x: room.x, y: room.y, width: 1000, height: room.height)
      let width = measure(words, font, width: box.width, height: box.height).x.rounded(.up) + 1
      guard width <= room.width else { continue }
      self.text(words, font, in: box, vertical: .middle)
      room = room.cutLeft(width + gap).rest
    }
  }

  /// A dot in the colour of a notice.
  func dot(in square: Rect, _ color: Color) {
    disc(square.center, radius: square.width * 0.26, color)
  }
}

extension Notice.Weight {
  func color(_ theme: Theme) -> Color {
    switch self {
    case .information: theme.quietInk
    case .warning: theme.warning
    case .error: theme.error
    }
  }
}
