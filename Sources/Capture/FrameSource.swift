import Frames

/// Where frames come from: a camera, a recording, a pipe, a simulated scene.
///
/// A source is opened, read and closed on one thread. Its frames may outlive it and end on any thread. Letting go of a
/// source closes it: a camera stops streaming and gets its user's settings back.
public protocol FrameSource: AnyObject {
  /// What is known of the stream. May change between two calls of ``next(within:)``, and only there.
  var info: SourceInfo { get }

  /// The next frame or what happened instead, in the order of time.
  ///
  /// - Parameter timeout: How long to wait; a recording or pipe may wait longer for its file. Afterwards the answer is
  ///   ``CaptureEvent/nothing``.
  /// - Throws: What ended the stream other than its regular end. Afterwards only letting go is useful.
  func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent
}

/// A source that was kept: it can be read from any moment, again and again.
public protocol KeptSource: FrameSource {
  /// Reads on from `time`: the next frame is the first one there or later.
  ///
  /// - Parameter time: Of ``SourceInfo/span``; what lies outside is taken as its nearest end.
  func seek(to time: Timestamp) throws(CaptureError)
}

/// A source whose shutter can be held, or left to the camera, while it streams.
public protocol ExposedSource: FrameSource {
  /// ``SourceInfo/exposure`` then says what became of it, and ``CaptureEvent/changed`` tells.
  func setExposure(_ mode: ExposureMode)
}

/// What a source delivers.
public enum CaptureEvent: ~Copyable, Sendable {
  case frame(Frame)
  /// Frames that will never come; told before the next good one.
  case lost(FramesLost)
  /// ``FrameSource/info`` has changed: another format, or the exposure was locked.
  case changed
  /// Nothing within the time allowed.
  case nothing
  /// The regular end of a recording.
  case ended
}

/// What is known of a stream of frames.
public struct SourceInfo: Sendable, Equatable {
  /// What people call it: the camera's card name, the file's name.
  public var name: String
  public var format: FrameFormat
  /// Frames a second that the source claims; `nil` where it does not, or varies.
  public var nominalRate: Double?
  /// Whether time goes on by itself: frames not taken in time are lost.
  public var isLive: Bool
  public var exposure: ExposureState
  /// What can be set of it; `nil` for what has no such settings.
  public var exposureScope: ExposureScope?
  public var clock: FrameClock
  /// Clockwise quarter turns to show the picture upright, 0...3 (a phone's recording held sideways).
  public var quarterTurns: Int
  /// From its first frame to its end, as near as the container tells; `nil` where it cannot be read from any moment.
  public var span: ClosedRange<Timestamp>?
  /// Whether its pictures are made up, as the demo's are: no camera has seen them.
  public var isSimulated: Bool

  public init(
    name: String, format: FrameFormat, nominalRate: Double?, isLive: Bool,
    exposure: ExposureState = .unknown, clock: FrameClock = .source, quarterTurns: Int = 0,
    span: ClosedRange<Timestamp>? = nil, isSimulated: Bool = false
  ) {
    self.name = name
    self.format = format
    self.nominalRate = nominalRate
    self.isLive = isLive
    self.exposure = exposure
    self.clock = clock
    self.quarterTurns = quarterTurns
    self.span = span
    self.isSimulated = isSimulated
  }
}

/// Who decides how long the shutter is open.
public enum ExposureState: Sendable, Equatable {
  /// The source does not say, or there is no shutter.
  case unknown
  /// The camera decides and may change it at any time.
  case automatic
  /// The camera decides for the moment; Aldis locks it when it has settled.
  case settling
  /// Fixed. The time is in seconds where the camera tells it.
  case locked(Double?)
}

/// Where the times of frames come from.
public enum FrameClock: Sendable, Equatable {
  /// The driver's stamps, the recording's presentation times.
  case source
  /// The moment Aldis took the frame, as the source gives no time that can be trusted: edges are less exact.
  case arrival
}
