import Foundation
import Frames
import Glibc
import Testing

@testable import Capture

@Suite struct Y4MWriterTests {
  @Test(
    "written frames, with or without padding, are read back equal", arguments: Y4MHeaderTests.carried)
  func roundTrip(pixelFormat: PixelFormat) throws {
    let padded = FrameFormat(pixelFormat, width: 5, height: 3, stride: 16, range: .full)
    let packed = FrameFormat(pixelFormat, width: 5, height: 3, range: .full)
    let pipe = TestPipe()
    let writer = try Y4MWriter(
      descriptor: pipe.writing, header: Y4MHeader(format: padded, rate: .init(24)))
    var written: [Playback.Picture] = []
    for format in [padded, packed] {
      let frame = FramePool(format: format, capacity: 1).frame(timestamp: .zero, sequence: 0) { buffer in
        for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index &* 7) }
      }
      guard let frame else { preconditionFailure("a fresh pool has a buffer") }
      try writer.write(frame)
      written.append(Playback.Picture(frame))
    }
    let bytes = (0..<packed.byteCount).map { UInt8($0) }
    try bytes.withUnsafeBytes { try writer.write($0) }
    pipe.closeWriting()

    let playback = Playback(of: try Y4MReader(descriptor: pipe.reading, name: "pipe"))
    #expect(playback.failure == nil)
    #expect(playback.pictures.map(\.format) == [packed, packed, packed])
    #expect(playback.pictures.prefix(2).map(\.planes) == written.map(\.planes))
    #expect(playback.pictures.last?.planes.flatMap { $0 } == bytes)
  }

  @Test("a closed reader causes an error, not a signal")
  func readerGone() throws {
    let pipe = TestPipe()
    let format = FrameFormat(.grey, width: 4, height: 4)
    let writer = try Y4MWriter(
      descriptor: pipe.writing, header: Y4MHeader(format: format, rate: .init(25)))
    pipe.closeReading()
    // The signal would end this process.
    signal(SIGPIPE, SIG_DFL)
    #expect(throws: Y4MWriteError.readerGone) {
      try [UInt8](repeating: 0, count: 16).withUnsafeBytes { try writer.write($0) }
    }
    var pending = sigset_t()
    sigpending(&pending)
    #expect(sigismember(&pending, SIGPIPE) == 0)
  }

  @Test(
    "a pixel format that the stream cannot carry is refused",
    arguments: PixelFormat.allCases.filter { !Y4MHeaderTests.carried.contains($0) })
  func unsupported(pixelFormat: PixelFormat) {
    let pipe = TestPipe()
    #expect(throws: Y4MWriteError.unsupported(pixelFormat)) {
      try Y4MWriter(
        descriptor: pipe.writing,
        header: Y4MHeader(format: FrameFormat(pixelFormat, width: 4, height: 4), rate: nil))
    }
  }

  @Test("an error of the descriptor is reported with the system's reason")
  func failed() throws {
    let folder = TestFolder()
    let descriptor = open(folder.file("read-only"), O_RDONLY)
    defer { close(descriptor) }
    #expect(throws: Y4MWriteError.failed(reason: "Bad file descriptor")) {
      try Y4MWriter(
        descriptor: descriptor,
        header: Y4MHeader(format: FrameFormat(.grey, width: 4, height: 4), rate: nil))
    }
  }
}
