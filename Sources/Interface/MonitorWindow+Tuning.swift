import Graphics
import Monitor

/// The divide of the tuning scene, moved by keys and by the mouse.
extension MonitorWindow {
  var isTuning: Bool { if case .tuning = scene { true } else { false } }

  func moveDivide(by step: Double) {
    guard case .tuning(var tuning) = scene else { return }
    tuning.divide = min(max(tuning.divide + step, 0), 1)
    scene = .tuning(tuning)
  }

  /// The pointer lies between the left and the right edge of the tuning scene's picture.
  var isOverPicture: Bool {
    guard let pointer, let snapshot = shownSnapshot, let picture = Stage.tuningPicture(snapshot, view)
    else {
      return false
    }
    return picture.contains(pointer.x)
  }

  /// Follows the pointer with the divide of the tuning scene.
  func drag(_ event: WindowEvent) {
    switch event {
    case .pointer: break
    case .button(.left, .down, _): isDragging = isOverPicture
    default: return
    }
    guard isDragging, case .tuning(var tuning) = scene, let snapshot = shownSnapshot, let pointer,
      let picture = Stage.tuningPicture(snapshot, view)
    else { return }
    tuning.divide = min(
      max((pointer.x - picture.lowerBound) / (picture.upperBound - picture.lowerBound), 0), 1)
    scene = .tuning(tuning)
  }
}
