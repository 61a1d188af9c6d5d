import Graphics
import Luma
import Shaders

/// What the tuning scene shows beside the picture.
public struct Tuning: Hashable, Sendable {
  /// An error of the newest save, with the line it stands in.
  public struct Fault: Hashable, Sendable {
    public var file: String
    public var line: Int?
    public var message: String
    public var source: String?

    public init(file: String, line: Int?, message: String, source: String?) {
      self.file = file
      self.line = line
      self.message = message
      self.source = source
    }
  }

  /// What stands against the newest save; while there is anything, the last good shaders run on.
  public var faults: [Fault] = []
  /// The folder, and what became of the last save.
  public var folder: String
  /// Saves that were taken over.
  public var reloads = 0
  /// The GPU's tiles against the twin's: of how many, how many differ, and the largest difference of a sum.
  public var exactness: Exactness?
  /// Where the shaders before end and the newest begin, as a share of the picture's width.
  public var divide = 0.5
  public var isComparing = false
  /// Uniforms that can be set by hand, and what they are set to.
  public var controls: [ShaderControl] = []
  public var values: [String: UniformValue] = [:]
  /// Tiles by their mean luma, from black to white, and the share of pixels that are clipped.
  public var histogram: [Int] = []
  public var clippedShare = 0.0
  /// The same tiles from the picture's left edge to its right.
  public var waveform = LumaWaveform()
  public var moment: Moment?
  /// What of the passes is shown, by its name; `nil` is the picture.
  public var shown: String?
  public var cost: Cost?
  public var score: Score?

  /// How well a recording is read: characters that are wrong, for each that was sent.
  public struct Score: Hashable, Sendable {
    /// By the newest shaders, and by those before; `nil` where that is not known.
    public var newest: Double?
    public var before: Double?
    /// 0...1 of the recording, while it is read.
    public var progress: Double?
    /// Why it cannot be read.
    public var fault: String?

    public init(newest: Double? = nil, before: Double? = nil, progress: Double? = nil, fault: String? = nil) {
      (self.newest, self.before, self.progress, self.fault) = (newest, before, progress, fault)
    }
  }

  /// Milliseconds.
  public struct Cost: Hashable, Sendable {
    /// Whether the GPU tells at all.
    public var isTimed: Bool
    public var tiles: Double?
    public var picture: Double?
    public var twin: Double?

    public init(isTimed: Bool, tiles: Double?, picture: Double?, twin: Double?) {
      (self.isTimed, self.tiles, self.picture, self.twin) = (isTimed, tiles, picture, twin)
    }
  }

  /// The frame that is shown among those of the last seconds.
  public struct Moment: Hashable, Sendable {
    /// From the oldest.
    public var position: Int
    public var count: Int
    /// Seconds before the newest.
    public var age: Double

    public init(position: Int, count: Int, age: Double) {
      (self.position, self.count, self.age) = (position, count, age)
    }
  }

  public struct Exactness: Hashable, Sendable {
    public var tiles: Int
    public var wrongTiles: Int
    public var largest: Int

    public init(tiles: Int, wrongTiles: Int, largest: Int) {
      self.tiles = tiles
      self.wrongTiles = wrongTiles
      self.largest = largest
    }
  }

  public init(folder: String) {
    self.folder = folder
  }
}
