import Frames
import Interface
import Luma
import Monitor

extension Session {
  /// Measures every waiting frame with `luma`, and notes the state and the times of the pass.
  func measure(with luma: LumaPass, within timeout: Duration = .zero) {
    drain(
      within: timeout,
      measure: { frame, deliver in
        luma.measure(frame, keepsPicture: true) { grid in
          let lost = luma.takeLostFrames()
          if lost > 0 { note(FramesLost(count: lost, cause: .graphics, time: grid.timestamp)) }
          deliver(grid)
        }
      },
      drain: { deliver in luma.drain { grid in deliver(grid) } })
    note(luma.verification, milliseconds: luma.times.mean.total)
  }

  /// Position and orientation of the newest picture in the window.
  func preview(in place: Stage.PicturePlace) -> PreviewView {
    PreviewView(
      viewport: place.viewport, quarterTurns: snapshot.source.info?.quarterTurns ?? 0, area: place.part,
      isSteady: place.isSteady)
  }
}
