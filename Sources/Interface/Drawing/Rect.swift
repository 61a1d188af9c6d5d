/// A place in the window, in points from the top left.
typealias Point = SIMD2<Double>

/// A rectangle in points, from the top left.
struct Rect: Hashable, Sendable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  static let empty = Rect(x: 0, y: 0, width: 0, height: 0)

  var right: Double { x + width }
  var bottom: Double { y + height }
  var center: Point { Point(x + width / 2, y + height / 2) }
  var isEmpty: Bool { width <= 0 || height <= 0 }

  func inset(_ amount: Double) -> Rect { inset(x: amount, y: amount) }

  func inset(x dx: Double, y dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// The part of `height` points at the top, and the rest below it.
  func cutTop(_ height: Double) -> (top: Rect, rest: Rect) {
    let cut = min(max(0, height), self.height)
    return (
      Rect(x: x, y: y, width: width, height: cut),
      Rect(x: x, y: y + cut, width: width, height: self.height - cut)
    )
  }

  func cutBottom(_ height: Double) -> (rest: Rect, bottom: Rect) {
    let (rest, bottom) = cutTop(self.height - min(max(0, height), self.height))
    return (rest, bottom)
  }

  func cutLeft(_ width: Double) -> (left: Rect, rest: Rect) {
    let cut = min(max(0, width), self.width)
    return (
      Rect(x: x, y: y, width: cut, height: height),
      Rect(x: x + cut, y: y, width: self.width - cut, height: height)
    )
  }

  func cutRight(_ width: Double) -> (rest: Rect, right: Rect) {
    let (rest, right) = cutLeft(self.width - min(max(0, width), self.width))
    return (rest, right)
  }

  /// Row `index` of rows of `height` points from the top, with a gap after each. It may lie below the rectangle.
  func row(_ index: Int, height: Double, gap: Double = 0) -> Rect {
    Rect(x: x, y: y + Double(index) * (height + gap), width: width, height: height)
  }

  /// The largest rectangle of `aspect` (width by height) inside; `alignment` 0.5 is the middle, 0 the top or the left.
  func fitted(_ aspect: Double, at alignment: Point = Point(0.5, 0.5)) -> Rect {
    guard !isEmpty, aspect > 0 else { return Rect(x: x, y: y, width: 0, height: 0) }
    let width = min(self.width, height * aspect)
    let height = width / aspect
    return Rect(
      x: x + (self.width - width) * alignment.x, y: y + (self.height - height) * alignment.y, width: width,
      height: height)
  }

  func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < right && point.y >= y && point.y < bottom
  }

  func contains(_ other: Rect) -> Bool {
    let slack = 1e-6
    return other.x >= x - slack && other.y >= y - slack && other.right <= right + slack
      && other.bottom <= bottom + slack
  }

  func overlaps(_ other: Rect) -> Bool {
    let slack = 1e-6
    return !isEmpty && !other.isEmpty && other.x < right - slack && x < other.right - slack
      && other.y < bottom - slack && y < other.bottom - slack
  }
}
