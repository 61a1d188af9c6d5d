import Foundation
import Frames
import Testing

@testable import Capture

/// A loopback camera that is being fed 30 frames a second of 320x240: see Tests/CameraVM. The variable names its node.
private let node = ProcessInfo.processInfo.environment["ALDIS_TEST_LOOPBACK"]

@Suite(.serialized, .enabled(if: node != nil, "ALDIS_TEST_LOOPBACK names no camera; `make test-camera` does"))
struct CameraLoopbackTests {
  let path = node ?? ""

  @Test("a played scene arrives in the feeder's format, whole and in order, whatever was shown before")
  func plays() throws {
    let camera = try V4L2Camera(path)
    #expect(camera.info.format == FrameFormat(.yu12, width: 320, height: 240))
    #expect(camera.info.nominalRate == 30)
    #expect(camera.info.exposure == .unknown)
    let run = try camera.read(frames: 60)
    #expect(run.count == 60)
    #expect(run.sequenceSteps.reduce(0, +) == 59 + run.lost.reduce(0) { $0 + $1.count })
    #expect(run.intervals.allSatisfy { $0 > 0 })
    // The loopback device does not say on which clock its stamps are.
    #expect(camera.info.clock == .arrival)
  }

  @Test("a reader that keeps every frame loses the next ones, told as overload, and gets on when it lets go")
  func keeps() throws {
    let camera = try V4L2Camera(path)
    var held = InlineArray<8, Frame?> { _ in nil }
    var count = 0
    var causes: Set<FramesLost.Cause> = []
    // The loopback device has two buffers, so frames are copies, and there are eight of those.
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
