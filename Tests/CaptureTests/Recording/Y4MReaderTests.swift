import Foundation
import Frames
import Testing

@testable import Capture

@Suite struct Y4MReaderTests {
  /// A stream in which frame n has the value n in all bytes.
  static func stream(_ header: String, frameBytes: Int, frames: Int) -> [UInt8] {
    var bytes = Array((header + "\n").utf8)
    for index in 0..<frames {
      bytes += Array((index % 3 == 1 ? "FRAME Ip XNOTE=1\n" : "FRAME\n").utf8)
      bytes += [UInt8](repeating: UInt8(index), count: frameBytes)
    }
    return bytes
  }

  static let small = "YUV4MPEG2 W5 H3 F30:1 Ip A1:1 C420jpeg"
  /// 5x3 luma and two 3x2 chroma planes.
  static let smallBytes = 27

  @Test(
    "every colour format is read plane by plane",
    arguments: [
      ("Cmono", .grey, [15]), ("C420mpeg2", .yu12, [15, 6, 6]), ("C422", .yuv422, [15, 9, 9]),
      ("C444", .yuv444, [15, 15, 15]),
    ] as [(String, PixelFormat, [Int])])
  func planes(colours: String, pixelFormat: PixelFormat, sizes: [Int]) throws {
    let pixels = (0..<sizes.reduce(0, +)).map { UInt8($0 * 3) }
    let pipe = TestPipe()
    pipe.send(Array("YUV4MPEG2 W5 H3 F30:1 \(colours)\nFRAME\n".utf8) + pixels)
    pipe.closeWriting()
    let playback = Playback(of: try Y4MReader(descriptor: pipe.reading, name: "pipe"))
    let picture = try #require(playback.pictures.first)
    #expect(picture.format == FrameFormat(pixelFormat, width: 5, height: 3))
    #expect(picture.planes.map(\.count) == sizes)
    #expect(picture.planes.flatMap { $0 } == pixels)
    #expect(playback.failure == nil)
  }

  @Test("frames have their number, their exact time and their bytes")
  func frames() throws {
    let pipe = TestPipe()
    pipe.send(Self.stream(Self.small, frameBytes: Self.smallBytes, frames: 40))
    pipe.closeWriting()
    let source = try Y4MReader(descriptor: pipe.reading, name: "pipe")
    #expect(source.info.nominalRate == 30)
    #expect(!source.info.isLive)
    let playback = Playback(of: source)
    #expect(playback.failure == nil)
    #expect(playback.pictures.map(\.sequence) == Array(0..<40))
    let times = (0..<40).map { (index: Int64) -> Int64 in (index * 1_000_000_000 + 15) / 30 }
    #expect(playback.pictures.map(\.timestamp.nanoseconds) == times)
    for (index, picture) in playback.pictures.enumerated() {
      #expect(picture.planes.flatMap { $0 }.allSatisfy { $0 == UInt8(index) })
    }
  }

  @Test("a stream that arrives in small pieces is read correctly", arguments: [1, 5, 26, 27, 28, 100])
  func drops(size: Int) throws {
    let bytes = Self.stream(Self.small, frameBytes: Self.smallBytes, frames: 4)
    let headerEnd = Self.small.utf8.count + 1
    let pipe = TestPipe()
    pipe.send(bytes[..<headerEnd])
    let source = try Y4MReader(descriptor: pipe.reading, name: "pipe")
    var values: [UInt8] = []
    var sent = headerEnd
    while sent < bytes.count {
      let drop = bytes[sent...].prefix(size)
      pipe.send(drop)
      sent += drop.count
      reading: while true {
        switch try source.next(within: .zero) {
        case .frame(let frame):
          #expect(frame.sequence == UInt64(values.count))
          let picture = Playback.Picture(frame)
          #expect(Set(picture.planes.flatMap { $0 }).count == 1)
          values.append(picture.planes[2][5])
        case .nothing: break reading
        default: Issue.record("nothing else may happen")
        }
      }
    }
    #expect(values == [0, 1, 2, 3])
  }

  @Test("a stream cut anywhere delivers its whole frames, then reports the cut")
  func cut() throws {
    let bytes = Self.stream(Self.small, frameBytes: Self.smallBytes, frames: 2)
    let headerEnd = Self.small.utf8.count + 1
    let firstEnd = headerEnd + 6 + Self.smallBytes
    for length in headerEnd..<bytes.count {
      let pipe = TestPipe()
      pipe.send(bytes[..<length])
      pipe.closeWriting()
      let playback = Playback(of: try Y4MReader(descriptor: pipe.reading, name: "pipe"))
      #expect(playback.pictures.count == (length < firstEnd ? 0 : 1))
      switch (length, playback.failure) {
      case (headerEnd, .noPicture("pipe")), (firstEnd, nil): continue
      case (_, .truncated("pipe", _)) where length != headerEnd && length != firstEnd: continue
      default: Issue.record("\(length) bytes: \(String(describing: playback.failure))")
      }
    }
  }

  @Test("the message of a cut stream names the frame and its bytes")
  func cutMessage() throws {
    let pipe = TestPipe()
    pipe.send(Self.stream(Self.small, frameBytes: Self.smallBytes, frames: 2).dropLast(7))
    pipe.closeWriting()
    let playback = Playback(of: try Y4MReader(descriptor: pipe.reading, name: "standard input"))
    #expect(
      playback.failure?.message
        == "standard input breaks off: frame 1 has 20 of 27 bytes; what came before was read")
  }

  @Test(
    "bytes that are no stream are refused with one line",
    arguments: [
      ("", "it is empty"),
      ("\n", "it does not begin with YUV4MPEG2"),
      ("hello", "it does not begin with YUV4MPEG2"),
      ("YUV4MPEG2 W4", "its first line has no end"),
      ("YUV4MPEG2 " + String(repeating: "X", count: 5_000) + "\n", "its first line has no end"),
      (String(repeating: "\0", count: 5_000), "it does not begin with YUV4MPEG2"),
      (
        "YUV4MPEG2 W0 H0 F30:1\n",
        "its header says W0, and a side is 1 to 16384 pixels"
      ),
    ])
  func refused(bytes: String, reason: String) {
    let pipe = TestPipe()
    pipe.send(bytes.utf8)
    pipe.closeWriting()
    let error = #expect(throws: CaptureError.self) {
      try Y4MReader(descriptor: pipe.reading, name: "pipe")
    }
    #expect(error?.message == "cannot read pipe: \(reason)")
  }

  @Test(
    "other bytes than a frame after a frame are refused",
    arguments: ["frame\n", "FRAMES\n", String(repeating: "x", count: 999)])
  func noFrame(bytes: String) throws {
    let pipe = TestPipe()
    pipe.send(Self.stream(Self.small, frameBytes: Self.smallBytes, frames: 1) + Array(bytes.utf8))
    pipe.closeWriting()
    let playback = Playback(of: try Y4MReader(descriptor: pipe.reading, name: "pipe"))
    #expect(playback.pictures.count == 1)
    #expect(playback.failure == .notUnderstood("pipe", reason: "frame \(1) does not begin with FRAME"))
  }

  @Test("reading a silent pipe returns after the timeout, also inside a frame")
  func quiet() throws {
    let pipe = TestPipe()
    pipe.send(Self.stream(Self.small, frameBytes: Self.smallBytes, frames: 1).dropLast())
    let source = try Y4MReader(descriptor: pipe.reading, name: "pipe")
    for _ in 0..<3 {
      guard case .nothing = try source.next(within: .milliseconds(1)) else {
        Issue.record("the frame is not whole yet")
        return
      }
    }
    pipe.send([0])
    guard case .frame = try source.next(within: .seconds(10)) else {
      Issue.record("the frame is whole")
      return
    }
  }

  @Test("when all buffers are lent, the reader waits, and continues when one is returned")
  func buffersOut() throws {
    let pipe = TestPipe()
    pipe.send(Self.stream(Self.small, frameBytes: Self.smallBytes, frames: 20))
    pipe.closeWriting()
    let source = try Y4MReader(descriptor: pipe.reading, name: "pipe")
    func hold(_ depth: Int) throws -> Int {
      switch try source.next(within: .milliseconds(1)) {
      case .frame(let frame):
        let deepest = try hold(depth + 1)
        withExtendedLifetime(frame.sequence) {}
        return deepest
      default: return depth
      }
    }
    let held = try hold(0)
    #expect((3...8).contains(held))
    guard case .frame(let frame) = try source.next(within: .milliseconds(1)) else {
      Issue.record("buffers are back")
      return
    }
    #expect(frame.sequence == UInt64(held))
  }
}
