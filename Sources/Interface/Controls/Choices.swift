import Capture

/// The choices that the controls offer now.
public struct Choices: Hashable, Sendable {
  public struct Camera: Hashable, Sendable {
    public var name: String
    /// The path that opens it.
    public var path: String
    /// Why it cannot be used.
    public var obstacle: CaptureError?

    public init(name: String, path: String, obstacle: CaptureError? = nil) {
      self.name = name
      self.path = path
      self.obstacle = obstacle
    }
  }

  /// `nil` until the query is answered.
  public var cameras: [Camera]?
  /// Names, with `auto`.
  public var alphabets: [String]
  public var alphabet: String
  /// Paths that begin with the typed text; folders end in a slash.
  public var files: [String] = []
  /// The proposed file for the text.
  public var textPath: String

  /// Whether the camera's exposure can be set.
  public var canLockExposure = false
  /// Whether exposure coaching is on.
  public var isCoaching = false
  /// Whether a recording of grids is being written.
  public var isRecording = false

  public init(
    cameras: [Camera]? = nil, alphabets: [String] = [], alphabet: String = "", textPath: String = ""
  ) {
    self.cameras = cameras
    self.alphabets = alphabets
    self.alphabet = alphabet
    self.textPath = textPath
  }
}
