import Graphics
import Interface
import Localization
import Luma
import Monitor

/// Draws a scene without a window, for a screenshot at the end of a run.
///
/// The GPU pass measures here, because the picture needs the frame's texture anyway.
final class OffscreenPicture {
  let luma: LumaPass
  private let context: OffscreenContext
  private let stage: Stage
  private let scene: Stage.Scene
  private let path: String
  private let size: PictureSize
  private let alphabet: String
  private let language: Language
  private let theme: Theme

  /// - Throws: A ``Failure`` if there is neither a GPU nor a software renderer.
  init(
    _ path: String, _ scene: Stage.Scene, _ size: PictureSize, alphabet: String, _ language: Language,
    _ theme: Theme
  ) throws(Failure) {
    do throws(GraphicsError) {
      context = try OffscreenContext()
      stage = try Stage(context.context)
    } catch {
      throw Failure(.unavailable, "no picture without OpenGL ES 2.0: \(error)")
    }
    luma = LumaPass(context.context, backgroundDifferences: .faster)
    self.scene = scene
    self.path = path
    self.size = size
    self.alphabet = alphabet
    (self.language, self.theme) = (language, theme)
  }

  func save(_ session: Session) throws {
    var view = Stage.View(scene, width: size.width, height: size.height)
    view.choices.alphabet = alphabet
    (view.language, view.theme) = (language, theme)
    let picture = try stage.picture(of: session.snapshot, as: view) { place throws(GraphicsError) in
      try luma.drawPreview(session.preview(in: place))
    }
    try savePicture(picture, to: path)
  }
}
