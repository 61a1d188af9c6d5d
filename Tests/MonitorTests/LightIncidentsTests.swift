import Frames
import Testing

@testable import Monitor

@Suite("Light incidents")
struct LightIncidentsTests {
  private func lost(_ count: Int, at time: Double) -> FramesLost {
    FramesLost(count: count, cause: .source, time: Timestamp(seconds: time))
  }

  @Test("frames that are lost one after another count as one gap")
  func framesLost() {
    var incidents = LightIncidents()
    incidents.note(lost(1, at: 5))
    incidents.note(lost(2, at: 5.05))
    incidents.note(lost(1, at: 6))
    #expect(incidents.all == [.init(.framesLost(3), time: 5.05), .init(.framesLost(1), time: 6)])
  }

  @Test("a step of the exposure is reported once; a slow change and noise are not reported")
  func exposure() {
    var incidents = LightIncidents()
    var time = 0.0
    func note(_ brightness: Double?) {
      time += 1 / 30.0
      incidents.note(brightness: brightness, at: time)
    }
    for frame in 0..<300 { note(1 + Double(frame) / 600 + (frame % 2 == 0 ? 0.008 : 0)) }
    #expect(incidents.all == [])
    // A camera takes three frames for a step.
    for brightness in [1.5, 1.3, 1.1, 0.9, 0.9] { note(brightness) }
    #expect(incidents.all.count == 1)
    guard case .exposure(let factor)? = incidents.all.first?.kind else {
      Issue.record("no step of exposure")
      return
    }
    #expect(abs(factor - 1.3 / 1.5) < 0.01)
    // A change of the reference does not count as a step.
    note(nil)
    note(1)
    #expect(incidents.all.count == 1)
  }

  @Test("incidents are kept while the trace shows them, and are cleared when the time goes back")
  func span() {
    var incidents = LightIncidents()
    for second in 0..<40 { incidents.note(lost(1, at: Double(second))) }
    #expect(incidents.all.map(\.time) == (29..<40).map(Double.init))
    incidents.note(brightness: 1, at: 3)
    #expect(incidents.all == [])
    for frame in 0..<1000 { incidents.note(lost(1, at: 50 + Double(frame) * 0.11 / 8 * 8)) }
    #expect(incidents.all.count <= LightIncidents.capacity)
  }
}
