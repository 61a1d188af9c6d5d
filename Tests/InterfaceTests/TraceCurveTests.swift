import Monitor
import Testing

@testable import Interface

@Suite("The curve of the last seconds")
struct TraceCurveTests {
  /// A hundred points per second.
  private let rect = Rect(x: 100, y: 50, width: 1000, height: 80)

  private func point(
    _ time: Double, _ level: Float, on: Bool = false, threshold: Float? = 110
  ) -> LightTrace.Point {
    LightTrace.Point(time: time, level: level, threshold: threshold, isOn: on)
  }

  @Test("the right edge is now, the left edge is ten seconds ago")
  func time() {
    let curve = TraceCurve(LightTrace(points: [point(5, 100), point(15, 100), point(25, 100)]), in: rect)
    #expect(curve.x(at: 25) == 1100)
    #expect(curve.x(at: 15) == 100)
    #expect(curve.shows(15) && curve.shows(25) && !curve.shows(14.9) && !curve.shows(25.1))
    #expect(curve.curves.joined().allSatisfy { (100...1100).contains($0.x) })
  }

  @Test("brighter is higher, and all points are inside the rectangle")
  func levels() {
    let curve = TraceCurve(
      LightTrace(points: [point(0, 100), point(0.1, 130), point(0.2, 90)]), in: rect)
    let heights = curve.curves[0].map(\.y)
    #expect(heights[1] < heights[0] && heights[0] < heights[2])
    #expect(heights.allSatisfy { (50...130).contains($0) })
  }

  @Test("noise without a signal is drawn with a small height")
  func noise() {
    let points = (0..<100).map { point(Double($0) / 100, $0.isMultiple(of: 2) ? 100 : 100.5, threshold: nil) }
    let heights = TraceCurve(LightTrace(points: points), in: rect).curves[0].map(\.y)
    #expect(heights.max()! - heights.min()! < 80 / 12)
  }

  @Test("marks last from the first lit frame to the first dark one")
  func marks() {
    let points = [(0.0, false), (1, true), (2, true), (3, false), (4, true), (5, true)].map {
      point($0.0 / 10, $0.1 ? 130 : 100, on: $0.1)
    }
    let curve = TraceCurve(LightTrace(points: points), in: rect)
    let ends = curve.marks.map { [$0.lowerBound.rounded(), $0.upperBound.rounded()] }
    #expect(ends == [[1060, 1080], [1090, 1100]])
  }

  @Test("lost frames split the curve and end a mark")
  func gap() {
    let curve = TraceCurve(
      LightTrace(points: [point(0, 130, on: true), point(0.1, 130, on: true), point(1, 130, on: true)]),
      in: rect)
    #expect(curve.curves.map(\.count) == [2, 1])
    #expect(curve.marks.count == 2)
    #expect(curve.thresholds.count == 2)
  }

  @Test("the line of the threshold exists only where there is a threshold")
  func thresholds() {
    let curve = TraceCurve(
      LightTrace(points: [
        point(0, 100, threshold: nil), point(0.1, 100), point(0.2, 100), point(0.3, 100),
        point(0.4, 100, threshold: nil), point(0.5, 100),
      ]), in: rect)
    // A level line has only two points.
    #expect(curve.thresholds.map(\.count) == [2, 1])
  }

  @Test("a column with many frames keeps the lowest and the highest point")
  func thinning() {
    let narrow = Rect(x: 0, y: 0, width: 50, height: 100)
    let points = (0..<10_000).map { point(Double($0) / 1000, $0 == 5000 ? 140 : 100) }
    let curve = TraceCurve(LightTrace(points: points), in: narrow)
    #expect(curve.curves[0].count <= 104)
    #expect(curve.curves[0].map(\.y).min()! < 20)
  }

  @Test("empty traces, single points and invalid numbers give finite points")
  func degenerate() {
    #expect(TraceCurve(LightTrace(), in: rect).curves.isEmpty)
    #expect(
      TraceCurve(LightTrace(points: [point(0, 100, threshold: nil)]), in: rect).curves == [[Point(1100, 90)]])
    let wild = TraceCurve(
      LightTrace(points: [
        point(0, .nan), point(0.1, .infinity, threshold: .nan), point(0.2, 100), point(0.2, -.infinity),
      ]), in: rect)
    #expect(wild.curves.joined().allSatisfy { $0.y >= 50 && $0.y <= 130 })
    #expect(
      TraceCurve(LightTrace(points: [point(0, 1)]), in: Rect(x: 0, y: 0, width: 0, height: 9)).curves.isEmpty)
  }
}
