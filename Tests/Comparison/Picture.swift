import Capture
import Frames

/// A picture of Y U Y V in memory, whose mean luma is known exactly.
final class Picture: FrameLender {
  let format: FrameFormat
  // Not written after `init`.
  private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
  /// 0...255.
  let mean: Double

  /// A lit lamp in front of a textured background, with camera noise.
  init(width: Int, height: Int, seed: UInt64) {
    var scene = SceneDescription(
      width: width, height: height,
      torches: [SimulatedTorch(marks: [0..<1], radius: Double(height) / 40)], noise: 3, leadIn: 0, seed: seed)
    scene.backdrop = .texture(seed: seed)
    format = FrameFormat(.yuyv, width: width, height: height)
    bytes = .allocate(byteCount: format.byteCount, alignment: 64)
    let source = SimulatedScene(scene)
    guard case .frame(let frame)? = try? source.next(within: .seconds(10)) else {
      preconditionFailure("a simulated scene has a first frame")
    }
    mean = Self.pack(frame, into: bytes)
  }

  deinit { bytes.deallocate() }

  /// - Returns: The mean luma.
  private static func pack(
    _ frame: borrowing Frame, into bytes: UnsafeMutableRawBufferPointer
  ) -> Double {
    let format = frame.format
    precondition(format.pixelFormat == .yu12, "simulated scenes have three planes")
    var sum = 0
    frame.withPlane(0) { luma in
      frame.withPlane(1) { u in
        frame.withPlane(2) { v in
          for y in 0..<format.height {
            for x in 0..<format.width {
              let pixel = luma[y * format.planes[0].stride + x]
              sum += Int(pixel)
              let at = 2 * (y * format.width + x)
              bytes[at] = pixel
              let chroma = (y / 2) * format.planes[1].stride + x / 2
              bytes[at + 1] = x.isMultiple(of: 2) ? u[chroma] : v[chroma]
            }
          }
        }
      }
    }
    return Double(sum) / Double(format.width * format.height)
  }

  /// - Parameter sequence: The frame's number, which its grid also has.
  func frame(sequence: Int) -> Frame {
    Frame(
      format: format, timestamp: .zero, sequence: UInt64(sequence), bytes: UnsafeRawBufferPointer(bytes),
      lender: self, index: 0)
  }

  func takeBack(_ index: Int) {}

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(bytes))
  }
}
