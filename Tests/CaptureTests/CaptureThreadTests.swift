import Dispatch
import Frames
import Synchronization
import Testing

@testable import Capture

/// Plays a list of steps, then ends.
private final class ScriptedSource: ExposureAdjustableSource {
  enum Step { case frame, lost, broken }

  private(set) var info: SourceInfo
  private let pool: FramePool
  private var steps: [Step]
  private var sequence: UInt64 = 0
  private let onExposure: @Sendable (ExposureMode) -> Void

  init(
    _ steps: [Step], isLive: Bool, pool: FramePool,
    onExposure: @escaping @Sendable (ExposureMode) -> Void = { _ in }
  ) {
    self.onExposure = onExposure
    info = SourceInfo(name: "script", format: pool.format, nominalRate: 30, isLive: isLive)
    self.steps = steps
    self.pool = pool
  }

  func setExposure(_ mode: ExposureMode) { onExposure(mode) }

  func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    guard let step = steps.first else { return .ended }
    switch step {
    case .frame:
      guard let frame = pool.frame(timestamp: .zero, sequence: sequence, fill: { _ in }) else {
        return .nothing
      }
      sequence += 1
      steps.removeFirst()
      return .frame(frame)
    case .lost:
      steps.removeFirst()
      return .lost(FramesLost(count: 3, cause: .source, time: .zero))
    case .broken:
      throw .cameraGone("script")
    }
  }
}

@Suite("CaptureThread")
struct CaptureThreadTests {
  private let pool = FramePool(format: FrameFormat(.grey, width: 2, height: 2), capacity: 16)

  /// Everything the queue holds until its end, in words.
  private func report(from thread: CaptureThread) -> [String] {
    var story: [String] = []
    while let report = thread.queue.next(within: .seconds(10)) {
      switch report {
      case .streaming(let info): story.append("streaming \(info.name)")
      case .frame(let frame): story.append("frame \(frame.sequence)")
      case .lost(let lost): story.append("lost \(lost.count) \(lost.cause)")
      case .sought: story.append("sought")
      case .ended: return story + ["ended"]
      case .failed(let error): return story + ["failed: \(error.message)"]
      }
    }
    return story + ["silence"]
  }

  @Test("all frames of a recording arrive in order, even with a slow reader")
  func recording() {
    let thread = CaptureThread(queue: CaptureQueue(capacity: 2)) { [pool] in
      ScriptedSource(Array(repeating: .frame, count: 40), isLive: false, pool: pool)
    }
    #expect(report(from: thread) == ["streaming script"] + (0..<40).map { "frame \($0)" } + ["ended"])
    thread.stop()
    #expect(pool.available == 16)
  }

  @Test("a gap and a failure are reported in their place")
  func gapAndBreak() {
    let thread = CaptureThread { [pool] in
      ScriptedSource([.frame, .lost, .frame, .broken], isLive: false, pool: pool)
    }
    #expect(
      report(from: thread) == [
        "streaming script", "frame 0", "lost 3 source", "frame 1",
        "failed: script is gone; plug the camera in again",
      ])
    thread.stop()
  }

  @Test("the reason is reported if a source does not open")
  func noSource() {
    let thread = CaptureThread { () throws(CaptureError) in throw .noSuchCamera("moon") }
    #expect(
      report(from: thread) == [
        "failed: no such camera: moon; `aldis cameras` lists those there are"
      ])
    thread.stop()
  }

  @Test("a source that fails is opened again with `reopen`")
  func reopening() {
    let attempts = Mutex(0)
    let thread = CaptureThread(recovery: .reopen) { [pool] in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      return ScriptedSource(attempt == 1 ? [.frame, .broken] : [.frame], isLive: false, pool: pool)
    }
    #expect(
      report(from: thread) == [
        "streaming script", "frame 0", "failed: script is gone; plug the camera in again",
      ])
    #expect(report(from: thread) == ["streaming script", "frame 0", "ended"])
    thread.stop()
  }

  @Test("a reopened camera gets the chosen exposure mode, but not a step of the coach")
  func exposure() {
    let hasChosen = DispatchSemaphore(value: 0)
    let modes = Mutex<[ExposureMode]>([])
    let attempts = Mutex(0)
    let thread = CaptureThread(recovery: .reopen) { [pool] in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      hasChosen.wait()
      hasChosen.signal()
      return ScriptedSource([.frame, attempt == 1 ? .broken : .frame], isLive: true, pool: pool) { mode in
        modes.withLock { $0.append(mode) }
      }
    }
    thread.setExposure(.coach)
    thread.setExposure(.step(ExposureSetting(gain: 0.5)))
    hasChosen.signal()
    _ = report(from: thread)
    _ = report(from: thread)
    thread.stop()
    #expect(modes.withLock { $0 } == [.coach, .coach])
  }

  @Test(
    "an absent camera is reported once, for all errors of its absence; a refused permission is reported too"
  )
  func absence() {
    let failures = Mutex<[CaptureError]>([
      .cameraDenied("script"), .noCamera, .cameraGone("script"),
      .deviceFailed("script", request: "VIDIOC_STREAMON", reason: "it is early"), .noSuchCamera("script"),
    ])
    let hasStreamed = Atomic(false)
    let thread = CaptureThread(recovery: .reopen) { [pool] () throws(CaptureError) in
      guard hasStreamed.exchange(true, ordering: .relaxed) else {
        return ScriptedSource([.frame, .broken], isLive: false, pool: pool)
      }
      if let failure = failures.withLock({ $0.popLast() }) { throw failure }
      return ScriptedSource([.frame], isLive: false, pool: pool)
    }
    #expect(
      report(from: thread) == [
        "streaming script", "frame 0", "failed: \(CaptureError.cameraGone("script").message)",
      ])
    #expect(report(from: thread) == ["failed: \(CaptureError.cameraDenied("script").message)"])
    #expect(report(from: thread) == ["streaming script", "frame 0", "ended"])
    thread.stop()
  }

  @Test("a camera that is back but fails repeatedly is reported once")
  func lastingFailure() {
    let failure = CaptureError.deviceFailed("script", request: "VIDIOC_STREAMON", reason: "no bandwidth")
    let failures = Mutex<[CaptureError]>([.cameraDenied("script"), failure, failure, failure, .noCamera])
    let thread = CaptureThread(recovery: .reopen) { [pool] () throws(CaptureError) in
      if let failure = failures.withLock({ $0.popLast() }) { throw failure }
      return ScriptedSource([.frame], isLive: false, pool: pool)
    }
    #expect(report(from: thread) == ["failed: \(CaptureError.noCamera.message)"])
    #expect(report(from: thread) == ["failed: \(failure.message)"])
    #expect(report(from: thread) == ["failed: \(CaptureError.cameraDenied("script").message)"])
    #expect(report(from: thread) == ["streaming script", "frame 0", "ended"])
    thread.stop()
  }

  @Test("a camera that opens and delivers nothing is reported once as gone, and not as streaming")
  func deliversNothing() {
    let attempts = Mutex(0)
    let thread = CaptureThread(recovery: .reopen) { [pool] in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      return ScriptedSource(attempt < 4 ? [.broken] : [.frame], isLive: true, pool: pool)
    }
    #expect(report(from: thread) == ["failed: \(CaptureError.cameraGone("script").message)"])
    #expect(report(from: thread) == ["streaming script", "frame 0", "ended"])
    thread.stop()
  }

  @Test("stopping ends a thread that waits for room, and returns every frame")
  func stopping() {
    let thread = CaptureThread(queue: CaptureQueue(capacity: 1)) { [pool] in
      ScriptedSource(Array(repeating: .frame, count: 40), isLive: false, pool: pool)
    }
    thread.stop()
    #expect(pool.available == 16)
  }
}

/// A seekable source of forty frames, 0.1 s each.
private final class SeekableScript: SeekableSource {
  private(set) var info: SourceInfo
  private let pool: FramePool
  private var next: UInt64 = 0

  init(_ pool: FramePool) {
    info = SourceInfo(
      name: "kept", format: pool.format, nominalRate: 10, isLive: false,
      span: .zero...Timestamp(seconds: 4))
    self.pool = pool
  }

  func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    guard next < 40 else { return .ended }
    let time = Timestamp(seconds: Double(next) / 10)
    guard let frame = pool.frame(timestamp: time, sequence: next, fill: { _ in }) else { return .nothing }
    next += 1
    return .frame(frame)
  }

  func seek(to time: Timestamp) throws(CaptureError) { next = UInt64((time.seconds * 10).rounded()) }
}

extension CaptureThreadTests {
  @Test("a recording that has ended is read again from the sought moment")
  func seekAfterEnd() {
    let thread = CaptureThread { [pool] in SeekableScript(pool) }
    #expect(report(from: thread).last == "ended")
    thread.seek(to: Timestamp(seconds: 3.8))
    #expect(report(from: thread) == ["sought", "frame 38", "frame 39", "ended"])
    thread.stop()
    #expect(pool.available == 16)
  }

  @Test("a paused recording delivers only the sought frame, and the rest when it continues")
  func hold() {
    let thread = CaptureThread { [pool] in SeekableScript(pool) }
    #expect(report(from: thread).last == "ended")
    thread.setPaused(true)
    thread.seek(to: Timestamp(seconds: 3.7))
    var story: [String] = []
    for _ in 0..<2 {
      switch thread.queue.next(within: .seconds(10)) {
      case .sought: story.append("sought")
      case .frame(let frame): story.append("frame \(frame.sequence)")
      default: story.append("?")
      }
    }
    #expect(story == ["sought", "frame 37"])
    // A test cannot wait for the absence of frames, so the frames after continuing are checked.
    thread.seek(to: Timestamp(seconds: 3.8))
    thread.setPaused(false)
    #expect(report(from: thread).suffix(2) == ["frame 39", "ended"])
    thread.stop()
  }
}

@Suite("CaptureQueue")
struct CaptureQueueTests {
  private let pool = FramePool(format: FrameFormat(.grey, width: 2, height: 2), capacity: 8)

  private func frame(_ sequence: UInt64) throws -> Frame {
    guard let frame = pool.frame(timestamp: .zero, sequence: sequence, fill: { _ in }) else {
      throw CancellationError()
    }
    return frame
  }

  @Test("a full queue loses a live frame, counts it, and returns it at once")
  func overload() throws {
    let queue = CaptureQueue(capacity: 2)
    for sequence in 0..<5 { #expect(queue.putLive(try frame(UInt64(sequence)))) }
    #expect(pool.available == 6)
    #expect(reports(in: queue) == ["frame 0", "frame 1"])
  }

  @Test("lost frames are reported in their place: after the waiting reports, before the next one")
  func order() throws {
    let queue = CaptureQueue(capacity: 2)
    for sequence in 0..<5 { #expect(queue.putLive(try frame(UInt64(sequence)))) }
    guard case .frame = queue.next() else {
      Issue.record("the oldest frame comes first")
      return
    }
    #expect(queue.putLive(try frame(5)))
    #expect(reports(in: queue) == ["frame 1", "3 lost by overload", "frame 5"])
    for sequence in 6..<9 { #expect(queue.putLive(try frame(UInt64(sequence)))) }
    #expect(reports(in: queue) == ["frame 6", "frame 7"])
    let isTaken = queue.put(.ended)
    #expect(isTaken)
    #expect(reports(in: queue) == ["1 lost by overload", "ended"])
    #expect(pool.available == 8)
  }

  /// The waiting reports, as text.
  private func reports(in queue: CaptureQueue) -> [String] {
    var words: [String] = []
    while let report = queue.next() {
      switch consume report {
      case .frame(let frame): words.append("frame \(frame.sequence)")
      case .lost(let lost): words.append("\(lost.count) lost by \(lost.cause)")
      case .ended: words.append("ended")
      default: words.append("other")
      }
    }
    return words
  }

  @Test("an empty queue returns nothing")
  func empty() {
    guard case nil = CaptureQueue().next() else {
      Issue.record("there was nothing to answer")
      return
    }
  }

  @Test("a closed queue accepts nothing more")
  func closed() throws {
    let queue = CaptureQueue(capacity: 2)
    queue.close()
    #expect(!queue.put(.frame(try frame(0))))
    #expect(pool.available == 8)
  }
}
