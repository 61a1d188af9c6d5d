import Capture
import Frames
import Light
import Luma
import Morse

/// Everything a scene shows, at one moment. A value: drawing it needs nothing else and changes nothing.
public struct Snapshot: Sendable, Equatable {
  public var source: SourceStatus
  /// 0...1 while the baseline is being averaged, `nil` when it stands.
  public var calibration: Double?
  public var sensitivity: Sensitivity
  /// The speed that reading is held to, in words a minute inside the characters; `nil` where it is learned.
  public var speedLock: Double?
  /// Lit or not, every torch that is being read, in the order of their letters.
  public var torches: [TorchView]
  /// While there is no torch, a light that signals, and that will be one should it say something. Its letter means nothing.
  public var candidate: TorchView?
  /// The last seconds of brightness of ``tracedTorch``, else of ``candidate``, else of the whole scene.
  public var trace: LightTrace
  /// The torch whose brightness the user wants to see.
  public var chosenTorch: TorchID?
  /// What the camera did meanwhile.
  public var incidents = LightIncidents()
  /// What each torch said, in the order of their letters.
  public var transcripts: [Transcript]
  public var status: Status
  /// The picture stands still at the user's wish; reading goes on.
  public var isFrozen: Bool
  /// A recording is held where it is; nothing is read meanwhile.
  public var isPaused = false
  /// The part of the picture that is read; `nil` is all of it.
  public var region: PictureArea?
  /// Of the newest frame, on the source's axis.
  public var position: Timestamp?
  /// Why the first torch cannot be read, or why none is found.
  public var diagnosis: Diagnosis?
  /// How the source is exposed, and what would be better; `nil` until enough was seen.
  public var exposure: ExposureReport?
  /// What the user should know now, most urgent first.
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
  public var isSignalled: Bool { !torches.isEmpty || candidate != nil }

  /// The one that was chosen, while it is in sight, else the first in sight.
  public var tracedTorch: TorchView? { torches.first { $0.id == chosenTorch } ?? torches.first }

  /// What all torches said, as it is seen, with what may still change: where there are several, a line each, begun by the
  /// torch's letter.
  public var text: String {
    let spoken = transcripts.map { transcript in
      // A word that is over has its space already.
      let text = transcript.passages(last: Transcript.capacity).map(\.text).joined()
      return (letter: transcript.torch.letter, text: text.hasSuffix(" ") ? String(text.dropLast()) : text)
    }.filter { !$0.text.isEmpty }
    guard spoken.count > 1 else { return spoken.first?.text ?? "" }
    return spoken.map { "\($0.letter): \($0.text)" }.joined(separator: "\n")
  }
}

/// Where the frames stand.
public enum SourceStatus: Sendable, Equatable {
  /// Being opened, under the name the user gave.
  case opening(String)
  case streaming(SourceInfo)
  /// A recording came to its end.
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
  /// Inside the characters, by PARIS.
  public var wordsPerMinute: Double?
  /// Of the text with its gaps, where it is slower by more than a quarter (Farnsworth).
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
  /// Frames a second, measured from the timestamps.
  public var frameRate: Double?
  public var framesLost: Int
  /// The GPU pass (or its CPU twin) for one frame, in milliseconds.
  public var passMilliseconds: Double?
  public var measurement: Measurement?
  /// Inside the characters, by PARIS.
  public var wordsPerMinute: Double?
  /// Of the text with its gaps, where it is slower by more than a quarter (Farnsworth).
  public var overallWordsPerMinute: Double?

  /// Who measures the luma, and whether it is proved.
  public enum Measurement: Sendable, Equatable {
    /// The GPU's grid equalled the CPU twin's, bit for bit. The renderer's name.
    case verified(renderer: String)
    /// The CPU twin measures; the reason why not the GPU.
    case twin(Verification.Reason)
  }

  public init(
    frameRate: Double? = nil, framesLost: Int = 0, passMilliseconds: Double? = nil,
    measurement: Measurement? = nil, wordsPerMinute: Double? = nil, overallWordsPerMinute: Double? = nil
  ) {
    self.frameRate = frameRate
    self.framesLost = framesLost
    self.passMilliseconds = passMilliseconds
    self.measurement = measurement
    self.wordsPerMinute = wordsPerMinute
    self.overallWordsPerMinute = overallWordsPerMinute
  }
}

/// A line for the user that comes and goes by itself.
public struct Notice: Sendable, Equatable {
  public enum Weight: Sendable, Equatable { case information, warning, error }
  public var weight: Weight
  public var text: String

  public init(_ weight: Weight, _ text: String) {
    self.weight = weight
    self.text = text
  }
}
