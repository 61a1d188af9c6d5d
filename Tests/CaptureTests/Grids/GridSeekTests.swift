import Frames
import Testing

@testable import Capture

@Suite("Grid recordings that are played")
struct GridSeekTests {
  let folder = TestFolder()

  /// Three seconds; frame n was taken after n thirtieths.
  private static let bytes: [UInt8] = {
    var random = SplitMix64(seed: 8)
    return GridRecordingTests.bytes(
      of: (0..<90).map { .grid(.random(width: 37, height: 21, time: Double($0) / 30, using: &random)) }
        + [.ended, .closed])
  }()

  private func open(_ bytes: [UInt8] = Self.bytes) throws -> any KeptSource {
    try #require(try RecordingSource.open(folder.file("a.grid", bytes)) as? any KeptSource)
  }

  /// The times of the next frames, in thirtieths of a second.
  private func next(_ count: Int, of source: any KeptSource) throws -> [Int] {
    var frames: [Int] = []
    while frames.count < count {
      switch try source.next(within: .seconds(1)) {
      case .frame(let frame): frames.append(Int((frame.timestamp.seconds * 30).rounded()))
      case .ended: return frames
      default: Issue.record("neither a frame nor the end")
      }
    }
    return frames
  }

  @Test("go on from any moment, forwards and backwards, and from the end")
  func seek() throws {
    let source = try open()
    let span = try #require(source.info.span)
    #expect(span.lowerBound == .zero)
    #expect(abs(span.upperBound.seconds - 89 / 30.0) < 1e-6)
    #expect(try next(2, of: source) == [0, 1])
    try source.seek(to: Timestamp(seconds: 1.99))
    #expect(try next(3, of: source) == [60, 61, 62])
    try source.seek(to: Timestamp(seconds: 0.49))
    #expect(try next(2, of: source) == [15, 16])
    try source.seek(to: Timestamp(seconds: 99))
    #expect(try next(2, of: source) == [89])
    #expect(try next(1, of: source) == [])
    try source.seek(to: .zero)
    #expect(try next(90, of: source) == Array(0..<90))
  }

  @Test("show the same picture after a jump as without one")
  func pixels() throws {
    func pixels(of frame: borrowing Frame) -> [UInt8] { frame.withPlane(0) { Array($0) } }
    func frame(_ number: Int, after jump: Double?) throws -> [UInt8] {
      let source = try open()
      if let jump { try source.seek(to: Timestamp(seconds: jump)) }
      while true {
        guard case .frame(let frame) = try source.next(within: .seconds(1)) else { return [] }
        if Int((frame.timestamp.seconds * 30).rounded()) == number { return pixels(of: frame) }
      }
    }
    let expected = try frame(50, after: nil)
    #expect(!expected.isEmpty)
    #expect(try frame(50, after: 1.6) == expected)
  }

  @Test("have no moments to choose from where time goes back, and up to where they are whole otherwise")
  func span() throws {
    #expect(try open(GridRecordingTests.bytes(of: GridRecordingTests.records)).info.span == nil)
    let cut = try open(Array(Self.bytes.dropLast(Self.bytes.count / 2)))
    let end = try #require(cut.info.span).upperBound
    #expect((0.5...2.5).contains(end.seconds))
  }
}
