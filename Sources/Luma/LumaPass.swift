import Frames
import Graphics
import Shaders

/// Measures every frame of a stream and keeps the newest one's picture for the preview.
///
/// The GPU measures if it passed the check for the stream's format, else the CPU reference does. The grids are equal bit for
/// bit. Lives on the thread of its context.
public final class LumaPass {
  /// Mantissa bits that the GPU's sums need: they stay below 2^16.
  public static let leastPrecision = 16

  /// What of a frame is kept for the preview.
  public enum Preview: Sendable {
    /// Nothing: the frame will not be drawn.
    case none
    /// The luma alone.
    case luma
    /// Chroma too; it costs an upload for the planar formats and nothing for the others.
    case colour
  }

  /// Which of GPU and CPU measures ``LumaGrid/backgroundDifferences``.
  public enum BackgroundDifferences: Sendable {
    case none
    case gpu
    /// The GPU; the CPU if the GPU is a software renderer, because the CPU is much faster without shaders.
    case faster

    func areDrawn(on context: Context) -> Bool {
      switch self {
      case .none: false
      case .gpu: true
      case .faster: !context.capabilities.isSoftware
      }
    }
  }

  private var context: Context
  private let shaders: ShaderLibrary
  private let backgroundDifferences: BackgroundDifferences
  private var format: FrameFormat?
  private var gpu: GPULuma?
  private var textures: PictureTextures?
  /// The picture that is held; see ``isPictureHeld``.
  private var held: PictureTextures?
  private var preview: PreviewProgram?
  private var reference = LumaGrid(width: 1, height: 1)
  /// The background of the CPU reference. It is never copied from the GPU, where it may be damaged or lost when the CPU
  /// reference has to measure. So there are no background differences until the CPU reference has averaged its own background.
  private var cpuBackground = PixelBackground()
  private var cpuTimes = PassTimes()
  private var registration = FrameRegistration()

  /// Frames that were on the GPU when it was reset.
  private var lostFrames = 0

  /// Which of GPU and CPU measures; `nil` before the first frame.
  public private(set) var verification: Verification?
  /// How many pictures were kept: names the one that ``drawPreview(_:)`` draws.
  public private(set) var pictureCount = 0
  /// Holds the picture that is drawn, while frames go on being measured. Frames of another format end it.
  public var isPictureHeld = false {
    didSet {
      guard isPictureHeld != oldValue else { return }
      if isPictureHeld { holdPicture() } else { endHold() }
    }
  }
  /// Whether there is a picture to draw, and whether in colour.
  public private(set) var picture = Preview.none

  /// Every program that may run here, whatever the format.
  public static var programs: [ProgramFiles] {
    [TargetProgram.files]
      + PixelFormat.allCases.flatMap { format in
        [GPULuma.files(for: format), GPULuma.files(for: format, moved: true)]
          + GPUBackground.files(for: format)
          + [false, true].map { PreviewProgram.files(for: format, isSmooth: $0) }
      }
  }

  /// - Parameters:
  ///   - context: The window's, or one without a window.
  ///   - backgroundDifferences: Which of GPU and CPU measures background differences, if any.
  public init(
    _ context: Context, shaders: ShaderLibrary = ShaderLibrary(),
    backgroundDifferences: BackgroundDifferences = .none
  ) {
    self.context = context
    self.shaders = shaders
    self.backgroundDifferences = backgroundDifferences
  }

  /// Averages the background again.
  public func recalibrate() {
    gpu?.forgetBackground()
    cpuBackground.beginAnew()
  }

  /// Goes on with another context, in place of one that was lost. There is no picture until the next frame, and none is
  /// held.
  public func move(to context: Context) {
    leaveGPU()
    (format, picture) = (nil, .none)
    preview = nil
    held = nil
    textures = nil
    isPictureHeld = false
    self.context = context
  }

  /// How many frames were lost with a context since this was last asked; they come before the grid that is delivered.
  public func takeLostFrames() -> Int {
    defer { lostFrames = 0 }
    return lostFrames
  }

  private func leaveGPU() {
    lostFrames += gpu?.lost ?? 0
    gpu = nil
    cpuBackground = PixelBackground()
  }

  /// What measuring costs at present.
  public var times: PassTimes { gpu?.times ?? cpuTimes }

  /// Measures `frame`, and delivers grids in the order of their frames. The GPU delivers one frame late.
  ///
  /// A first frame, or one of a new format, has the GPU checked before. A picture without a place in the GPU's memory is
  /// measured all the same and not shown.
  ///
  /// - Parameters:
  ///   - preview: What to keep if this may be the frame that is drawn next.
  ///   - deliver: Gets each grid once. The storage is used again: a copy that is kept costs an allocation.
  public func measure<Failure: Error>(
    _ frame: borrowing Frame, preview: Preview = .none,
    deliver: (borrowing LumaGrid) throws(Failure) -> Void
  ) throws(Failure) {
    if frame.format != format {
      try drain(deliver: deliver)
      prepare(for: frame.format)
    }
    // Without background differences nothing reads the grids, so the scene is not registered: the picture alone is measured.
    let motion =
      backgroundDifferences == .none || frame.recordedMeasurement != nil
      ? SceneMotion.still : registration.motion(of: frame)
    if submit(frame, movedBy: motion) {
      try gpu?.collect(keeping: GPULuma.delay, deliver: deliver)
    } else {
      // What the GPU still holds comes first.
      try drain(deliver: deliver)
      if gpu != nil { leaveGPU() }
      try measureByReference(
        frame, movedBy: motion, keepingPicture: preview != .none, deliver: deliver)
    }
    keepChroma(frame, preview)
  }

  /// Delivers what is still on its way: at the end of a stream, or when the next frame is long in coming.
  public func drain<Failure: Error>(
    deliver: (borrowing LumaGrid) throws(Failure) -> Void
  ) throws(Failure) {
    try gpu?.collect(keeping: 0, deliver: deliver)
  }

  /// Draws the newest kept picture into the scene that is being drawn; draws nothing while there is none.
  ///
  /// - Throws: What the driver has against the preview's shaders.
  public func drawPreview(_ view: PreviewView) throws(GraphicsError) {
    guard let format, picture != .none else { return }
    if preview?.isSmooth != view.isSmooth {
      preview = try PreviewProgram(
        context, shaders: shaders, format: format.pixelFormat, isSmooth: view.isSmooth)
    }
    context.setViewport(view.viewport)
    context.setBlending(false)
    let saturation = picture == .colour ? view.saturation : 0
    if held != nil {
      preview?.draw(held!, view, saturation: saturation)
    } else if textures != nil {
      preview?.draw(textures!, view, saturation: saturation)
    }
    context.setBlending(true)
    context.setViewport(nil)
    try context.check("the preview")
  }

  /// - Returns: Whether the GPU took the frame. Where it refuses it is not asked again for this format.
  private func submit(_ frame: borrowing Frame, movedBy motion: SceneMotion) -> Bool {
    guard let gpu, textures != nil else { return false }
    guard !context.isLost else {
      verification = .reference(.failure(.contextLost(reason: "the driver reset the GPU")))
      return false
    }
    do {
      try gpu.submit(frame, movedBy: motion, through: textures!)
      return true
    } catch {
      verification = .reference(.failure(error))
      return false
    }
  }

  private func measureByReference<Failure: Error>(
    _ frame: borrowing Frame, movedBy motion: SceneMotion, keepingPicture: Bool,
    deliver: (borrowing LumaGrid) throws(Failure) -> Void
  ) throws(Failure) {
    var parts = PassTimes.Parts()
    var watch = Stopwatch()
    CPULuma.measure(frame, movedBy: motion, into: &reference)
    if backgroundDifferences != .none { cpuBackground.measure(frame, into: &reference) }
    parts.pass = watch.lap()
    if keepingPicture {
      textures?.uploadLuma(frame)
      parts.upload = watch.lap()
    }
    cpuTimes.record(parts)
    try deliver(reference)
  }

  private func keepChroma(_ frame: borrowing Frame, _ preview: Preview) {
    guard textures != nil else { return }
    if preview == .colour { textures?.uploadChroma(frame) }
    if preview != .none, held == nil {
      picture = preview
      pictureCount += 1
    }
  }

  /// Sets the newest picture aside; the next frame gets textures of its own.
  private func holdPicture() {
    guard let format, textures != nil else { return }
    held = textures.take()
    do {
      textures = try PictureTextures(context, format: format)
    } catch {
      // Without memory for a second picture the CPU reference measures.
      verification = .reference(.failure(error))
    }
  }

  private func endHold() {
    if textures == nil { textures = held.take() }
    held = nil
  }

  /// Makes what frames of `format` need, and has the GPU prove itself on it.
  private func prepare(for format: FrameFormat) {
    self.format = format
    leaveGPU()
    textures = nil
    isPictureHeld = false
    preview = nil
    picture = .none
    cpuTimes = PassTimes()
    let capabilities = context.capabilities
    do throws(GraphicsError) {
      textures = try PictureTextures(context, format: format)
      guard capabilities.fragmentPrecision >= Self.leastPrecision else {
        verification = .reference(.precision(bits: capabilities.fragmentPrecision))
        return
      }
      if let reason = try Verification.check(
        format, on: context, with: shaders, drawsDifferences: backgroundDifferences.areDrawn(on: context))
      {
        verification = .reference(reason)
        return
      }
      gpu = try GPULuma(
        context, shaders: shaders, format: format, backgroundDifferences: backgroundDifferences)
      verification = .verified(renderer: capabilities.renderer)
    } catch {
      verification = .reference(Verification.Reason(error))
    }
  }
}

extension Verification.Reason {
  fileprivate init(_ error: GraphicsError) {
    self =
      if case .size(let width, let height, let largest) = error {
        .size(width: width, height: height, largest: largest)
      } else {
        .failure(error)
      }
  }
}
