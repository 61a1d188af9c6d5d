import Frames
import Testing

@testable import Capture

@Suite("A simulated scene")
struct SimulatedSceneTests {
  @Test("delivers the same bytes for the same description, and others for another seed")
  func determinism() throws {
    let description = SceneDescription(
      width: 97, height: 61, torches: [SimulatedTorch(marks: [0..<0.2])], shake: 1.5, leadIn: 0.1, tail: 0.1)
    var other = description
    other.seed = 2
    let pictures = try Self.pictures(of: description)
    #expect(pictures.count == 12)
    #expect(try pictures == Self.pictures(of: description))
    for (picture, another) in zip(pictures, try Self.pictures(of: other)) {
      #expect(picture != another)
    }
  }

  @Test("a frame does not depend on earlier frames")
  func independence() throws {
    var description = SceneDescription(
      width: 33, height: 20, torches: [SimulatedTorch(marks: [0..<1])], shake: 1, leadIn: 0, tail: 0)
    let whole = try Self.events(of: description)
    description.drops = 0.4
    let broken = try Self.events(of: description)
    #expect(broken.frames.count < whole.frames.count)
    for frame in broken.frames {
      #expect(frame == whole.frames[Int(frame.sequence)])
    }
  }

  @Test(
    "numbers its frames and gives them exact times",
    arguments: [
      (rate: 30.0, exposure: 0.5), (rate: 24000.0 / 1001, exposure: 1.0), (rate: 60.0, exposure: 0.1),
    ])
  func stamps(rate: Double, exposure: Double) throws {
    let scene = SimulatedScene(
      SceneDescription(width: 16, height: 16, rate: rate, exposure: exposure, leadIn: 1, tail: 1))
    #expect(scene.info.nominalRate == rate)
    #expect(scene.info.exposure == .locked(exposure / rate))
    #expect(!scene.info.isLive)
    for index in 0..<Int((2 * rate).rounded()) {
      guard case .frame(let frame) = try scene.next(within: .zero) else {
        Issue.record("frame \(index) is missing")
        return
      }
      #expect(frame.sequence == UInt64(index))
      #expect(frame.timestamp.nanoseconds == Int64((Double(index) / rate * 1e9).rounded()))
      #expect(frame.exposure == exposure / rate)
    }
    guard case .ended = try scene.next(within: .zero) else {
      Issue.record("the scene has no end")
      return
    }
  }

  @Test("reports all lost frames before the next good one")
  func losses() throws {
    let description = SceneDescription(
      width: 16, height: 16, rate: 50, leadIn: 4, tail: 0, drops: 0.3, seed: 5)
    let events = try Self.events(of: description)
    #expect(events.losses.count > 20)
    #expect(events.losses.reduce(0) { $0 + $1.lost.count } + events.frames.count == 200)
    for loss in events.losses where loss.before < events.frames.count {
      let next = events.frames[loss.before]
      let last = loss.before == 0 ? -1 : Int(events.frames[loss.before - 1].sequence)
      #expect(loss.lost.cause == .source)
      #expect(loss.lost.count == Int(next.sequence) - last - 1)
      #expect(loss.lost.time == next.timestamp)
    }
  }

  @Test("waits while every buffer is lent, and then continues without a gap")
  func exhaustion() throws {
    let scene = SimulatedScene(SceneDescription(width: 16, height: 16, leadIn: 1, tail: 0))
    func takeEight() throws -> [UInt64] {
      // Frames cannot live in an array: eight of them, held until the end of this function.
      var sequences: [UInt64] = []
      func hold(_ count: Int) throws {
        guard count > 0 else {
          guard case .nothing = try scene.next(within: .zero) else {
            Issue.record("a ninth frame came")
            return
          }
          return
        }
        guard case .frame(let frame) = try scene.next(within: .zero) else {
          Issue.record("no frame")
          return
        }
        sequences.append(frame.sequence)
        try hold(count - 1)
      }
      try hold(8)
      return sequences
    }
    #expect(try takeEight() == Array(0..<8))
    #expect(try takeEight() == Array(8..<16))
  }

  @Test("in real time, delivers nothing before a frame's exposure is over")
  func patience() throws {
    // The exposure is 20 s, so no frame can come during this test.
    let scene = SimulatedScene(
      SceneDescription(width: 16, height: 16, rate: 0.05, exposure: 1, leadIn: 100, pace: .realTime))
    #expect(scene.info.isLive)
    for _ in 0..<3 {
      guard case .nothing = try scene.next(within: .milliseconds(1)) else {
        Issue.record("a frame before its time")
        return
      }
    }
  }

  @Test("in real time, frames have times of the monotonic clock, at the scene's rate, and gaps are counted")
  func realTime() throws {
    let before = Timestamp.now
    let scene = SimulatedScene(
      SceneDescription(width: 16, height: 16, rate: 500, repeats: true, pace: .realTime))
    var first: Timestamp?
    var expected: UInt64 = 0
    for index in 0..<40 {
      // The reader is so late that a camera would have no free buffer.
      if index == 20 { (Timestamp.now + 0.1).wait() }
      switch try scene.next(within: .seconds(10)) {
      case .frame(let frame):
        let now = Timestamp.now
        #expect(frame.sequence == expected)
        #expect(frame.timestamp >= before && frame.timestamp <= now)
        let begin = first ?? frame.timestamp
        first = begin
        #expect(
          frame.timestamp.nanoseconds - begin.nanoseconds == Int64(frame.sequence) * 2_000_000)
        expected += 1
      case .lost(let lost):
        expected += UInt64(lost.count)
      case .nothing: Issue.record("nothing within ten seconds")
      case .changed: Issue.record("nothing changes here")
      case .ended: Issue.record("a scene that repeats has no end")
      }
    }
    // 0.1 s are 50 frames, of which 8 wait for the reader.
    #expect(expected > 40 + 30)
  }

  @Test("makes frames of any size", arguments: [(1, 1), (2, 1), (1, 3), (17, 5), (64, 48), (101, 67)])
  func sizes(width: Int, height: Int) throws {
    for backdrop in [.harbour, .texture(seed: 1), .plain(level: 50)] as [SceneDescription.Backdrop] {
      for shake in [0, 2.5] {
        let frames = try Self.events(
          of: SceneDescription(
            width: width, height: height, rate: 4, torches: [SimulatedTorch(marks: [0..<1], radius: 3)],
            shake: shake, leadIn: 0, tail: 0, backdrop: backdrop)
        ).frames
        #expect(frames.count == 4)
        for frame in frames {
          let half = (width + 1) / 2 * ((height + 1) / 2)
          #expect(frame.planes.map(\.count) == [width * height, half, half])
        }
      }
    }
  }
}

// Reading a scene to its end.
extension SimulatedSceneTests {
  struct ReadFrame: Equatable {
    var sequence: UInt64
    var timestamp: Timestamp
    var planes: [[UInt8]]
  }

  struct Events {
    var frames: [ReadFrame] = []
    /// The lost frames, and the index in `frames` before which they were reported.
    var losses: [(lost: FramesLost, before: Int)] = []
  }

  static func events(of description: SceneDescription) throws -> Events {
    let scene = SimulatedScene(description)
    var events = Events()
    while true {
      switch try scene.next(within: .zero) {
      case .frame(let frame):
        var planes: [[UInt8]] = []
        for plane in 0..<3 { planes.append(frame.withPlane(plane) { Array($0) }) }
        events.frames.append(
          ReadFrame(sequence: frame.sequence, timestamp: frame.timestamp, planes: planes))
      case .lost(let lost): events.losses.append((lost, events.frames.count))
      case .ended: return events
      case .changed: Issue.record("a simulated scene does not change")
      case .nothing: Issue.record("a recording has its next frame ready")
      }
    }
  }

  static func pictures(of description: SceneDescription) throws -> [[[UInt8]]] {
    try events(of: description).frames.map(\.planes)
  }
}
