import Frames
import Testing

@testable import Monitor

@Suite("Light trace")
struct LightTraceTests {
  private func trace(seconds: Double) -> LightTrace {
    var trace = LightTrace()
    for frame in 0..<Int(seconds * 30) {
      trace.append(
        LightSample(torch: TorchID(0), start: Double(frame) / 30, exposure: 0.03, level: 100, noise: 1),
        threshold: 103)
    }
    return trace
  }

  @Test("a trace keeps the points that are shown, and few more")
  func span() throws {
    let points = trace(seconds: 60).points
    let kept = try #require(points.last).time - (try #require(points.first).time)
    #expect(kept >= LightTrace.span - 0.1)
    #expect(kept <= LightTrace.span * 1.3)
  }

  @Test("an edge changes the points from its time on, even if it is reported later")
  func edge() {
    var trace = trace(seconds: 1)
    trace.apply(LightEdge(torch: TorchID(0), isOn: true, time: 0.5, uncertainty: 0))
    #expect(trace.points.filter(\.isOn).map(\.time).min() == 0.5)
    #expect(trace.points.last?.isOn == true)
    trace.apply(LightEdge(torch: TorchID(0), isOn: false, time: 0.8, uncertainty: 0))
    #expect(trace.points.last?.isOn == false)
    #expect(trace.points.filter(\.isOn).count == 9)
  }

  @Test("an edge that is reported before the first frame after it applies to that frame")
  func early() {
    var trace = trace(seconds: 1)
    trace.apply(LightEdge(torch: TorchID(0), isOn: true, time: 1, uncertainty: 0))
    #expect(trace.points.allSatisfy { !$0.isOn })
    trace.append(
      LightSample(torch: TorchID(0), start: 1.01, exposure: 0.03, level: 110, noise: 1), threshold: 103)
    #expect(trace.points.last?.isOn == true)
  }

  @Test("a point with an earlier time starts the trace again")
  func again() {
    var trace = trace(seconds: 2)
    trace.append(.init(time: 0.25, level: 1, threshold: nil, isOn: false))
    #expect(trace.points.map(\.time) == [0.25])
  }
}
