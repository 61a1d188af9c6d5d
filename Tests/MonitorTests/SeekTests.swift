import Capture
import Filming
import Foundation
import Frames
import Light
import Luma
import Morse
import Testing

@testable import Monitor

@Suite("Seeking in a recording")
struct SeekTests {
  /// Reads a recording, and seeks in it.
  final class Reading {
    let thread: CaptureThread
    var events: [MonitorEvent] = []
    var times: [Double] = []
    private(set) var session: Session!
    private var grid = LumaGrid(width: 1, height: 1)

    init(_ path: String) {
      thread = CaptureThread(open: { () throws(CaptureError) in try RecordingSource.open(path) })
      session = Session(name: "test", queue: thread.queue) { [unowned self] in
        events.append($0)
        times.append(session.snapshot.position?.seconds ?? 0)
      }
    }

    deinit { thread.stop() }

    /// Reads until a moment of the recording, or to its end.
    func read(until time: Double = .infinity) throws {
      repeat {
        try session.drain(within: .seconds(10)) { frame, deliver in
          CPULuma.measure(frame, into: &grid)
          deliver(grid)
        }
      } while session.outcome == nil && (session.snapshot.position?.seconds ?? 0) < time
    }

    /// Seeks to a moment of the recording, and drops the events so far.
    func seek(to time: Double) throws {
      thread.seek(to: Timestamp(seconds: time))
      (events, times) = ([], [])
      func hasBegun() -> Bool {
        events.contains { if case .camera(let event) = $0 { event.state == .streaming } else { false } }
      }
      // Waiting frames from before the seek are not measured.
      while !hasBegun() { try session.drain(within: .seconds(10)) { _, _ in } }
    }
  }

  /// A real recording of a slow lamp. It is not in the repository; CONTRIBUTING.md describes where it comes from.
  private static let tower =
    (ProcessInfo.processInfo.environment["ALDIS_RECORDINGS"] ?? "../shared/recordings") + "/tower.mov"

  @Test(
    "after a seek, a lamp that was read before is found within a few seconds",
    .enabled(
      if: FileManager.default.fileExists(atPath: tower),
      "tower.mov is not there: set ALDIS_RECORDINGS to the folder that holds it"),
    arguments: [
      (100.0, "GOD WROUGHT WHAT"), (130, "WHAT HATH GOD"), (160, "UGHT WHAT HATH"), (250, "HAT HATH GOD"),
      (300, "TH GOD WROUGHT"),
    ])
  func knownElsewhere(_ moment: Double, _ text: String) throws {
    let reading = Reading(Self.tower)
    try reading.read(until: 60)
    try reading.seek(to: moment)
    try reading.read(until: moment + 40)
    let found = zip(reading.events, reading.times).first {
      if case .torchFound(TorchID(0), _, _, _, _) = $0.0 { true } else { false }
    }
    #expect(try #require(found).1 < moment + 4)
    #expect(reading.session.snapshot.text.contains(text), "\(reading.session.snapshot.text)")
  }

  @Test("torches keep their letters after a seek, in any order of detection")
  func letters() throws {
    func marks(_ text: String, from start: Double) throws -> [Range<Double>] {
      try Encoder(timing: .itu(wordsPerMinute: 12)).encode(text).marks.map {
        $0.lowerBound + start..<$0.upperBound + start
      }
    }
    // The second torch to be found is the first one after the seek.
    let torches = [
      SimulatedTorch(
        marks: try marks("ALDIS", from: 0) + marks("ALDIS", from: 38), centre: SIMD2(25, 36), radius: 4),
      SimulatedTorch(marks: try marks("SOS SOS SOS SOS", from: 12), centre: SIMD2(71, 36), radius: 4),
    ]
    let path = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString).y4m"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try SessionTests.film(
      SceneDescription(width: 96, height: 72, torches: torches, backdrop: .texture(seed: 3)), to: path)
    let reading = Reading(path)
    try reading.read()
    #expect(reading.session.snapshot.transcripts.map(\.torch) == [TorchID(0), TorchID(1)])
    try reading.seek(to: 14)
    try reading.read()
    let words = reading.events.compactMap { event -> String? in
      if case .word(let torch, let text, _) = event { "\(torch.letter) \(text)" } else { nil }
    }
    #expect(words.contains("A ALDIS") && words.contains("B SOS"))
    #expect(Set(words.map { $0.prefix(1) }) == ["A", "B"])
  }
}
