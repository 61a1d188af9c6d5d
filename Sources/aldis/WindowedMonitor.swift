import Capture
import Foundation
import Graphics
import Interface
import Light
import Luma
import Monitor
import Typesetting

/// The monitor in its window: frames are measured where GL is, on the main thread, and a scene is drawn when something
/// changed.
struct WindowedMonitor {
  let window: MonitorWindow
  let luma: LumaPass
  let session: Session
  let events: EventSink
  let recorder: GridRecorder?
  /// Whether a source that is away may still come: a camera is plugged in, a recording stays missing.
  let waitsForSource: Bool
  /// When to stop; `nil` runs until the user ends it.
  var deadline: ContinuousClock.Instant?

  /// Runs until the user ends it or the time is over.
  ///
  /// - Throws: A ``Failure`` for a recording that cannot be opened; a camera that is away is waited for.
  func run() throws {
    // The capture thread wakes the window at each frame; the time is for signals and the deadline.
    while !Interruption.isRequested, !isOver {
      for command in window.commands(timeout: 0.1) {
        if command == .quit { return }
        try perform(command)
      }
      session.measure(with: luma)
      if case .failed(let error) = session.outcome, session.frameCount == 0, !waitsForSource {
        throw Failure(error)
      }
      try window.draw(session.snapshot, frame: luma.pictureCount, preview: preview)
      try events.check()
      try recorder?.check()
    }
  }

  /// Saves what the window shows.
  func saveScreenshot(_ path: String) throws {
    try savePicture(try window.screenshot(of: session.snapshot, preview: preview), to: path)
  }

  private var isOver: Bool { deadline.map { $0 <= .now } ?? false }

  private func preview(_ area: PixelRectangle) throws(GraphicsError) {
    try luma.drawPreview(session.preview(in: area))
  }

  private func perform(_ command: Command) throws {
    switch command {
    case .freeze:
      session.setFrozen(!session.snapshot.isFrozen)
      luma.isPictureHeld = session.snapshot.isFrozen
    case .calibrate: session.recalibrate()
    case .moreSensitive: session.setSensitivity(session.snapshot.sensitivity.stepped(by: 0.05))
    case .lessSensitive: session.setSensitivity(session.snapshot.sensitivity.stepped(by: -0.05))
    case .automaticSensitivity: session.setSensitivity(.automatic)
    case .screenshot: saveTimedScreenshot(of: session) { try saveScreenshot($0) }
    case .fullscreen, .help, .quit, .divideLeft, .divideRight: break
    }
  }
}

/// Saves a picture under the time of day, and says where.
func saveTimedScreenshot(of session: Session, _ save: (String) throws -> Void) {
  let time = DateFormatter()
  time.locale = Locale(identifier: "en_US_POSIX")
  time.dateFormat = "yyyyMMdd-HHmmss"
  let path = "aldis-\(time.string(from: Date())).png"
  do {
    try save(path)
    session.show(Notice(.information, "Saved \(path)"))
  } catch {
    session.show(Notice(.error, (error as? Failure)?.message ?? "\(error)"))
  }
}

/// Writes a picture as PNG.
func savePicture(_ picture: Bitmap, to path: String) throws(Failure) {
  do {
    try picture.writePNG(to: path)
  } catch {
    throw Failure(.io, "cannot write \(path): \(error)")
  }
}

extension Session {
  /// Measures every waiting frame by `luma`, and keeps what it tells of itself.
  func measure(with luma: LumaPass, within timeout: Duration = .zero) {
    drain(
      within: timeout,
      measure: { frame, deliver in luma.measure(frame, preview: .colour) { grid in deliver(grid) } },
      drain: { deliver in luma.drain { grid in deliver(grid) } })
    note(luma.verification.map(Status.Measurement.init), milliseconds: luma.times.mean.total)
  }

  /// The newest picture, upright.
  func preview(in area: PixelRectangle) -> PreviewView {
    PreviewView(viewport: area, quarterTurns: snapshot.source.info?.quarterTurns ?? 0, isSmooth: true)
  }
}

extension Status.Measurement {
  fileprivate init(_ verification: Verification) {
    self =
      switch verification {
      case .verified(let renderer): .verified(renderer: renderer)
      case .twin(let reason): .twin(reason: "\(reason)")
      }
  }
}

extension Sensitivity {
  /// A little more or less; from automatic, beginning at the middle.
  fileprivate func stepped(by step: Double) -> Sensitivity {
    switch self {
    case .automatic: .manual(0.5 + step)
    case .manual(let value): .manual(min(max(value + step, 0), 1))
    }
  }
}
