import Graphics
import Monitor

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
    guard case .tuning(var tuning) = scene, tuning.isComparing, let snapshot = shownSnapshot, let pointer,
      let picture = Stage.tuningPicture(snapshot, view)
    else { return }
    switch event {
    case .pointer: break
    case .button(.left, .down, _): isDragging = picture.contains(pointer)
    default: return
    }
    guard isDragging else { return }
    tuning.divide = min(max((pointer.x - picture.x) / picture.width, 0), 1)
    scene = .tuning(tuning)
  }
}
