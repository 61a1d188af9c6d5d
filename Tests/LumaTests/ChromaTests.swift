import Frames
import Glibc
import Graphics
import Testing

@testable import Luma

/// A frame of 64 x 64 pixels whose chroma must not be touched: the system ends a process that reads it.
private final class GuardedFrame: FrameLender {
  // Not written after `init`.
  private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
  private let format: FrameFormat

  /// Luma fills a page, and chroma begins with the next.
  init(_ pixelFormat: PixelFormat) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    var offset = 0
    let planes = (0..<pixelFormat.planeCount).map { index in
      let (rowBytes, rows) = pixelFormat.planeSize(index, width: 64, height: 64)
      defer { offset += max(page, rowBytes * rows) }
      return FrameFormat.Plane(offset: offset, stride: rowBytes, rowBytes: rowBytes, rows: rows)
    }
    format = FrameFormat(pixelFormat, width: 64, height: 64, planes: planes)
    let start = mmap(nil, offset, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    bytes = UnsafeMutableRawBufferPointer(start: start, count: offset)
    memset(start, 100, page)
    mprotect(start + page, offset - page, PROT_NONE)
  }

  deinit { munmap(bytes.baseAddress, bytes.count) }

  func takeBack(_ index: Int) {}

  var frame: Frame {
    Frame(
      format: format, timestamp: .zero, sequence: 0, bytes: UnsafeRawBufferPointer(bytes), lender: self,
      index: 0)
  }
}

@Suite("Chroma")
struct ChromaTests {
  @Test("is not read for measurement, on the GPU and on the CPU")
  func unread() async {
    await #expect(processExitsWith: .success) {
      let pass = LumaPass(try OffscreenContext().context)
      for format in PixelFormat.allCases where format.chromaPlanes != nil {
        let guarded = GuardedFrame(format)
        var means: [Double] = []
        for _ in 0..<3 { pass.measure(guarded.frame) { means.append($0.mean) } }
        pass.drain { means.append($0.mean) }
        var reference = LumaGrid(width: 1, height: 1)
        CPULuma.measure(guarded.frame, into: &reference)
        guard means == [100, 100, 100], reference.mean == 100 else { exit(1) }
      }
    }
  }

  @Test("is read for display")
  func read() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let pass = LumaPass(try OffscreenContext().context)
      pass.measure(GuardedFrame(.nv12).frame, keepsPicture: true) { _ in }
    }
  }
}
