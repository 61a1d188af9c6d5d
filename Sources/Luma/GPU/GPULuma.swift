import Frames
import Graphics
import Shaders

/// Measures the luma of frames on the GPU: one upload and one draw per frame, read back one frame late.
///
/// A readback right after its draw would wait until the GPU has finished. So the draw of a frame is submitted first, and then the
/// frame before it is read. The slot keeps the frame's timestamp, sequence number and exposure, so the delay postpones the
/// display and does not change the measurement. It is used only on the thread of its context.
///
/// ``GPUBackground`` or ``PixelBackground`` measures the background of the same frames.
final class GPULuma {
  /// Frames whose tiles are still on the GPU after a submission.
  static let delay = 1
  private struct Stamp {
    var timestamp = Timestamp.zero
    var sequence: UInt64 = 0
    var exposure: Double?
    /// See ``LumaGrid/averagedFrames``.
    var averagedFrames: Int?
    var motion = SceneMotion.still
  }

  private let context: Context
  private let program: Program
  private let picture: Program.Uniform
  private let pixel: Program.Uniform
  private let size: Program.Uniform
  /// The program for a scene that has moved.
  private let moved: Program
  private let movedUniforms: (picture: Program.Uniform, pixel: Program.Uniform, motion: MotionUniforms)
  private let quad: Quad
  /// At most one of the two is set.
  private let gpuBackground: GPUBackground?
  private var cpuBackground: PixelBackground?
  /// The background differences by ``cpuBackground``, for the frames in the slots.
  private var cpuDifferences: [3 of [UInt8]] = InlineArray(repeating: [])
  private var plan = BackgroundPlan()
  /// One target is drawn and one is read. With a third one, neither is still in use by an earlier command.
  private let targets: [3 of Target]
  private var stamps: [3 of Stamp]
  /// Counts of frames drawn and delivered; the slot of frame n is n modulo 3.
  private var drawn = 0
  private var delivered = 0
  private var unread = 0
  /// Frames that were not read before the context was lost.
  var lost: Int { unread + (context.isLost ? drawn - delivered : 0) }
  private var grid: LumaGrid

  let format: FrameFormat
  /// Values of uniforms, by name.
  var values: [String: UniformValue]
  private(set) var times = PassTimes()
  private var parts = PassTimes.Parts()

  /// - Parameter moved: Whether the program is for a scene that has moved.
  static func files(for format: PixelFormat, moved: Bool = false) -> ProgramFiles {
    ProgramFiles(
      vertex: .wholeTarget,
      fragment: [.precision, format.lumaShader] + (moved ? [.moved, .tileMoved] : [.tile]))
  }

  /// - Throws: The driver's reason for refusing the shaders or the size.
  init(
    _ context: Context, shaders: ShaderLibrary, format: FrameFormat,
    backgroundDifferences: LumaPass.BackgroundDifferences = .none
  ) throws(GraphicsError) {
    self.context = context
    self.format = format
    grid = LumaGrid(width: format.width, height: format.height)
    let (columns, rows) = (grid.columns, grid.rows)
    targets = try InlineArray { _ throws(GraphicsError) in try context.target(width: columns, height: rows) }
    stamps = InlineArray(repeating: Stamp())
    quad = try context.quad()
    let files = Self.files(for: format.pixelFormat)
    program = try context.program(files, from: shaders)
    values = shaders.presets(of: files.fragment)
    picture = program.uniform("picture")
    pixel = program.uniform("pixel")
    size = program.uniform("size")
    moved = try context.program(Self.files(for: format.pixelFormat, moved: true), from: shaders)
    movedUniforms = (moved.uniform("picture"), moved.uniform("pixel"), MotionUniforms(moved))
    gpuBackground =
      backgroundDifferences.areDrawn(on: context)
      ? try GPUBackground(context, shaders: shaders, format: format) : nil
    cpuBackground = backgroundDifferences != .none && gpuBackground == nil ? PixelBackground(format) : nil
  }

  private var measuresDifferences: Bool { gpuBackground != nil || cpuBackground != nil }

  /// Discards the background and averages a new one.
  func recalibrate() { plan.recalibrate() }

  /// Uploads the luma of `frame` and submits the draw of its tiles.
  ///
  /// - Parameters:
  ///   - textures: Made for the format of this pass.
  ///   - motion: Displaces the tiles.
  /// - Throws: ``GraphicsError/driver(code:during:)`` in debug builds. The frame then does not count as drawn.
  func submit(
    _ frame: borrowing Frame, movedBy motion: SceneMotion = .still,
    through textures: borrowing PictureTextures
  ) throws(GraphicsError) {
    assert(frame.format == format && textures.format == format)
    var watch = Stopwatch()
    textures.uploadLuma(frame)
    parts.upload = watch.lap()
    var stamp = Stamp(timestamp: frame.timestamp, sequence: frame.sequence, exposure: frame.exposure)
    stamp.motion = motion
    if measuresDifferences {
      plan.beginFrame(at: frame.timestamp, motion)
      stamp.averagedFrames = plan.averaged
    }
    try draw(textures, stamp)
    if cpuBackground != nil, stamp.averagedFrames != nil {
      var watch = Stopwatch()
      if plan.isCalibrated {
        cpuBackground?.measureDifferences(
          of: frame, movedBy: motion, into: &cpuDifferences[(drawn - 1) % targets.count])
      }
      cpuBackground?.apply(plan.step(at: frame.timestamp), frame, movedBy: motion)
      parts.pass += watch.lap()
    }
  }

  /// Draws the tiles of the picture that `textures` already hold.
  func resubmit(_ textures: borrowing PictureTextures) throws(GraphicsError) {
    assert(textures.format == format)
    try draw(textures, Stamp())
  }

  private func draw(_ textures: borrowing PictureTextures, _ stamp: Stamp) throws(GraphicsError) {
    precondition(drawn - delivered < targets.count, "collect before the ring is full")
    var watch = Stopwatch()
    let slot = drawn % targets.count
    context.beginDataPass(into: targets[slot])
    if stamp.motion.hasMoved {
      moved.use()
      moved.set(movedUniforms.picture, 0)
      moved.set(movedUniforms.pixel, textures.pixel)
      movedUniforms.motion.set(stamp.motion, of: format, in: moved)
    } else {
      program.use()
      program.set(picture, 0)
      program.set(pixel, textures.pixel)
      program.set(size, SIMD2(Float(format.width), Float(format.height)))
      program.set(values)
    }
    textures.luma.bind(unit: 0)
    quad.draw()
    if let gpuBackground, stamp.averagedFrames != nil {
      if plan.isCalibrated { gpuBackground.drawDifferences(of: textures, movedBy: stamp.motion, slot: slot) }
      gpuBackground.apply(plan.step(at: stamp.timestamp), textures, movedBy: stamp.motion)
    }
    context.flush()
    parts.pass = watch.lap()
    try context.check("the luma pass")

    stamps[slot] = stamp
    drawn += 1
  }

  /// Binds the newest target to texture unit 0, so that its contents can be displayed.
  func bindNewest() {
    targets[max(0, drawn - 1) % targets.count].texture.bind(unit: 0)
  }

  /// Reads the oldest frames back until no more than `outstanding` are left on the GPU, and delivers each in order.
  ///
  /// The storage of the grid is used again for the next frame, so a copy that is kept costs an allocation. After the context
  /// is lost, nothing is delivered.
  func collect<Failure: Error>(
    keeping outstanding: Int, deliver: (borrowing LumaGrid) throws(Failure) -> Void
  ) throws(Failure) {
    while drawn - delivered > outstanding {
      let slot = delivered % targets.count
      var watch = Stopwatch()
      // The bytes of a target are those of the grid's tiles, in the same order.
      grid.tiles.withUnsafeMutableBytes { targets[slot].readPixels(into: $0) }
      grid.motion = stamps[slot].motion
      grid.averagedFrames = stamps[slot].averagedFrames
      if grid.averagedFrames == LumaGrid.calibrationFrames {
        readDifferences(slot)
      } else {
        grid.backgroundDifferences = nil
      }
      guard !context.isLost else {
        unread += drawn - delivered
        delivered = drawn
        return
      }
      delivered += 1
      grid.timestamp = stamps[slot].timestamp
      grid.sequence = stamps[slot].sequence
      grid.exposure = stamps[slot].exposure
      parts.readback = watch.lap()
      if measuresDifferences { plan.take(grid) }
      times.record(parts)
      try deliver(grid)
    }
  }

  private func readDifferences(_ slot: Int) {
    guard let gpuBackground else {
      // The two arrays swap, so neither needs new storage.
      var differences = grid.backgroundDifferences ?? []
      grid.backgroundDifferences = nil
      swap(&differences, &cpuDifferences[slot])
      grid.backgroundDifferences = differences
      return
    }
    gpuBackground.read(slot, into: &grid)
  }
}

extension PixelFormat {
  /// The shader that turns texels of plane 0 into luma.
  var lumaShader: ShaderName {
    switch lumaLayout {
    case .plane: .lumaPlane
    case .evenBytes: .lumaYUYV
    case .oddBytes: .lumaUYVY
    case .rgb: .lumaRGB
    case .bgr: .lumaBGR
    }
  }
}
