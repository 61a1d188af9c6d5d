import Graphics
import Luma
import Shaders

/// The state of the tuning scene besides the picture.
public struct Tuning: Hashable, Sendable {
  /// An error of the newest save, with the line it stands in.
  public struct Fault: Hashable, Sendable {
    public var file: String
    public var line: Int?
    public var message: String
    public var source: String?

    public init(file: String, line: Int? = nil, message: String, source: String? = nil) {
      self.file = file
      self.line = line
      self.message = message
      self.source = source
    }
  }

  /// Errors of the newest save; if there are any, the last good shaders stay in use.
  public var faults: [Fault] = []
  /// The folder of the shaders.
  public var folder: String
  /// Number of saves that were adopted.
  public var reloads = 0
  /// The GPU's tiles compared with the CPU reference.
  public var exactness: LumaError?
  /// The divide between the former and the newest shaders, as a share of the picture's width.
  public var divide = 0.5
  public var isComparing = false
  /// Uniforms that the user can set, and their values.
  public var controls: [ShaderControl] = []
  public var values: [String: UniformValue] = [:]
  /// Tiles by their mean luma, from black to white, and the share of pixels that are clipped.
  public var histogram: [Int] = []
  public var clippedShare = 0.0
  /// The same tiles, from the picture's left edge to its right edge.
  public var waveform = LumaWaveform()
  public var moment: ShaderTrial.Moment?
  /// The name of the shown pass; `nil` is the picture.
  public var shown: String?
  public var cost: ShaderTrial.Cost?
  public var score: Score?

  /// The score of a recording: wrong characters per character sent.
  public struct Score: Hashable, Sendable {
    /// With the newest shaders; `before` with the former ones; `nil` if unknown.
    public var newest: Double?
    public var before: Double?
    /// 0...1 of the recording, while it is read.
    public var progress: Double?
    /// The reason why the recording cannot be read.
    public var fault: String?

    public init(newest: Double? = nil, before: Double? = nil, progress: Double? = nil, fault: String? = nil) {
      (self.newest, self.before, self.progress, self.fault) = (newest, before, progress, fault)
    }
  }

  public init(folder: String) {
    self.folder = folder
  }
}
