import CGLFW

/// Collects the events of GLFW's callbacks until the window takes them.
///
/// GLFW runs callbacks only within its event functions, on the window's own thread.
final class WindowEventQueue {
  private var events: [WindowEvent] = []

  func take() -> [WindowEvent] {
    defer { events = [] }
    return events
  }

  /// - Parameter window: Call `stopListening` for it before this queue is released.
  func listen(to window: OpaquePointer) {
    glfwSetWindowUserPointer(window, Unmanaged.passUnretained(self).toOpaque())
    glfwSetKeyCallback(window) { window, key, code, action, bits in
      // The X server reports the modifiers before the event, so a modifier's release still contains that modifier.
      let ownBits = action == GLFW_RELEASE ? WindowEventQueue.modifier(of: key) : 0
      let modifiers = WindowEvent.Modifiers(rawValue: bits & ~ownBits)
      WindowEventQueue.of(window)?.events.append(.key(.init(code: key), .init(action), modifiers))
      guard action == GLFW_PRESS, modifiers.contains(.control), !modifiers.contains(.alt),
        let sign = WindowEventQueue.sign(of: key, code)
      else { return }
      WindowEventQueue.of(window)?.events.append(.shortcut(sign))
    }
    glfwSetCharCallback(window) { window, codepoint in
      guard let scalar = Unicode.Scalar(codepoint) else { return }
      WindowEventQueue.of(window)?.events.append(.character(scalar))
    }
    glfwSetFramebufferSizeCallback(window) { window, width, height in
      WindowEventQueue.of(window)?.events.append(.resized(width: Int(width), height: Int(height)))
    }
    glfwSetWindowContentScaleCallback(window) { window, x, y in
      WindowEventQueue.of(window)?.events.append(.rescaled(max(x, y)))
    }
    glfwSetWindowRefreshCallback(window) { WindowEventQueue.of($0)?.events.append(.refresh) }
    glfwSetWindowCloseCallback(window) { WindowEventQueue.of($0)?.events.append(.close) }
    glfwSetWindowFocusCallback(window) { WindowEventQueue.of($0)?.events.append(.focused($1 == GLFW_TRUE)) }
    glfwSetScrollCallback(window) { WindowEventQueue.of($0)?.events.append(.scroll(x: $1, y: $2)) }
    glfwSetCursorPosCallback(window) { WindowEventQueue.of($0)?.events.append(.pointer(x: $1, y: $2)) }
    glfwSetCursorEnterCallback(window) { window, isOver in
      if isOver == GLFW_FALSE { WindowEventQueue.of(window)?.events.append(.pointerLeft) }
    }
    glfwSetMouseButtonCallback(window) { window, button, action, modifiers in
      WindowEventQueue.of(window)?.events.append(
        .button(.init(button), .init(action), .init(rawValue: modifiers)))
    }
    glfwSetDropCallback(window) { window, count, paths in
      let files = UnsafeBufferPointer(start: paths, count: Int(count)).compactMap {
        $0.map { String(cString: $0) }
      }
      WindowEventQueue.of(window)?.events.append(.dropped(files))
    }
  }

  func stopListening(to window: OpaquePointer) {
    glfwSetWindowUserPointer(window, nil)
  }

  /// The modifier bit of a key; 0 for other keys.
  private static func modifier(of key: Int32) -> Int32 {
    switch key {
    case GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT: GLFW_MOD_SHIFT
    case GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL: GLFW_MOD_CONTROL
    case GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT: GLFW_MOD_ALT
    case GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER: GLFW_MOD_SUPER
    default: 0
    }
  }

  /// The sign of a key without modifiers if it is ASCII, else the letter at its place on a US keyboard.
  private static func sign(of key: Int32, _ code: Int32) -> Unicode.Scalar? {
    let name = glfwGetKeyName(key, code).map { String(cString: $0) } ?? ""
    if name.unicodeScalars.count == 1, let sign = name.unicodeScalars.first, sign.isASCII {
      return sign.properties.lowercaseMapping.unicodeScalars.first
    }
    return (GLFW_KEY_A...GLFW_KEY_Z).contains(key) ? Unicode.Scalar(UInt8(key) | 0x20) : nil
  }

  private static func of(_ window: OpaquePointer?) -> WindowEventQueue? {
    glfwGetWindowUserPointer(window).map { Unmanaged<WindowEventQueue>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension WindowEvent.Press {
  fileprivate init(_ action: Int32) {
    self =
      switch action {
      case GLFW_RELEASE: .up
      case GLFW_REPEAT: .repeated
      default: .down
      }
  }
}

extension WindowEvent.Button {
  fileprivate init(_ button: Int32) {
    self =
      switch button {
      case GLFW_MOUSE_BUTTON_LEFT: .left
      case GLFW_MOUSE_BUTTON_RIGHT: .right
      case GLFW_MOUSE_BUTTON_MIDDLE: .middle
      default: .other(Int(button))
      }
  }
}
