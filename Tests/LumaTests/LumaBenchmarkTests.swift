import Foundation
import Frames
import Graphics
import Testing

@testable import Luma

@Suite("The allocation counter")
struct AllocationCounterTests {
  final class Object {}

  @Test("counts objects, arrays, raw buffers and nothing else")
  func count() {
    var kept: [Object] = []
    kept.reserveCapacity(10)
    #expect(AllocationCounter.count { for _ in 0..<10 { kept.append(Object()) } } == 10)
    var array: [Int] = []
    #expect(AllocationCounter.count { array = Array(repeating: 1, count: 100) } == 1)
    #expect(
      AllocationCounter.count {
        UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64).deallocate()
      } == 1)
    var sum = 0
    #expect(AllocationCounter.count { sum = array.count } == 0)
    #expect(sum == 100 && kept.count == 10)
  }
}

@Suite("In the steady state")
struct SteadyStateTests {
  /// Allocations while `frames` frames go through `pass`, after enough of them to fill its ring.
  static func allocations(_ pass: LumaPass, _ frame: borrowing Frame, preview: LumaPass.Preview) -> Int? {
    for _ in 0..<8 { pass.measure(frame, preview: preview) { _ in } }
    return AllocationCounter.count {
      for _ in 0..<50 { pass.measure(frame, preview: preview) { _ in } }
    }
  }

  @Test("a frame allocates nothing on its way through the GPU", arguments: PixelFormat.allCases)
  func gpu(format: PixelFormat) throws {
    let pass = LumaPass(try OffscreenContext().context)
    let frame = TestPicture.random.frame(FrameFormat(format, width: 65, height: 33, stride: 300))
    #expect(Self.allocations(pass, frame, preview: .colour) == 0)
    guard case .verified = pass.verification else {
      Issue.record("\(String(describing: pass.verification))")
      return
    }
  }

  @Test("nor through the CPU twin", arguments: PixelFormat.allCases)
  func twin(format: PixelFormat) {
    var grid = LumaGrid(width: 65, height: 33)
    let frame = TestPicture.random.frame(FrameFormat(format, width: 65, height: 33, stride: 300))
    CPULuma.measure(frame, into: &grid)
    #expect(AllocationCounter.count { for _ in 0..<50 { CPULuma.measure(frame, into: &grid) } } == 0)
  }
}

@Suite("The benchmark")
struct LumaBenchmarkTests {
  @Test("has a row for each format and size, and survives a trip through JSON")
  func rows() throws {
    let benchmark = LumaBenchmark(
      on: try OffscreenContext().context, formats: [.yuyv, .grey], sizes: [(32, 16), (40, 30)], frames: 4)
    #expect(benchmark.rows.map(\.format) == [.yuyv, .yuyv, .grey, .grey])
    #expect(benchmark.rows.map(\.width) == [32, 40, 32, 40])
    for row in benchmark.rows {
      #expect(row.refusal == nil)
      #expect(row.total.tenth <= row.total.median && row.total.median <= row.total.ninetieth)
      #expect(row.total.median > 0 && row.twin.median > 0)
    }
    let decoded = try JSONDecoder().decode(LumaBenchmark.self, from: JSONEncoder().encode(benchmark))
    #expect(decoded.table == benchmark.table)
    let lines = benchmark.table.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines[2].hasPrefix("yuyv    32x16"))
  }

  @Test("takes the middle and the spread of its samples")
  func spread() {
    let spread = LumaBenchmark.Spread((0...100).reversed().map(Double.init))
    #expect((spread.tenth, spread.median, spread.ninetieth) == (10, 50, 90))
  }
}
