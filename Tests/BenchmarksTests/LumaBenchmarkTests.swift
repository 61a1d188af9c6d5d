import Foundation
import Frames
import Graphics
import Testing

@testable import Benchmarks

@Suite("Luma benchmark")
struct LumaBenchmarkTests {
  @Test("the benchmark has a row for each format and size, and is equal after JSON encoding and decoding")
  func rows() throws {
    let benchmark = LumaBenchmark(
      on: try OffscreenContext().context, formats: [.yuyv, .grey], sizes: [(32, 16), (40, 30)], frames: 4)
    #expect(benchmark.rows.map(\.format) == [.yuyv, .yuyv, .grey, .grey])
    #expect(benchmark.rows.map(\.width) == [32, 40, 32, 40])
    for row in benchmark.rows {
      #expect(row.refusal == nil)
      #expect(row.total.tenth <= row.total.median && row.total.median <= row.total.ninetieth)
      #expect(row.total.median > 0 && row.reference.median > 0)
    }
    let decoded = try JSONDecoder().decode(LumaBenchmark.self, from: JSONEncoder().encode(benchmark))
    #expect(decoded.table == benchmark.table)
    let lines = benchmark.table.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines[2].hasPrefix("yuyv    32x16"))
  }

  @Test("a spread holds the median and the 10 % and 90 % quantiles of its samples")
  func spread() {
    let spread = LumaBenchmark.Spread((0...100).reversed().map(Double.init))
    #expect((spread.tenth, spread.median, spread.ninetieth) == (10, 50, 90))
  }
}
