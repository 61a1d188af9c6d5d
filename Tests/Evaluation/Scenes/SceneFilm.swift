import Capture
import Foundation
import Frames
import Luma

/// The film of a scene as `aldis decode` measures it: one grid per picture. A cache keeps it as a grid recording.
struct SceneFilm {
  let scene: DisturbedScene
  /// Whether the background is measured, as `aldis decode` does.
  let measuresBackground: Bool
  /// How the film is encoded; `nil` leaves the pictures unchanged.
  var codec: FilmCodec?
  /// The cache and a hash of the sources that render films; `nil` renders the film each time.
  let cache: (EvaluationCache, renderer: StableHash)?

  /// Calls `deliver` with all records, in order.
  ///
  /// - Parameter start: Called before the first record. If a cached film is incomplete, it is called again, and all records
  ///   are delivered anew.
  func play(start: () -> Void, _ deliver: (GridRecord) -> Void) throws {
    if let file, (try? Self.replay(file, start, deliver)) == true {
      cache?.0.markUsed(file)
      return
    }
    start()
    let writer = GridWriter(file)
    try render { record in
      writer.add(record)
      deliver(record)
    }
    do {
      try writer.close()
    } catch {
      cache?.0.report(error)
    }
  }

  private var file: URL? {
    guard let (cache, renderer) = cache else { return nil }
    var key = renderer
    // The description contains every parameter, also nested ones.
    key.add("\(scene)\nbackground: \(measuresBackground)\ncodec: \(codec.map { "\($0)" } ?? "none")")
    return cache.file(key, "grid")
  }

  /// Reads a cached film.
  ///
  /// - Returns: Whether the film was complete.
  private static func replay(
    _ file: URL, _ start: () -> Void, _ deliver: (GridRecord) -> Void
  ) throws -> Bool {
    guard case .grids(let reader) = try OpenedRecording(path: file.path) else { return false }
    start()
    while true {
      switch try reader.next(within: .seconds(10)) {
      case .record(.closed): return true
      case .record(let record): deliver(record)
      case .nothing: continue
      case .end: return false
      }
    }
  }

  private func render(_ deliver: (GridRecord) -> Void) throws {
    let film = scene.film
    var grid = LumaGrid(width: 1, height: 1)
    var measurement = SceneMeasurement()
    func take(_ event: consuming CaptureEvent) -> Bool {
      switch consume event {
      case .frame(let frame):
        if measuresBackground {
          grid = measurement.measure(frame)
        } else {
          CPULuma.measure(frame, into: &grid)
        }
        deliver(.grid(copy grid))
      case .lost(let lost): deliver(.lost(lost))
      case .changed: break
      case .nothing: break
      case .ended: return false
      }
      return true
    }
    if let codec { return try codec.play(film, take) }
    while take(try film.next(within: .seconds(1))) {}
  }
}

/// Writes a grid recording to a draft beside its place, and renames the draft when it is complete.
private final class GridWriter {
  private let place: URL?
  private let draft: URL?
  private var file: FileHandle?
  private var encoder = GridEncoder()
  private var bytes: [UInt8] = []
  private var failure: (any Error)?

  /// - Parameter place: `nil` writes nothing.
  init(_ place: URL?) {
    self.place = place
    draft = place?.appendingPathExtension("\(UUID().uuidString).draft")
    if let draft {
      let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if descriptor >= 0 {
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      } else {
        failure = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }

  func add(_ record: GridRecord) {
    guard file != nil else { return }
    encoder.encode(record, to: &bytes)
    if bytes.count > 1 << 20 { flush() }
  }

  private func flush() {
    do {
      try file?.write(contentsOf: bytes)
    } catch {
      failure = error
      file = nil
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// - Throws: Why the film could not be written.
  func close() throws {
    defer { if let draft { try? FileManager.default.removeItem(at: draft) } }
    add(.closed)
    flush()
    try file?.close()
    if let failure { throw failure }
    guard let draft, let place else { return }
    guard rename(draft.path, place.path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }
}
