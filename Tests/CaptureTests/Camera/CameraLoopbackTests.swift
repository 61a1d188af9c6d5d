import Foundation
import Frames
import Testing

@testable import Capture

/// A loopback camera that gets 30 frames per second of 320x240: see Tests/CameraVM. The variable names its node.
private let node = ProcessInfo.processInfo.environment["ALDIS_TEST_LOOPBACK"]

@Suite(.serialized, .enabled(if: node != nil, "ALDIS_TEST_LOOPBACK names no camera; `make test-camera` does"))
struct CameraLoopbackTests {
  let path = node ?? ""

  @Test("a scene arrives in the feeder's format, complete and in order, also after an earlier one")
  func plays() throws {
    let camera = try V4L2Camera(path)
    #expect(camera.info.format == FrameFormat(.yu12, width: 320, height: 240))
    #expect(camera.info.nominalRate == 30)
    #expect(camera.info.exposure == .unknown)
    let run = try camera.read(frames: 60)
    #expect(run.count == 60)
    #expect(run.sequenceSteps.reduce(0, +) == 59 + run.lost.reduce(0) { $0 + $1.count })
    #expect(run.intervals.allSatisfy { $0 > 0 })
    // The loopback device does not report the clock of its timestamps.
    #expect(camera.info.clock == .arrival)
  }

  @Test(
    "a reader that keeps all frames loses the next ones as overload, and gets frames again when it releases them"
  )
  func keeps() throws {
    let camera = try V4L2Camera(path)
    var held = InlineArray<8, Frame?> { _ in nil }
    var count = 0
    var causes: Set<FramesLost.Cause> = []
    // The loopback device has two buffers, so frames are copies, in eight buffers.
    for _ in 0..<100 where !causes.contains(.overload) {
      switch try camera.next(within: .seconds(1)) {
      case .frame(let frame):
        held[count] = consume frame
        count += 1
      case .lost(let lost): causes.insert(lost.cause)
      case .changed: break
      case .nothing: break
      case .ended: break
      }
    }
    #expect(count == 8)
    #expect(causes.contains(.overload))
    for index in held.indices { held[index] = nil }
    #expect(try camera.read(frames: 10).count == 10)
  }
}
