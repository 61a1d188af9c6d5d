import Frames

/// A grid recording as frames: recorded measurements, and pictures that are painted from them and have the same tiles.
///
/// The recorded actions of the user (calibration, sensitivity, speed lock) are left out: the viewer may choose others.
final class GridPlayback: SeekableSource {
  private(set) var info: SourceInfo
  private var reader: GridReader
  private var painter: GridPainter
  /// The grid that was read and not yet delivered.
  private var waiting: LumaGrid?
  /// Frames lost before the first grid.
  private var lost: FramesLost?
  private var hasEnded = false
  /// The time of the grid that was read last.
  private var latest: Timestamp?

  /// Reads up to the first grid, because its size is needed.
  ///
  /// - Throws: ``CaptureError/noPicture(_:)`` if there is no grid, and the errors of ``GridReader/next(within:)``.
  init(_ reader: GridReader) throws(CaptureError) {
    self.reader = reader
    var source: SourceInfo?
    while waiting == nil {
      switch try reader.next(within: .seconds(1)) {
      case .record(.grid(let grid)): waiting = grid
      case .record(.streaming(let info)): source = info
      case .record(.lost(let lost)): self.lost = lost
      case .record, .nothing: continue
      case .end: throw .noPicture(reader.name)
      }
    }
    let (width, height) = (waiting?.width ?? 1, waiting?.height ?? 1)
    info = SourceInfo(
      name: reader.name,
      format: FrameFormat(.grey, width: width, height: height, range: source?.format.range ?? .full),
      nominalRate: source?.nominalRate, isLive: false, quarterTurns: source?.quarterTurns ?? 0,
      span: try reader.span())
    info.isMosaic = true
    latest = waiting?.timestamp
    painter = GridPainter(width: width, height: height)
  }

  func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    if let lost = lost.take() { return .lost(lost) }
    let deadline = ContinuousClock.now + timeout
    while !hasEnded {
      if let grid = waiting {
        if grid.width != info.format.width || grid.height != info.format.height {
          info.format = FrameFormat(.grey, width: grid.width, height: grid.height, range: info.format.range)
          painter = GridPainter(width: grid.width, height: grid.height)
          return .changed
        }
        waiting = nil
        return .frame(
          Frame(format: info.format, recorded: grid) { [painter] in painter.paint(grid, into: $0) })
      }
      switch try reader.next(within: deadline.remaining) {
      case .record(.grid(let grid)): (waiting, latest) = (grid, grid.timestamp)
      case .record(.lost(let lost)): return .lost(lost)
      case .record: continue
      case .nothing: return .nothing
      case .end: hasEnded = true
      }
    }
    return .ended
  }

  /// Each grid is stored as differences from the one before, so going back means reading from the beginning.
  func seek(to time: Timestamp) throws(CaptureError) {
    guard info.span != nil else { return }
    if hasEnded || latest.map({ time <= $0 }) ?? true {
      reader = try reader.restarted()
      (hasEnded, waiting, latest) = (false, nil, nil)
    }
    while waiting.map({ $0.timestamp < time }) ?? true {
      guard case .record(let record) = try reader.next(within: .seconds(1)) else { break }
      if case .grid(let grid) = record { (waiting, latest) = (grid, grid.timestamp) }
    }
  }
}
