import Frames
import Graphics
import Localization
import Monitor
import Shaders
import Typesetting

/// Draws scenes with one context, into its window or into a picture. It stays on the context's thread.
public final class Stage {
  public enum Scene: Sendable, Hashable { case desktop, kiosk, tuning(Tuning) }

  /// How a snapshot is shown.
  public struct View: Sendable, Hashable {
    public var scene: Scene
    var showsHelp: Bool
    /// From 0; a small window has several pages.
    var helpPage = 0
    public var choices = Choices()
    /// The place of the pointer, in pixels from the top left.
    public var pointer: SIMD2<Double>?
    public var zoom = Zoom()
    /// Whether the scene is held still in the picture while the camera moves.
    public var isSteady = false
    public var language = Language.english
    public var theme = Theme.dark
    /// The user's scale of all text and controls.
    public var textScale = 1.0
    /// A long press on a kiosk: its place in pixels, and its progress, 0...1.
    public var press: Press?
    /// The part of the picture that is being marked.
    public var marked: PictureArea?
    public var compose = Compose()
    /// The visit at a kiosk; `nil` if visitors cannot send.
    var visit: KioskVisit?
    /// How far the bar for messages is open, 0...1.
    var composeShare = 0.0
    /// Pixels.
    public var width: Int
    public var height: Int
    /// Pixels per point of the display.
    public var scale: Double

    public init(_ scene: Scene, width: Int, height: Int, scale: Double = 1, showsHelp: Bool = false) {
      self.scene = scene
      self.showsHelp = showsHelp
      self.width = width
      self.height = height
      self.scale = scale
    }

    public struct Press: Sendable, Hashable {
      public var place: SIMD2<Double>
      public var progress: Double
    }

    public static let textScales = 0.75...3.0

    /// Pixels per point of the layout: in a very large window everything is larger, in steps of a quarter, because such a
    /// screen is seen from afar.
    var layoutScale: Double {
      let scale = scale.isFinite ? min(max(scale, 0.5), 8) : 1
      let room = min(Double(width) / scale / 1600, Double(height) / scale / 1000)
      let wanted =
        textScale.isFinite ? min(max(textScale, Self.textScales.lowerBound), Self.textScales.upperBound) : 1
      return scale * min(max((room * 4).rounded(.down) / 4, 1), 3) * wanted
    }
  }

  /// Which part of the picture is drawn, and where.
  public struct PicturePlace: Equatable, Sendable {
    /// In the target.
    public var viewport: PixelRectangle
    /// In the picture, or in the scene if it is held still; `nil` for the whole picture.
    public var part: PictureArea?
    /// Whether the scene is held still while the camera moves.
    public var isSteady = false
  }

  /// The scene that was drawn last. The pointer hits its parts.
  enum Drawn {
    case desktop(DesktopScene)
    case kiosk(KioskScene)
    case kioskSending(KioskSendingScene)
    case tuning(TuningScene)
  }

  /// Draws the newest frame upright.
  public typealias Preview = (PicturePlace) throws(GraphicsError) -> Void

  private var context: Context
  private var painter: Painter
  private let transcripts = TranscriptText()
  // The controls of the desktop and of tuning. A kiosk has none.
  let desktop = DesktopControls()
  let composeControls = ComposeControls()
  let tuningControls = TuningControls()
  private(set) var gui: Gui?
  private(set) var drawn: Drawn?

  /// The programs that draw scenes.
  public static let programs = [Painter.shapeFiles, Painter.textFiles, Painter.controlFiles]

  public init(_ context: Context, shaders: ShaderLibrary = ShaderLibrary()) throws(GraphicsError) {
    self.context = context
    painter = try Painter(context, shaders)
  }

  /// Uses another context from now on, because the former one was lost; open popups and typed text stay.
  func move(to context: Context, shaders: ShaderLibrary) throws(GraphicsError) {
    painter = try Painter(context, shaders)
    try gui?.move(to: context)
    self.context = context
  }

  /// Texts that were set since the beginning, and texts in the GPU's memory.
  var textsSet: Int { painter.textures.texts }
  var textsKept: Int { painter.textures.count }

  /// Draws into the context's window.
  public func draw(_ snapshot: Snapshot, as view: View, preview: Preview) throws(GraphicsError) {
    try context.makeCurrent()
    context.beginScenePass(width: view.width, height: view.height)
    try paint(snapshot, as: view, preview: preview)
  }

  /// Draws into a picture.
  public func picture(of snapshot: Snapshot, as view: View, preview: Preview) throws(GraphicsError) -> Bitmap
  {
    try context.makeCurrent()
    let target = try context.target(width: view.width, height: view.height)
    try draw(snapshot, as: view, into: target, preview: preview)
    return Bitmap(target.picture())
  }

  /// Draws into a texture of the view's size.
  package func draw(
    _ snapshot: Snapshot, as view: View, into target: borrowing Target, preview: Preview
  ) throws(GraphicsError) {
    context.beginScenePass(into: target)
    try paint(snapshot, as: view, preview: preview)
  }

  private func paint(_ snapshot: Snapshot, as view: View, preview: Preview) throws(GraphicsError) {
    clear(view.theme.ground)
    painter.begin(
      width: view.width, height: view.height, scale: view.layoutScale, words: Wording(view.language),
      theme: view.theme)
    transcripts.theme = view.theme
    let size = Point(painter.bounds.width, painter.bounds.height)
    switch view.scene {
    case .desktop: try paintDesktop(snapshot, view, size, preview)
    case .kiosk: try paintKiosk(snapshot, view, size, preview)
    case .tuning(let tuning): try paintTuning(tuning, snapshot, view, size, preview)
    }
    if view.showsHelp, !(view.scene == .desktop && view.compose.fillsWindow) {
      HelpOverlay(keys: view.helpKeys, page: view.helpPage).paint(with: painter)
    }
    try painter.finish()
  }

  private func paintDesktop(
    _ snapshot: Snapshot, _ view: View, _ size: Point, _ preview: Preview
  ) throws(GraphicsError) {
    let scene = DesktopScene(
      snapshot, size: size, transcripts: transcripts, pointer: view.pointer.map { $0 / painter.scale },
      zoom: view.zoom, isSteady: view.isSteady, marked: view.marked, composeShare: view.composeShare)
    drawn = .desktop(scene)
    try show(scene.layout.picture, in: scene.layout.well, snapshot, view, preview)
    let row = scene.layout.controls
    let bar = ComposeLayout(
      size, share: view.composeShare, below: row.isEmpty ? .infinity : row.y - Theme.unit)
    composeControls.show(view.compose, alphabet: view.choices.alphabet, painter.words, in: bar)
    desktop.show(snapshot, view.choices, painter.words, in: scene.layout, window: painter.bounds)
    desktop.show(view.compose, isOpen: view.composeShare > 0, in: bar)
    // The controls run first, so that the message is drawn as it was just typed.
    let gui = try runControls(view) { gui in
      desktop.isUnderCard = view.composeShare > 0 && !bar.card.isEmpty && composeControls.problem != nil
      desktop.run(gui)
      if view.composeShare > 0 { composeControls.run(gui) }
    }
    scene.paint(with: painter)
    scene.paintCard(with: painter)
    if view.composeShare > 0 {
      ComposeBar(
        layout: bar, compose: view.compose, message: composeControls.message,
        problem: composeControls.problem, offersLamp: composeControls.offersLamp
      ).paint(with: painter)
    }
    painter.controls(gui.mesh, gui.atlas)
    painter.lampFillingWindow(view.compose)
  }

  private func paintKiosk(
    _ snapshot: Snapshot, _ view: View, _ size: Point, _ preview: Preview
  ) throws(GraphicsError) {
    if let visit = view.visit, visit.isOpen || view.compose.sending != nil {
      let scene = KioskSendingScene(
        visit, view.compose, size: size, alphabet: view.choices.alphabet, language: view.language)
      drawn = .kioskSending(scene)
      scene.paint(with: painter)
    } else {
      let scene = KioskScene(snapshot, size: size, transcripts: transcripts, invites: view.visit != nil)
      drawn = .kiosk(scene)
      try show(scene.layout.picture, in: scene.layout.well, snapshot, view, preview)
      scene.paint(with: painter)
    }
    if let press = view.press, press.progress > 0.1 {
      let side = size.y * 0.16
      let center = press.place / painter.scale
      painter.ring(
        in: Rect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side),
        progress: press.progress, painter.theme.ink)
    }
  }

  private func paintTuning(
    _ tuning: Tuning, _ snapshot: Snapshot, _ view: View, _ size: Point, _ preview: Preview
  ) throws(GraphicsError) {
    let scene = TuningScene(snapshot, tuning, size: size)
    drawn = .tuning(scene)
    try show(scene.layout.picture, in: scene.layout.well, snapshot, view, preview)
    scene.paint(with: painter)
    tuningControls.show(tuning, isFrozen: snapshot.isFrozen, painter.words, in: scene.layout)
    let gui = try runControls(view) { tuningControls.run($0) }
    painter.controls(gui.mesh, gui.atlas)
  }

  private func runControls(_ view: View, _ run: (Gui) -> Void) throws(GraphicsError) -> Gui {
    let gui = try controls()
    gui.frame(width: view.width, height: view.height, scale: painter.scale, theme: view.theme, run)
    return gui
  }

  /// The controls, made at their first use.
  func controls() throws(GraphicsError) -> Gui {
    if let gui { return gui }
    let made = try Gui(context)
    gui = made
    return made
  }

  private func clear(_ color: Color) {
    context.clear(SIMD4(Float(color.red), Float(color.green), Float(color.blue), 255) / 255)
  }

  private func show(
    _ picture: Rect, in well: Rect, _ snapshot: Snapshot, _ view: View, _ preview: Preview
  ) throws(GraphicsError) {
    context.setScissor(painter.pixels(well))
    clear(painter.theme.well)
    context.setScissor(nil)
    let area = painter.pixels(picture)
    guard let info = snapshot.source.info, area.width > 0, area.height > 0 else { return }
    let part = PictureMap(info, shown: picture, zoom: view.zoom).part
    try preview(PicturePlace(viewport: area, part: part, isSteady: view.isSteady))
    // The preview sets its own viewport and may switch blending off.
    context.setViewport(PixelRectangle(x: 0, y: 0, width: view.width, height: view.height))
    context.setScissor(nil)
    context.setBlending(true)
  }
}

extension Bitmap {
  /// Pixels that were read back from the GPU, made opaque: the alpha of a framebuffer was not visible.
  public init(_ picture: Picture) {
    var pixels = picture.pixels
    pixels.withUnsafeMutableBufferPointer { pixels in
      for at in stride(from: 0, to: pixels.count, by: 4) {
        pixels.swapAt(at, at + 2)
        pixels[at + 3] = 255
      }
    }
    self.init(width: picture.width, height: picture.height, pixels: pixels)
  }
}
