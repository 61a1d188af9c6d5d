import Graphics
import Testing

@testable import comparison

@Suite("Meters")
struct MeterTests {
  private let pictures = (1...3).map { Picture(width: 320, height: 200, seed: $0) }

  @Test("the meters of Aldis are exact")
  func exact() throws {
    let meters: [any Meter] = [AldisPass(try OffscreenContext().context), AldisCPUReference()]
    for meter in meters {
      #expect(try meter.measure(pictures).map(\.mean) == pictures.map(\.mean), "\(meter.name)")
    }
  }

  @Test("the averaging chain is not exact, but its error is below 8 grey levels")
  func chain() throws {
    let chain = try AveragingChain(try OffscreenContext().context)
    let errors = zip(try chain.measure(pictures), pictures).map { abs($0.mean - $1.mean) }
    #expect(errors.allSatisfy { $0 < 8 })
    #expect(errors.contains { $0 > 0.1 })
  }
}
