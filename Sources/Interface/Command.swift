/// What the user asks for with a key.
public enum Command: Sendable, Hashable, CaseIterable {
  /// The picture stands still, or goes on.
  case freeze
  case calibrate
  case moreSensitive
  case lessSensitive
  /// The threshold follows the torch again.
  case automaticSensitivity
  /// Between shaders before and newest, while tuning.
  case divideLeft
  case divideRight
  case fullscreen
  case screenshot
  case help
  case quit
}
