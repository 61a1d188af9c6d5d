import Frames
import Testing

@Suite("FramePool")
struct FramePoolTests {
  private let pool = FramePool(format: FrameFormat(.grey, width: 4, height: 2), capacity: 2)

  private func frame(_ value: UInt8) throws -> Frame {
    let frame = pool.frame(timestamp: .zero, sequence: UInt64(value)) { bytes in
      for index in bytes.indices { bytes[index] = value }
    }
    guard let frame else { throw PoolIsEmpty() }
    return frame
  }

  private struct PoolIsEmpty: Error {}

  @Test("a frame holds the bytes that were written into it")
  func contents() throws {
    let bytes = try frame(7).withPlane(0) { Array($0) }
    #expect(bytes == Array(repeating: 7, count: 8))
  }

  @Test("a buffer returns to the pool when its frame ends, not earlier")
  func lending() throws {
    let first = try frame(1)
    let second = try frame(2)
    #expect(pool.available == 0)
    #expect(throws: PoolIsEmpty.self) { _ = try frame(3) }
    _ = consume first
    #expect(pool.available == 1)
    _ = consume second
    #expect(pool.available == 2)
  }

  @Test("a buffer returns to the pool when filling it fails")
  func failure() {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      _ = try pool.frame(timestamp: .zero, sequence: 0) { _ throws(Broken) in throw Broken() }
    }
    #expect(pool.available == 2)
  }
}
