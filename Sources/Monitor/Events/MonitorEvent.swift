import Capture
import Frames
import Morse

/// One event of the log. `time` is in seconds on the source's axis.
public enum MonitorEvent: Sendable, Equatable {
  /// The station that writes the log; its first event.
  case station(StationID)
  /// A torch was found: centre and radius in pixels from the top left of the picture.
  case torchFound(TorchID, x: Double, y: Double, radius: Double, time: Double)
  /// A torch was lost. If it was the reflection of another one (`echoOf`), its text is dropped.
  case torchLost(TorchID, echoOf: TorchID? = nil, time: Double)
  case light(LightEdge)
  case character(TorchID, Transcript.Character)
  /// A word ended; `text` is the word.
  case word(TorchID, text: String, time: Double)
  /// A torch repeats one message: `text` is the consensus of its repetitions.
  case repeats(TorchID, text: String, repetitions: Double, time: Double)
  /// The reason why a torch cannot be read or, without a torch, why none is found. The diagnosis is `nil` when the reason no
  /// longer applies.
  case diagnosis(TorchID?, Diagnosis?, time: Double)
  case framesLost(FramesLost)
  case camera(CameraEvent)
  /// The background is being averaged; the progress is 0...1.
  case calibration(progress: Double, time: Double)
  case storage(StorageEvent)
}

/// A log or a recording could not be written, or can be written again.
public struct StorageEvent: Sendable, Equatable {
  public enum State: String, Sendable, Codable {
    /// The file cannot be written; the reading continues.
    case failed
    /// The file can be written again.
    case recovered
  }

  public var state: State
  /// The file.
  public var name: String
  /// The reason why it cannot be written.
  public var message: String?
  /// Events that are missing from the file.
  public var count: Int?
  /// Time of the last frame before the event, in seconds on the source's axis; 0 before the first frame.
  public var time: Double

  public init(_ state: State, name: String, message: String? = nil, count: Int? = nil, time: Double) {
    self.state = state
    self.name = name
    self.message = message
    self.count = count
    self.time = time
  }
}

/// The state of the source has changed.
public struct CameraEvent: Sendable, Equatable {
  public enum State: String, Sendable, Codable {
    /// The source delivers frames in the format of this event.
    case streaming
    /// The regular end of a recording.
    case ended
    /// The frames stopped.
    case failed
  }

  public var state: State
  public var name: String
  /// Picture size in pixels, and frames per second, if the source reports them.
  public var width: Int?
  public var height: Int?
  public var rate: Double?
  /// The pixel format's four-character code.
  public var format: String?
  /// After a failure: the error, and what to do.
  public var message: String?
  /// Time of the last frame before the event, in seconds on the source's axis; 0 before the first frame.
  public var time: Double

  public init(
    _ state: State, name: String, width: Int? = nil, height: Int? = nil, rate: Double? = nil,
    format: String? = nil, message: String? = nil, time: Double
  ) {
    self.state = state
    self.name = name
    self.width = width
    self.height = height
    self.rate = rate
    self.format = format
    self.message = message
    self.time = time
  }
}

extension CameraEvent {
  public init(_ state: State, info: SourceInfo, time: Double) {
    self.init(
      state, name: info.name, width: info.format.width, height: info.format.height, rate: info.nominalRate,
      format: info.format.pixelFormat.rawValue, time: time)
  }
}
