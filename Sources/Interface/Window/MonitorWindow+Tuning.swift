import Graphics

/// The divide of the tuning scene, moved by keys and by the mouse.
extension MonitorWindow {
  var isTuning: Bool { if case .tuning = scene { true } else { false } }

  func moveDivide(by step: Double) {
    guard case .tuning(var tuning) = scene, tuning.isComparing else { return }
    tuning.divide = min(max(tuning.divide + step, 0), 1)
    scene = .tuning(tuning)
  }

  /// Moves the divide of the tuning scene with the pointer.
  func drag(_ event: WindowEvent) {
    guard case .tuning(var tuning) = scene, tuning.isComparing, let place = scenePoint,
      case .tuning(let drawn)? = stage.drawn, !drawn.layout.picture.isEmpty
    else { return }
    let picture = drawn.layout.picture
    switch event {
    case .pointer: break
    case .button(.left, .down, _): isDragging = picture.contains(place)
    default: return
    }
    guard isDragging else { return }
    tuning.divide = min(max((place.x - picture.x) / picture.width, 0), 1)
    scene = .tuning(tuning)
  }
}
