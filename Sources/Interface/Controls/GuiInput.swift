import CImGui
import Graphics

/// Events of the window for the controls. Dear ImGui reads the state of pointer and keys once per pass, not the events. So at
/// most one click or key is applied per pass: otherwise a release would hide the press before it.
struct GuiInput {
  /// Which keys the controls get at present; they always get Tab.
  struct Focus {
    var hasKeyboard: Bool
    var isInEntry: Bool
    /// Whether left and right move a slider.
    var isOnSlider: Bool
  }

  /// Keys that move the focus, or work the focused control.
  struct Keys {
    /// Steps to the next control.
    var tabs = 0
    /// Steps to the right.
    var slides = 0
    /// Steps down, in an entry.
    var lines = 0
    /// Escape.
    var leaves = false
    /// Ctrl-V, in an entry.
    var pastes = false
  }

  private var waiting: [WindowEvent] = []
  private var pressed: [WindowEvent.Key: GuiKey] = [:]
  /// Limit of the waiting events. A user makes fewer between two pictures.
  private static let capacity = 512

  var isEmpty: Bool { waiting.isEmpty }

  /// - Parameter pointerScale: Pixels per window coordinate.
  mutating func feed(_ events: [WindowEvent], pointerScale: Double) {
    for event in events where waiting.count < Self.capacity {
      switch event {
      case .pointer(let x, let y):
        let moved = WindowEvent.pointer(x: x * pointerScale, y: y * pointerScale)
        if case .pointer = waiting.last { waiting[waiting.count - 1] = moved } else { waiting.append(moved) }
      case .button(.left, _, _), .scroll, .key, .character, .focused, .pointerLeft: waiting.append(event)
      default: break
      }
    }
  }

  /// Passes the next events to the controls, up to the first that would hide an earlier one.
  mutating func apply(_ focus: Focus) -> Keys {
    var keys = Keys()
    var isFull = false
    var used = 0
    for event in waiting {
      if isFull, !event.canSharePass { break }
      used += 1
      switch event {
      case .pointer(let x, let y): gui_pointer(Float(x), Float(y))
      // A place without controls.
      case .pointerLeft: gui_pointer(-.greatestFiniteMagnitude, -.greatestFiniteMagnitude)
      case .button(_, let press, _):
        gui_mouse_button(press != .up)
        isFull = true
      case .scroll(let x, let y): gui_wheel(Float(x), Float(y))
      case .character(let sign): if focus.hasKeyboard { gui_character(sign.value) }
      case .focused(let isFocused): if !isFocused { releaseKeys() }
      case .key(let key, let press, let modifiers):
        isFull = true
        gui_modifiers(
          modifiers.contains(.shift), modifiers.contains(.control), modifiers.contains(.alt))
        apply(key, press, modifiers, focus, &keys)
      default: break
      }
    }
    waiting.removeFirst(used)
    return keys
  }

  private mutating func apply(
    _ key: WindowEvent.Key, _ press: WindowEvent.Press, _ modifiers: WindowEvent.Modifiers, _ focus: Focus,
    _ keys: inout Keys
  ) {
    if press != .up {
      switch key {
      case .tab where !modifiers.contains(.control) && !modifiers.contains(.alt):
        keys.tabs += modifiers.contains(.shift) ? -1 : 1
        return
      case .left where focus.isOnSlider: return keys.slides -= 1
      case .right where focus.isOnSlider: return keys.slides += 1
      case .up where focus.isInEntry: return keys.lines -= 1
      case .down where focus.isInEntry: return keys.lines += 1
      case .escape:
        keys.leaves = focus.hasKeyboard
        return
      default: break
      }
    }
    if press == .up {
      if let name = pressed.removeValue(forKey: key) { gui_key(name, false) }
    } else if focus.hasKeyboard, let name = Self.names[key] {
      keys.pastes = keys.pastes || focus.isInEntry && name == GUI_V && modifiers.contains(.control)
      // Enter ends an entry; elsewhere it presses a control, like the space bar.
      let name = name == GUI_ENTER && !focus.isInEntry ? GUI_SPACE : name
      gui_key(name, true)
      pressed[key] = name
    }
  }

  private mutating func releaseKeys() {
    for name in pressed.values { gui_key(name, false) }
    pressed = [:]
    gui_modifiers(false, false, false)
  }

  private static let names: [WindowEvent.Key: GuiKey] = [
    .left: GUI_LEFT, .right: GUI_RIGHT, .up: GUI_UP, .down: GUI_DOWN, .pageUp: GUI_PAGE_UP,
    .pageDown: GUI_PAGE_DOWN, .home: GUI_HOME, .end: GUI_END, .delete: GUI_DELETE, .backspace: GUI_BACKSPACE,
    .space: GUI_SPACE, .enter: GUI_ENTER, .keypadEnter: GUI_ENTER, .init("A"): GUI_A,
    .init("C"): GUI_C, .init("V"): GUI_V, .init("X"): GUI_X, .init("Y"): GUI_Y, .init("Z"): GUI_Z,
  ]
}

extension WindowEvent {
  /// Whether the event can be applied in the same pass as an earlier key or click.
  fileprivate var canSharePass: Bool {
    switch self {
    case .character, .scroll, .focused: true
    default: false
    }
  }
}
