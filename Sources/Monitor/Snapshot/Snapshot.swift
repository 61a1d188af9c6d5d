import Capture
import Frames
import Light
import Luma
import Morse

/// Everything that a scene shows at one moment. Drawing needs nothing else.
public struct Snapshot: Sendable, Equatable {
  public var source: SourceStatus
  /// 0...1 while the background is being averaged, `nil` when that is done.
  public var calibration: Double?
  public var sensitivity: Sensitivity
  /// The speed lock, in words per minute inside the characters; with `nil` the speed is learned.
  public var speedLock: Double?
  /// Every torch that is being read, lit or not, in the order of their letters.
  public var torches: [TorchView]
  /// While there is no torch: a light that signals and may become a torch. Its letter has no meaning.
  public var candidate: TorchView?
  /// The last seconds of brightness of ``tracedTorch``, else of ``candidate``, else of the whole scene.
  public var trace: LightTrace
  /// The torch whose brightness the user has chosen to see.
  public var chosenTorch: TorchID?
  /// Lost frames and changes of exposure during the trace.
  public var incidents = LightIncidents()
  /// The text of each torch, in the order of their letters.
  public var transcripts: [Transcript]
  public var status: Status
  /// Whether the user has frozen the picture; reading continues.
  public var isFrozen: Bool
  /// Whether a recording is paused. Nothing is read while it is paused.
  public var isPaused = false
  /// The motion of the scene in the newest frame.
  public var motion = SceneMotion.still
  /// The part of the scene that is read, in pixels of the grid of tiles; `nil` is all of it.
  public var region: PictureArea?
  /// Time of the newest frame, on the source's axis.
  public var position: Timestamp?
  /// The reason why the first torch cannot be read, or why no torch is found.
  public var diagnosis: Diagnosis?
  /// The exposure, with advice; `nil` until it is measured.
  public var exposure: ExposureReport?
  /// A line for the user.
  public var notice: Notice?

  public init(
    source: SourceStatus, calibration: Double? = nil, sensitivity: Sensitivity = .automatic,
    torches: [TorchView] = [], trace: LightTrace = LightTrace(), transcripts: [Transcript] = [],
    status: Status = Status(), isFrozen: Bool = false, diagnosis: Diagnosis? = nil,
    notice: Notice? = nil
  ) {
    self.source = source
    self.calibration = calibration
    self.sensitivity = sensitivity
    self.torches = torches
    self.trace = trace
    self.transcripts = transcripts
    self.status = status
    self.isFrozen = isFrozen
    self.diagnosis = diagnosis
    self.notice = notice
  }
}

extension Snapshot {
  /// Whether any light signals.
  public var hasSignal: Bool { !torches.isEmpty || candidate != nil }

  /// The chosen torch if it is visible, else the first one.
  public var tracedTorch: TorchView? { torches.first { $0.id == chosenTorch } ?? torches.first }

  /// The text of all torches as it is shown, including text that may still change. If there are several torches, each has a
  /// line that begins with its letter.
  public var text: String {
    let lines = transcripts.map { transcript in
      // A finished word already has its space.
      let text = transcript.passages(last: Transcript.capacity).map(\.text).joined()
      return (letter: transcript.torch.letter, text: text.hasSuffix(" ") ? String(text.dropLast()) : text)
    }.filter { !$0.text.isEmpty }
    guard lines.count > 1 else { return lines.first?.text ?? "" }
    return lines.map { "\($0.letter): \($0.text)" }.joined(separator: "\n")
  }
}

/// The state of the source.
public enum SourceStatus: Sendable, Equatable {
  /// The source with the name that the user gave is being opened.
  case opening(String)
  case streaming(SourceInfo)
  /// A recording has ended.
  case ended(SourceInfo)
  /// The frames stopped.
  case failed(CaptureError)

  public var hasEnded: Bool { if case .ended = self { true } else { false } }

  public var info: SourceInfo? {
    switch self {
    case .streaming(let info), .ended(let info): info
    case .opening, .failed: nil
    }
  }
}

/// A torch as the preview marks it.
public struct TorchView: Sendable, Equatable {
  public var id: TorchID
  /// Centre and radius in pixels of the unturned picture, from its top left.
  public var x: Double
  public var y: Double
  public var radius: Double
  public var isOn: Bool
  /// 0 dark ... 1 fully lit: the level between the torch's own dark and bright levels.
  public var glow: Double
  /// Speed inside the characters, by PARIS.
  public var wordsPerMinute: Double?
  /// Speed of the text with its pauses, if the characters are faster by more than a quarter (Farnsworth).
  public var overallWordsPerMinute: Double?

  public init(
    id: TorchID, x: Double, y: Double, radius: Double, isOn: Bool, glow: Double,
    wordsPerMinute: Double? = nil, overallWordsPerMinute: Double? = nil
  ) {
    self.id = id
    self.x = x
    self.y = y
    self.radius = radius
    self.isOn = isOn
    self.glow = glow
    self.wordsPerMinute = wordsPerMinute
    self.overallWordsPerMinute = overallWordsPerMinute
  }
}

/// The figures of the status line.
public struct Status: Sendable, Equatable {
  /// Frames per second, measured from the timestamps.
  public var frameRate: Double?
  public var framesLost: Int
  /// Milliseconds of the GPU pass, or of the CPU reference, for one frame.
  public var passMilliseconds: Double?
  /// Which of GPU and CPU measures, and whether the GPU was verified.
  public var measurement: Verification?
  /// Speed inside the characters, by PARIS.
  public var wordsPerMinute: Double?
  /// Speed of the text with its pauses, if the characters are faster by more than a quarter (Farnsworth).
  public var overallWordsPerMinute: Double?

  public init(
    frameRate: Double? = nil, framesLost: Int = 0, passMilliseconds: Double? = nil,
    measurement: Verification? = nil, wordsPerMinute: Double? = nil, overallWordsPerMinute: Double? = nil
  ) {
    self.frameRate = frameRate
    self.framesLost = framesLost
    self.passMilliseconds = passMilliseconds
    self.measurement = measurement
    self.wordsPerMinute = wordsPerMinute
    self.overallWordsPerMinute = overallWordsPerMinute
  }
}

/// A line for the user.
public struct Notice: Sendable, Equatable {
  public enum Weight: Sendable, Equatable { case information, warning, error }
  public var weight: Weight
  public var text: String

  public init(_ weight: Weight, _ text: String) {
    self.weight = weight
    self.text = text
  }
}
