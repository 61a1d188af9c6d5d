import Capture

/// What the user can choose from at present.
public struct Choices: Hashable, Sendable {
  public struct Camera: Hashable, Sendable {
    public var name: String
    /// What opens it.
    public var path: String
    /// Why it cannot be used.
    public var obstacle: CaptureError?

    public init(name: String, path: String, obstacle: CaptureError? = nil) {
      self.name = name
      self.path = path
      self.obstacle = obstacle
    }
  }

  /// `nil` while they are being looked for.
  public var cameras: [Camera]?
  /// By their names; `auto` is one of them.
  public var alphabets: [String]
  public var alphabet: String
  /// Paths that continue what is being typed; folders end in a slash.
  public var files: [String] = []
  /// Where the text goes unless the user says otherwise.
  public var textPath: String

  /// The camera lets its shutter be held.
  public var canLockExposure = false
  /// A coach leads it to what suits the lamp.
  public var isCoaching = false
  /// What is measured is being kept in a file.
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
