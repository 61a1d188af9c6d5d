import Testing

@testable import Graphics

@Suite("The GPU timer")
struct GPUTimerTests {
  @Test("the timer runs every closure once, and has a time after some passes")
  func time() throws {
    let context = try OffscreenContext().context
    guard let timer = GPUTimer(context) else { return }
    let target = try context.target(width: 64, height: 64)
    #expect(timer.milliseconds == nil)
    var drawn = 0
    for _ in 0..<12 {
      timer.time {
        context.beginScenePass(into: target)
        context.clear(SIMD4(0, 0, 0, 1))
        drawn += 1
      }
      context.finish()
    }
    #expect(drawn == 12)
    let milliseconds = try #require(timer.milliseconds)
    #expect(milliseconds >= 0 && milliseconds < 10_000)
  }

  @Test("there is no timer if the driver has no timer queries")
  func absent() throws {
    let context = try OffscreenContext(masking: ["GL_EXT_disjoint_timer_query"]).context
    #expect(GPUTimer(context) == nil)
  }
}
