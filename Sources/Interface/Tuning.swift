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
