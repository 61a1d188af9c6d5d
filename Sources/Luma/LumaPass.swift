import Frames
import Graphics
import Shaders

/// Measures every frame of a stream and keeps the newest picture for the preview.
///
/// The GPU measures if it passed the check for the stream's format, else the CPU reference does. The grids are equal bit for bit.
/// It is used only on the thread of its context.
public final class LumaPass {
  /// Mantissa bits that the GPU's sums need: the sums stay below 2^16.
  static let minimumPrecision = 16

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
  /// The number of pictures kept so far. It identifies the picture that ``drawPreview(_:)`` draws.
  public private(set) var pictureCount = 0
  /// Whether the present picture stays in the preview, while frames are still measured. A frame of another format ends the hold.
  public var isPictureHeld = false {
    didSet {
      guard isPictureHeld != oldValue else { return }
      if isPictureHeld { holdPicture() } else { endHold() }
    }
  }
  /// The motion of the scene in the picture that is drawn.
  private var pictureMotion = SceneMotion.still
  /// Whether there is a picture that can be drawn.
  private(set) var hasPicture = false

  /// Every program that this module may run, for all formats.
  public static var programs: [ProgramFiles] {
    [TargetProgram.files]
      + PixelFormat.allCases.flatMap { format in
        [
          GPULuma.files(for: format), GPULuma.files(for: format, moved: true),
          PreviewProgram.files(for: format),
        ] + GPUBackground.files(for: format)
      }
  }

  /// - Parameters:
  ///   - context: The context of a window, or an offscreen one.
  ///   - backgroundDifferences: Which of GPU and CPU measures background differences, if any.
  public init(
    _ context: Context, shaders: ShaderLibrary = ShaderLibrary(),
    backgroundDifferences: BackgroundDifferences = .none
  ) {
    self.context = context
    self.shaders = shaders
    self.backgroundDifferences = backgroundDifferences
  }

  /// Discards the background and averages a new one.
  public func recalibrate() {
    gpu?.recalibrate()
    cpuBackground.recalibrate()
  }

  /// Continues with another context after one was lost. There is no picture until the next frame, and none is held.
  public func move(to context: Context) {
    leaveGPU()
    (format, hasPicture) = (nil, false)
    preview = nil
    held = nil
    textures = nil
    isPictureHeld = false
    self.context = context
  }

  /// The number of frames that were lost with a context since the last call. They come before the grid that is being delivered.
  public func takeLostFrames() -> Int {
    defer { lostFrames = 0 }
    return lostFrames
  }

  private func leaveGPU() {
    lostFrames += gpu?.lost ?? 0
    gpu = nil
    cpuBackground = PixelBackground()
  }

  /// The current cost of measuring.
  public var times: PassTimes { gpu?.times ?? cpuTimes }

  /// Measures `frame`, and delivers grids in the order of their frames. The GPU delivers one frame late.
  ///
  /// The GPU is checked before the first frame and before a frame of a new format. A picture that does not fit into the GPU's
  /// memory is measured and not displayed. A recorded measurement is delivered as it is, and its picture is painted only if it
  /// is kept.
  ///
  /// - Parameters:
  ///   - keepsPicture: Whether this frame may be drawn next. Its chroma costs an upload in planar formats, and nothing in the
  ///     others.
  ///   - deliver: Receives each grid once. Its storage is used again, so a copy that is kept costs an allocation.
  public func measure<Failure: Error>(
    _ frame: borrowing Frame, keepsPicture: Bool = false,
    deliver: (borrowing LumaGrid) throws(Failure) -> Void
  ) throws(Failure) {
    if frame.format != format {
      try drain(deliver: deliver)
      prepare(for: frame.format)
    }
    // Without background differences nothing reads the grids, so the scene is not registered: the picture alone is measured.
    let motion =
      backgroundDifferences == .none || frame.recordedGrid != nil
      ? SceneMotion.still : registration.motion(of: frame)
    if submit(frame, movedBy: motion) {
      try gpu?.collect(keeping: GPULuma.delay, deliver: deliver)
    } else {
      // The frames that are still on the GPU come first.
      try drain(deliver: deliver)
      if gpu != nil { leaveGPU() }
      try measureByReference(frame, movedBy: motion, keepsPicture: keepsPicture, deliver: deliver)
    }
    if keepsPicture { keepPicture(frame, movedBy: motion) }
  }

  /// Delivers the frames that are still on the GPU. Call it at the end of a stream, or if the next frame is late.
  public func drain<Failure: Error>(
    deliver: (borrowing LumaGrid) throws(Failure) -> Void
  ) throws(Failure) {
    try gpu?.collect(keeping: 0, deliver: deliver)
  }

  /// Draws the newest kept picture into the scene pass. Draws nothing if there is none.
  ///
  /// - Throws: The driver's reason for refusing the preview's shaders.
  public func drawPreview(_ view: PreviewView) throws(GraphicsError) {
    guard let format, hasPicture else { return }
    if preview == nil {
      preview = try PreviewProgram(context, shaders: shaders, format: format.pixelFormat)
    }
    context.setViewport(view.viewport)
    context.setBlending(false)
    if held != nil {
      preview?.draw(held!, view, movedBy: pictureMotion)
    } else if textures != nil {
      preview?.draw(textures!, view, movedBy: pictureMotion)
    }
    context.setBlending(true)
    context.setViewport(nil)
    try context.check("the preview")
  }

  /// - Returns: Whether the GPU accepted the frame. After a refusal, the CPU reference measures all frames of this format.
  private func submit(_ frame: borrowing Frame, movedBy motion: SceneMotion) -> Bool {
    guard let gpu, textures != nil, frame.recordedGrid == nil else { return false }
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
    _ frame: borrowing Frame, movedBy motion: SceneMotion, keepsPicture: Bool,
    deliver: (borrowing LumaGrid) throws(Failure) -> Void
  ) throws(Failure) {
    var parts = PassTimes.Parts()
    var watch = Stopwatch()
    if let recorded = frame.recordedGrid {
      reference = recorded
    } else {
      CPULuma.measure(frame, movedBy: motion, into: &reference)
      if backgroundDifferences != .none { cpuBackground.measure(frame, into: &reference) }
    }
    parts.pass = watch.lap()
    if keepsPicture {
      textures?.uploadLuma(frame)
      parts.upload = watch.lap()
    }
    cpuTimes.record(parts)
    try deliver(reference)
  }

  /// Completes the picture of a frame whose luma was uploaded to be measured.
  private func keepPicture(_ frame: borrowing Frame, movedBy motion: SceneMotion) {
    guard textures != nil else { return }
    textures?.uploadChroma(frame)
    guard held == nil else { return }
    pictureMotion = motion
    hasPicture = true
    pictureCount += 1
  }

  /// Keeps the textures of the newest picture and makes new ones for the next frame.
  private func holdPicture() {
    guard let format, textures != nil else { return }
    held = textures.take()
    do {
      textures = try PictureTextures(context, format: format)
    } catch {
      // Without memory for a second picture, the CPU reference measures.
      verification = .reference(.failure(error))
    }
  }

  private func endHold() {
    if textures == nil { textures = held.take() }
    held = nil
  }

  /// Creates the resources for frames of `format`, and checks the GPU with that format.
  private func prepare(for format: FrameFormat) {
    self.format = format
    leaveGPU()
    textures = nil
    isPictureHeld = false
    preview = nil
    hasPicture = false
    cpuTimes = PassTimes()
    let capabilities = context.capabilities
    do throws(GraphicsError) {
      textures = try PictureTextures(context, format: format)
      guard capabilities.fragmentPrecision >= Self.minimumPrecision else {
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
