import Localization

/// Errors of the graphics driver and of the window system.
public enum GraphicsError: Error, Equatable, Sendable {
  /// There is no display for a window; `reason` is GLFW's, and `nil` if the environment names no display.
  case noDisplay(reason: LocalizedText?)
  /// The display refused a window with an OpenGL ES 2.0 context.
  case noWindow(reason: LocalizedText)
  /// No platform gave a context without a window: each attempt, with the reason of its failure.
  case noOffscreenContext(tried: [OffscreenAttempt])
  /// A context that worked before cannot be made current any more.
  case contextLost(reason: LocalizedText)
  /// A shader does not compile; at least one fault.
  case compile([ShaderFault], log: String)
  /// The shaders of a program do not fit each other.
  case link(files: [String], [ShaderFault], log: String)
  /// The size of a texture or target is not 1...`largest` on both sides.
  case size(width: Int, height: Int, largest: Int)
  /// The driver cannot draw into a target of this size (`glCheckFramebufferStatus`).
  case incompleteTarget(width: Int, height: Int, status: UInt32)
  /// The code of `glGetError` after the pass `during`; debug builds query it after every pass.
  case driver(code: UInt32, during: String)

  /// A failed attempt to make a context without a window.
  public struct OffscreenAttempt: Equatable, Sendable {
    public var platform: OffscreenContext.Platform
    public var failure: String
  }
}

extension GraphicsError {
  /// The faults of shaders; empty for every other error.
  public var shaderFaults: [ShaderFault] {
    switch self {
    case .compile(let faults, _), .link(_, let faults, _): faults
    default: []
    }
  }
}

extension GraphicsError: LocalizedTextConvertible {
  public var text: LocalizedText {
    switch self {
    case .noDisplay(nil): "no display here"
    case .noDisplay(let reason?): "no display to open a window on: \(reason)"
    case .noWindow(let reason): "cannot open a window with OpenGL ES 2.0: \(reason)"
    case .noOffscreenContext(let tried):
      """
      no OpenGL ES 2.0 without a window: \
      \(tried.map { "\($0.platform.rawValue): \($0.failure)" }.joined(separator: "; "))
      """
    case .contextLost(let reason): "the OpenGL ES context is gone: \(reason)"
    case .compile(let faults, _): faults.first?.text ?? "a shader does not compile"
    case .link(let files, let faults, _):
      "cannot link \(files.joined(separator: " + ")): \(faults.first?.message ?? ShaderLog.noReason)"
    case .size(let width, let height, let largest):
      "a \(width) x \(height) picture does not fit the GPU (at most \(largest) pixels a side)"
    case .incompleteTarget(let width, let height, let status):
      "the GPU cannot draw into a \(width) x \(height) target (status 0x\(String(status, radix: 16)))"
    case .driver(let code, let during): "OpenGL ES error \(Self.name(of: code)) during \(during)"
    }
  }

  /// The names of `glGetError` (OpenGL ES 2.0.25, section 2.5).
  private static func name(of code: UInt32) -> String {
    switch code {
    case 0x0500: "INVALID_ENUM"
    case 0x0501: "INVALID_VALUE"
    case 0x0502: "INVALID_OPERATION"
    case 0x0505: "OUT_OF_MEMORY"
    case 0x0506: "INVALID_FRAMEBUFFER_OPERATION"
    default: "0x\(String(code, radix: 16))"
    }
  }
}
