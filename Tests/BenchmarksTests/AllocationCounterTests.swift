import Allocations
import Testing

@Suite("Allocation counter")
struct AllocationCounterTests {
  final class Object {}

  @Test("the counter counts objects, arrays and raw buffers, and nothing else")
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
