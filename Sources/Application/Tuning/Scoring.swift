import Capture
import Dispatch
import FoundationEssentials
import Frames
import Glibc
import Graphics
import Luma
import Monitor
import Shaders
import Synchronization

/// Measures the character error rate of a recording with edited shaders. It reads the recording after each save, on a thread
/// and with a GL context of its own, so that the picture continues.
final class Scoring: Sendable {
  /// A recording and the text that was sent in it.
  struct Recording: Sendable {
    var path: String
    var truth: String
  }

  /// The state of the current reading, and its results.
  struct State: Sendable {
    /// Share of the recording that was read, 0...1; `nil` while nothing is read.
    var progress: Double?
    /// The scores of the newest shaders, and of the shaders before them.
    var newest: ReadingScore?
    var before: ReadingScore?
    var fault: (any Error)?
    /// The number of the latest reading; the results of earlier ones are dropped.
    fileprivate var number = 0
  }

  private let recording: Recording
  private let state = Mutex(State())
  private let wake: @Sendable () -> Void
  /// Readings that still run.
  private let running = DispatchGroup()

  /// - Parameter wake: Called when the state has changed.
  init(_ recording: Recording, wake: @escaping @Sendable () -> Void) {
    self.recording = recording
    self.wake = wake
  }

  func currentState() -> State { state.withLock { $0 } }

  /// Starts to read the recording with other shaders. An unfinished reading is dropped.
  ///
  /// - Parameters:
  ///   - values: Values of uniforms by their names.
  ///   - replacingNewest: Whether the newest score is replaced, and not kept as the score for comparison.
  func begin(_ shaders: ShaderLibrary, values: [String: UniformValue], replacingNewest: Bool) {
    let number = state.withLock { state in
      state.number += 1
      if !replacingNewest, let newest = state.newest { state.before = newest }
      (state.newest, state.fault, state.progress) = (nil, nil, 0)
      return state.number
    }
    running.enter()
    DispatchQueue(label: "scoring").async { [self] in
      defer { running.leave() }
      do {
        let score = try read(as: number, shaders, values)
        change(number) { ($0.newest, $0.progress) = (score ?? $0.newest, nil) }
      } catch {
        change(number) { ($0.fault, $0.progress) = (error, nil) }
      }
      wake()
    }
  }

  /// Drops the present reading, and waits until its context is closed, because OpenGL must not be in use when the program ends.
  func end() {
    state.withLock { $0.number += 1 }
    _ = running.wait(timeout: .now() + .seconds(2))
  }

  /// - Returns: Whether this is still the latest reading.
  @discardableResult
  private func change(_ number: Int, _ work: (inout State) -> Void) -> Bool {
    state.withLock { state in
      guard state.number == number else { return false }
      work(&state)
      return true
    }
  }

  /// - Returns: `nil` if other shaders have replaced these.
  private func read(
    as number: Int, _ shaders: ShaderLibrary, _ values: [String: UniformValue]
  ) throws -> ReadingScore? {
    let context = try OffscreenContext()
    let pass = UncheckedPass(context.context, shaders: shaders, values: values)
    let source = try RecordingSource.open(recording.path)
    let span = source.info.span
    var receiver = Receiver(.init(decoder: .init(pace: .recording)))
    var reported = 0
    reading: while true {
      switch try source.next(within: .seconds(1)) {
      case .frame(let frame):
        let time = frame.timestamp
        try pass.measure(frame) { grid in receiver.read(copy grid) { _ in } }
        if let span, span.upperBound > span.lowerBound {
          let progress = min((time - span.lowerBound) / (span.upperBound - span.lowerBound), 1)
          guard change(number, { $0.progress = progress }) else { return nil }
          // The progress is reported in hundredths, because each report makes the window draw.
          if Int(progress * 100) != reported {
            reported = Int(progress * 100)
            wake()
          }
        } else {
          guard change(number, { _ in }) else { return nil }
        }
      case .lost(let lost): receiver.note(lost) { _ in }
      case .changed: continue
      case .nothing: continue
      case .ended: break reading
      }
    }
    pass.drain { grid in receiver.read(copy grid) { _ in } }
    receiver.finish { _ in }
    return ReadingScore(receiver.transcripts.map(\.text), against: recording.truth)
  }
}

extension Scoring.Recording {
  /// Limit of the characters. The comparison of a longer text takes longer than the reading.
  private static let longestTruth = 20_000

  /// - Parameter truth: The text of the recording; with `nil` it is read from the file with the same name and the ending txt.
  init(_ path: String, truth: String?) throws(Failure) {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      throw Failure(.noInput, "no such file: \(path); name a recording with --score")
    }
    if let truth {
      self.truth = truth
    } else {
      let beside = path.splitAtEnding().start + ".txt"
      guard let data = FileManager.default.contents(atPath: beside) else {
        throw Failure(
          .noInput, "the text of \(path) is unknown; write it into \(beside), or give --truth TEXT")
      }
      guard let text = String(data: data, encoding: .utf8) else {
        throw Failure(.data, "\(beside) is no text in UTF-8; save it as UTF-8, or give --truth TEXT")
      }
      self.truth = text
    }
    let count = self.truth.count { !$0.isWhitespace }
    guard count > 0 else {
      throw Failure(.data, "the text of \(path) is empty; give --truth TEXT")
    }
    guard self.truth.count <= Self.longestTruth else {
      throw Failure(
        .data, "the text of \(path) has more than \(Self.longestTruth) characters; score on a shorter one")
    }
  }
}
