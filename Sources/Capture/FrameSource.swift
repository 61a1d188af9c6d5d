import Frames

/// A source of frames: a camera, a recording, a pipe, a simulated scene.
///
/// A source is opened, read and closed on one thread. Its frames may outlive it and end on any thread. Releasing a source
/// closes it: a camera stops streaming and gets its user's settings back.
public protocol FrameSource: AnyObject {
  /// Information about the stream. It changes only in ``next(within:)``.
  var info: SourceInfo { get }

  /// The next frame or other event, in the order of time.
  ///
  /// - Parameter timeout: How long to wait before ``CaptureEvent/nothing`` is returned. A recording or pipe may wait longer for
  ///   its file.
  /// - Throws: The error that ended the stream. Afterwards the source can only be released.
  func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent
}

/// A source that can be read from any moment, repeatedly.
public protocol SeekableSource: FrameSource {
  /// Seeks to `time`: the next frame is the first one at this time or later.
  ///
  /// - Parameter time: Within ``SourceInfo/span``, else its nearest end is taken.
  func seek(to time: Timestamp) throws(CaptureError)
}

/// A source whose exposure can be set while it streams.
public protocol ExposureAdjustableSource: FrameSource {
  /// ``SourceInfo/exposure`` then has the result, after ``CaptureEvent/changed``.
  func setExposure(_ mode: ExposureMode)
}

/// A frame or another event of a source.
public enum CaptureEvent: ~Copyable, Sendable {
  case frame(Frame)
  /// Lost frames; reported before the next good one.
  case lost(FramesLost)
  /// ``FrameSource/info`` has changed: another format, or the exposure was locked.
  case changed
  /// No event within the timeout.
  case nothing
  /// The regular end of a recording.
  case ended
}

/// Information about a stream of frames.
public struct SourceInfo: Sendable, Equatable {
  /// The name for people: the name of the camera or the file.
  public var name: String
  public var format: FrameFormat
  /// Frames per second, as the source reports; `nil` if it does not, or if the rate varies.
  public var nominalRate: Double?
  /// Whether the source is live: frames that are not taken in time are lost.
  public var isLive: Bool
  public var exposure: ExposureState
  /// The adjustable part of the exposure; `nil` if nothing can be set.
  public var adjustableExposure: AdjustableExposure?
  public var clock = FrameClock.source
  /// Clockwise quarter turns to show the picture upright, 0...3 (a phone's recording held sideways).
  public var quarterTurns: Int
  /// From the first frame to the end, as the container reports; `nil` if the source cannot be read from any moment.
  public var span: ClosedRange<Timestamp>?
  /// Whether its pictures are simulated, such as the demo's.
  public var isSimulated: Bool
  /// Whether its pictures are painted from recorded grids. They show the scene at its places in the grid of tiles, even if
  /// the camera moved.
  public var isMosaic = false

  public init(
    name: String, format: FrameFormat, nominalRate: Double?, isLive: Bool,
    exposure: ExposureState = .unknown, quarterTurns: Int = 0, span: ClosedRange<Timestamp>? = nil,
    isSimulated: Bool = false
  ) {
    self.name = name
    self.format = format
    self.nominalRate = nominalRate
    self.isLive = isLive
    self.exposure = exposure
    self.quarterTurns = quarterTurns
    self.span = span
    self.isSimulated = isSimulated
  }
}

/// The state of a source's exposure.
public enum ExposureState: Sendable, Equatable {
  /// The source does not report it, or has no shutter.
  case unknown
  /// The camera decides and may change it at any time.
  case automatic
  /// The camera decides now; Aldis locks the exposure when it has settled.
  case settling
  /// Fixed. The time is in seconds, if the camera reports it.
  case locked(Double?)
}

/// The origin of the frames' times.
public enum FrameClock: Sendable, Equatable {
  /// The driver's stamps, the recording's presentation times.
  case source
  /// The moment when Aldis took the frame, because the source gives no plausible time: edges are less exact.
  case arrival
}
