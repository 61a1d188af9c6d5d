import Graphics
import Interface
import Luma
import Monitor

/// Draws a scene without a window, for a screenshot at the end of a run.
///
/// The GPU pass measures here, because the picture needs the frame's texture anyway.
final class OffscreenPicture {
  let luma: LumaPass
  private let context: OffscreenContext
  private let stage: Stage
  private let view: Stage.View
  private let path: String

  /// - Throws: A ``Failure`` if there is neither a GPU nor a software renderer.
  init(_ path: String, _ view: Stage.View) throws(Failure) {
    do throws(GraphicsError) {
      context = try OffscreenContext()
      stage = try Stage(context.context)
    } catch {
      throw Failure(.unavailable, "no picture without OpenGL ES 2.0: \(error)")
    }
    luma = LumaPass(context.context, backgroundDifferences: .faster)
    self.path = path
    self.view = view
  }

  func save(_ session: Session) throws {
    let picture = try stage.picture(of: session.snapshot, as: view) { place throws(GraphicsError) in
      try luma.drawPreview(session.preview(in: place))
    }
    try savePicture(picture, to: path)
  }
}
