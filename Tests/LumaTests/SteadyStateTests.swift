import Allocations
import Frames
import Graphics
import Testing

@testable import Luma

@Suite("Allocations in the steady state")
struct SteadyStateTests {
  /// Allocations while `frames` frames go through `pass`, after enough of them to fill its ring.
  static func allocations(_ pass: LumaPass, _ frame: borrowing Frame) -> Int? {
    for _ in 0..<8 { pass.measure(frame, keepsPicture: true) { _ in } }
    return AllocationCounter.count {
      for _ in 0..<50 { pass.measure(frame, keepsPicture: true) { _ in } }
    }
  }

  @Test("a frame allocates nothing on its way through the GPU", arguments: PixelFormat.allCases)
  func gpu(format: PixelFormat) throws {
    let pass = LumaPass(try OffscreenContext().context)
    let frame = TestPicture.random.frame(FrameFormat(format, width: 65, height: 33, stride: 300))
    #expect(Self.allocations(pass, frame) == 0)
    guard case .verified = pass.verification else {
      Issue.record("\(String(describing: pass.verification))")
      return
    }
  }

  @Test("a frame allocates nothing in the CPU reference", arguments: PixelFormat.allCases)
  func reference(format: PixelFormat) {
    var grid = LumaGrid(width: 65, height: 33)
    let frame = TestPicture.random.frame(FrameFormat(format, width: 65, height: 33, stride: 300))
    CPULuma.measure(frame, into: &grid)
    #expect(AllocationCounter.count { for _ in 0..<50 { CPULuma.measure(frame, into: &grid) } } == 0)
  }
}
