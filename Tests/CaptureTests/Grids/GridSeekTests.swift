import Frames
import Testing

@testable import Capture

@Suite("Playback of grid recordings")
struct GridSeekTests {
  let folder = TestFolder()

  /// Three seconds; frame n has the time n / 30.
  private static let bytes: [UInt8] = {
    var random = SplitMix64(seed: 8)
    return GridRecordingTests.bytes(
      of: (0..<90).map { .grid(.random(width: 37, height: 21, time: Double($0) / 30, using: &random)) }
        + [.ended, .closed])
  }()

  private func open(_ bytes: [UInt8] = Self.bytes) throws -> any SeekableSource {
    try #require(try RecordingSource.open(folder.file("a.grid", bytes)) as? any SeekableSource)
  }

  /// The times of the next frames, in thirtieths of a second.
  private func next(_ count: Int, of source: any SeekableSource) throws -> [Int] {
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

  @Test("continues from any sought moment, forwards and backwards, also after the end")
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

  @Test("delivers the same picture with and without seeking")
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

  @Test("is not seekable if time goes back; a cut recording is seekable up to the cut")
  func span() throws {
    #expect(try open(GridRecordingTests.bytes(of: GridRecordingTests.records)).info.span == nil)
    let cut = try open(Array(Self.bytes.dropLast(Self.bytes.count / 2)))
    let end = try #require(cut.info.span).upperBound
    #expect((0.5...2.5).contains(end.seconds))
  }
}
