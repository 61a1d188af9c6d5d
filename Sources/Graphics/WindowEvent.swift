import CGLFW

/// An event of a window.
public enum WindowEvent: Sendable, Equatable {
  case key(Key, Press, Modifiers)
  /// A character of text, as the keyboard layout gives it, from one key or several.
  case character(Unicode.Scalar)
  /// Control with a key. The value is the lower-case sign of the key in the layout; if that sign is not ASCII, the sign at
  /// the key's place on a US keyboard. It follows the key's own event.
  case shortcut(Unicode.Scalar)
  /// The framebuffer has a new size, in pixels.
  case resized(width: Int, height: Int)
  /// The new content scale, in pixels per point.
  case rescaled(Float)
  /// The window system has lost the window's content: it must be drawn again.
  case refresh
  case focused(Bool)
  /// The user wants to close the window.
  case close
  /// Steps to the right and up; fractions from touch pads.
  case scroll(x: Double, y: Double)
  /// The pointer's position, in window coordinates from the top left. Multiply by ``Window/pointerScale`` for pixels.
  case pointer(x: Double, y: Double)
  /// The pointer has left the window.
  case pointerLeft
  case button(Button, Press, Modifiers)
  /// Files dropped on the window.
  case dropped([String])

  public enum Press: Sendable {
    case down
    case up
    /// The key is held and repeats.
    case repeated
  }

  public enum Button: Sendable, Equatable {
    case left, right, middle
    case other(Int)
  }

  public struct Modifiers: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: GLFW_MOD_SHIFT)
    public static let control = Modifiers(rawValue: GLFW_MOD_CONTROL)
    public static let alt = Modifiers(rawValue: GLFW_MOD_ALT)
  }

  /// A key by its place on a US keyboard. ``WindowEvent/character(_:)`` has the text.
  public struct Key: Hashable, Sendable {
    public let code: Int32
    public init(code: Int32) { self.code = code }

    /// A letter A...Z, a digit or a sign of the US layout, in upper case.
    public init(_ character: Unicode.Scalar) { code = Int32(character.value) }

    public static let space = Key(code: GLFW_KEY_SPACE)
    public static let escape = Key(code: GLFW_KEY_ESCAPE)
    public static let enter = Key(code: GLFW_KEY_ENTER)
    public static let keypadEnter = Key(code: GLFW_KEY_KP_ENTER)
    public static let tab = Key(code: GLFW_KEY_TAB)
    public static let backspace = Key(code: GLFW_KEY_BACKSPACE)
    public static let delete = Key(code: GLFW_KEY_DELETE)
    public static let left = Key(code: GLFW_KEY_LEFT)
    public static let right = Key(code: GLFW_KEY_RIGHT)
    public static let up = Key(code: GLFW_KEY_UP)
    public static let down = Key(code: GLFW_KEY_DOWN)
    public static let pageUp = Key(code: GLFW_KEY_PAGE_UP)
    public static let pageDown = Key(code: GLFW_KEY_PAGE_DOWN)
    public static let home = Key(code: GLFW_KEY_HOME)
    public static let end = Key(code: GLFW_KEY_END)
    public static let function11 = Key(code: GLFW_KEY_F11)
  }
}
