import Capture
import Foundation
import Frames
import Luma
import Morse
import Testing

@testable import Monitor

/// Compares the events of a session with those of a recording of its grids.
@Suite("Recordings of sessions")
struct RecordedSessionTests {
  /// The records and the events of a session.
  private struct Run {
    var records: [GridRecord] = []
    var events: [MonitorEvent] = []
  }

  private static func scene(
    _ text: String = "CQ", width: Int = 160, drops: Double = 0
  ) throws -> SceneDescription {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 20)).encode(text)
    return SceneDescription(
      width: width, height: 120, torches: [SimulatedTorch(marks: keying.marks, radius: 5)], drops: drops,
      backdrop: .texture(seed: 3))
  }

  /// Runs a session to the end of its frames.
  ///
  /// - Parameter act: The user's actions; called with the number of frames so far.
  private func run(
    _ source: any FrameSource & Sendable, _ configuration: Receiver.Configuration = .init(),
    act: (Session, _ frames: Int) -> Void = { _, _ in }
  ) throws -> Run {
    let thread = CaptureThread { () throws(CaptureError) in source }
    var run = Run()
    let session = Session(
      name: "test", queue: thread.queue, configuration: configuration, record: { run.records.append($0) },
      report: { run.events.append($0) })
    var grid = LumaGrid(width: 1, height: 1)
    while session.outcome == nil {
      try session.drain(within: .seconds(10)) { frame, deliver in
        CPULuma.measure(frame, into: &grid)
        deliver(grid)
      }
      act(session, session.frameCount)
    }
    session.finish()
    thread.stop()
    return run
  }

  private func replay(
    _ records: [GridRecord], _ configuration: Receiver.Configuration = .init()
  ) -> [MonitorEvent] {
    var events: [MonitorEvent] = []
    var receiver = Receiver(configuration)
    for record in records { receiver.take(record) { events.append($0) } }
    return events
  }

  /// The records after writing them to a file and reading the file.
  private func rereadFromFile(_ records: [GridRecord]) throws -> [GridRecord] {
    var encoder = GridEncoder()
    var bytes: [UInt8] = []
    for record in records { encoder.encode(record, to: &bytes) }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).grid").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    guard case .grids(let reader) = try OpenedRecording(path: path) else { return [] }
    var read: [GridRecord] = []
    while case .record(let record) = try reader.next(within: .seconds(1)) { read.append(record) }
    return read
  }

  @Test("a recording with lost frames gives the same events again")
  func replays() throws {
    let run = try run(Source(SimulatedScene(Self.scene("CQ DE ALDIS", drops: 0.03))))
    #expect(run.events.contains { if case .character = $0 { true } else { false } })
    #expect(run.events.contains { if case .framesLost = $0 { true } else { false } })
    #expect(replay(run.records) == run.events)
    #expect(replay(try rereadFromFile(run.records)) == run.events)
  }

  @Test("a recording gives the same events again after changes of the settings")
  func wishes() throws {
    let scene = try Self.scene("CQ DE ALDIS")
    let configuration = Receiver.Configuration(
      light: .init(sensitivity: .manual(0.4)), decoder: .init(wordsPerMinute: 21))
    var hasCalibrated = false
    let run = try run(Source(SimulatedScene(scene)), configuration) { session, frames in
      if frames > 100, !hasCalibrated {
        hasCalibrated = true
        session.recalibrate()
        session.setSensitivity(.manual(0.7))
        session.setSpeedLock(20)
      }
    }
    #expect(run.records.prefix(2) == [.sensitivity(0.4), .speed(21)])
    #expect(run.records.contains(.recalibrated))
    #expect(run.records.contains(.sensitivity(0.7)))
    #expect(run.records.contains(.speed(20)))
    // The receiver gets the settings from the recording only.
    #expect(replay(try rereadFromFile(run.records)) == run.events)
    #expect(replay(run.records.filter { $0 != .recalibrated }) != run.events)
  }

  @Test(
    "a recording gives the same events again with pictures of another size, and with a source that failed")
  func changes() throws {
    let first = try SimulatedScene(Self.scene())
    let second = try SimulatedScene(Self.scene(width: 215))
    let run = try run(Source(first, second, failure: .cameraGone("/dev/video0")))
    #expect(
      run.events.last
        == .camera(
          CameraEvent(
            .failed, name: second.info.name, message: CaptureError.cameraGone("/dev/video0").message,
            time: run.events.last?.cameraTime ?? -1)))
    #expect(
      Set(run.records.compactMap { if case .grid(let grid) = $0 { grid.width } else { nil } }) == [160, 215])
    #expect(replay(try rereadFromFile(run.records)) == run.events)
  }

  @Test("frames of a recording have its grids, and their pictures give the same measurements, bit for bit")
  func playback() throws {
    let run = try run(
      Source(try SimulatedScene(Self.scene(drops: 0.02)), try SimulatedScene(Self.scene(width: 215))))
    var encoder = GridEncoder()
    var bytes: [UInt8] = []
    for record in run.records { encoder.encode(record, to: &bytes) }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).grid").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    let source = try OpenedRecording(path: path).frames()
    var played: [GridRecord] = []
    var grid = LumaGrid(width: 1, height: 1)
    reading: while true {
      switch try source.next(within: .seconds(1)) {
      case .frame(let frame):
        CPULuma.measure(frame, into: &grid)
        #expect(frame.recordedGrid == grid)
        played.append(.grid(grid))
      case .lost(let lost): played.append(.lost(lost))
      case .changed: #expect(source.info.format.width == 215)
      case .nothing: continue
      case .ended: break reading
      }
    }
    let measured = run.records.filter { record in
      switch record {
      case .grid, .lost: true
      default: false
      }
    }
    #expect(played == measured)
    guard case .ended = try source.next(within: .zero) else {
      Issue.record("the source delivers something after its end")
      return
    }
  }
}

/// A source of several scenes, one after another. It may end with an error.
private final class Source: FrameSource, @unchecked Sendable {
  private var scenes: [SimulatedScene]
  private let failure: CaptureError?

  init(_ scenes: SimulatedScene..., failure: CaptureError? = nil) {
    self.scenes = scenes
    self.failure = failure
  }

  var info: SourceInfo { scenes[0].info }

  func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    switch try scenes[0].next(within: timeout) {
    case .frame(let frame): return .frame(frame)
    case .lost(let lost): return .lost(lost)
    case .changed: return .changed
    case .nothing: return .nothing
    case .ended: break
    }
    if scenes.count > 1 {
      scenes.removeFirst()
      return .changed
    }
    if let failure { throw failure }
    return .ended
  }
}

extension MonitorEvent {
  fileprivate var cameraTime: Double? { if case .camera(let camera) = self { camera.time } else { nil } }
}
