import Frames
import Graphics
import Shaders

/// Draws frames with shaders that are being tuned, the newest beside the previous ones, and compares the grid of the newest with
/// the CPU reference. The reading does not use these grids. It is used only on the thread of its context.
public final class ShaderTrial {
  private final class Programs {
    let preview: PreviewProgram
    let luma: GPULuma
    let target: TargetProgram

    init(_ context: Context, _ shaders: ShaderLibrary, _ format: FrameFormat) throws(GraphicsError) {
      preview = try PreviewProgram(context, shaders: shaders, format: format.pixelFormat)
      luma = try GPULuma(context, shaders: shaders, format: format)
      target = try TargetProgram(context, shaders: shaders)
    }

    func draw(
      _ shown: TargetView, _ textures: borrowing PictureTextures, _ view: PreviewView,
      _ values: [String: UniformValue]
    ) {
      if shown == .picture {
        preview.draw(textures, view, values: values)
      } else {
        target.draw(luma, as: shown, view)
      }
    }
  }

  private var context: Context
  public private(set) var shaders: ShaderLibrary
  private var previousShaders: ShaderLibrary?
  private var programs: Programs?
  private var previousPrograms: Programs?
  private var textures: PictureTextures?
  /// The output of ``drawSample()``: the picture on the left, the output of the luma pass on the right.
  private(set) var sample: Target?
  private var reference = LumaGrid(width: 1, height: 1)
  private var history: FrameHistory?
  /// The index in `history` of the frame that is shown.
  private var position = 0

  /// Whether new frames are ignored, so that all shaders draw the same frame.
  public var isFrozen = false
  /// Values of uniforms, by name, for both sides of the divide.
  public private(set) var values: [String: UniformValue] = [:]
  /// The histogram of the picture that is shown.
  public private(set) var histogram = LumaHistogram()
  public private(set) var waveform = LumaWaveform()
  /// The error of the newest shaders on the picture that is shown; `nil` before the first picture.
  public private(set) var error: LumaError?
  /// Identifies the picture that ``draw(_:divide:)`` draws.
  public private(set) var pictureCount = 0

  /// The view that is drawn: the picture or the output of the luma pass.
  public var shown = TargetView.picture {
    didSet { if shown != oldValue { pictureCount += 1 } }
  }
  /// `nil` if the driver cannot measure times.
  private var timers: (tiles: GPUTimer, picture: GPUTimer)?

  /// - Parameter shaders: Shaders that are known to compile.
  public init(_ context: Context, shaders: ShaderLibrary) {
    self.context = context
    self.shaders = shaders
    timers = Self.timers(context)
  }

  private static func timers(_ context: Context) -> (tiles: GPUTimer, picture: GPUTimer)? {
    if let tiles = GPUTimer(context), let picture = GPUTimer(context) { (tiles, picture) } else { nil }
  }

  /// Continues with another context after one was lost, and with `shaders` alone, because the current shaders may have caused
  /// the loss.
  public func move(to context: Context, with shaders: ShaderLibrary) throws(GraphicsError) {
    (programs, previousPrograms, previousShaders) = (nil, nil, nil)
    textures = nil
    sample = nil
    (self.context, self.shaders) = (context, shaders)
    timers = Self.timers(context)
    pictureCount += 1
    try showAgain()
  }

  /// The cost of each pass in milliseconds; `nil` if it is not known.
  public struct Cost: Hashable, Sendable {
    /// Whether the GPU can measure times.
    public var isTimed: Bool
    public var tiles: Double?
    public var picture: Double?
    /// The cost of the same tiles on the CPU.
    public var reference: Double?

    package init(isTimed: Bool, tiles: Double?, picture: Double?, reference: Double?) {
      (self.isTimed, self.tiles, self.picture, self.reference) = (isTimed, tiles, picture, reference)
    }
  }

  public var cost: Cost {
    Cost(
      isTimed: timers != nil, tiles: timers?.tiles.milliseconds, picture: timers?.picture.milliseconds,
      reference: cpuTime)
  }
  private var cpuTime: Double?

  /// Whether there are previous shaders to compare with.
  public var hasPreviousShaders: Bool { previousShaders != nil }

  /// Draws with `newest` from now on, if every program compiles and links.
  ///
  /// - Throws: The driver's reason for refusing a program. The current programs then stay in use.
  public func adopt(_ newest: ShaderLibrary, values: [String: UniformValue] = [:]) throws(GraphicsError) {
    var made: Programs?
    if let format = textures?.format {
      made = try Programs(context, newest, format)
    }
    previousShaders = shaders
    previousPrograms = programs
    shaders = newest
    programs = made
    self.values = values
    pictureCount += 1
    try measure()
    try drawSample()
  }

  /// Replaces a file's text by `text`, which has the current values as presets. Nothing is drawn again. The previous shaders
  /// stay the same.
  public func adopt(presetsIn text: String, of file: ShaderName) { shaders[file] = text }

  /// Draws with these values of uniforms from now on.
  public func set(_ values: [String: UniformValue]) throws(GraphicsError) {
    guard values != self.values else { return }
    self.values = values
    pictureCount += 1
    try measure()
  }

  /// The frame that is shown among those of the last seconds.
  public struct Moment: Hashable, Sendable {
    /// Its index; 0 is the oldest frame kept.
    public var position: Int
    /// Frames kept.
    public var count: Int
    /// Seconds before the newest.
    public var age: Double

    package init(position: Int, count: Int, age: Double) {
      (self.position, self.count, self.age) = (position, count, age)
    }
  }

  /// `nil` before the first frame.
  public var moment: Moment? {
    guard let history, history.count > 0 else { return nil }
    return Moment(
      position: position, count: history.count,
      age: history.timestamp(history.count - 1) - history.timestamp(position))
  }

  /// Freezes, and shows the frame that comes `frames` after the one that is shown, or before it if `frames` is negative. The
  /// last ten seconds can be shown.
  public func step(by frames: Int) throws(GraphicsError) {
    guard let history, history.count > 0 else { return }
    isFrozen = true
    position = min(max(position + frames, 0), history.count - 1)
    try showAgain()
  }

  private func showAgain() throws(GraphicsError) {
    guard let history, history.count > 0 else { return }
    try history.withFrame(position) { frame throws(GraphicsError) in try present(frame) }
  }

  /// Shows a frame, unless frozen. A frame of another format is shown in any case.
  public func show(_ frame: borrowing Frame) throws(GraphicsError) {
    guard textures?.format != frame.format || !isFrozen else { return }
    if history?.format != frame.format { history = FrameHistory(frame.format) }
    history?.append(frame)
    position = (history?.count ?? 1) - 1
    try showAgain()
  }

  private func present(_ frame: borrowing Frame) throws(GraphicsError) {
    let isNew = textures?.format != frame.format
    if isNew {
      textures = nil
      previousPrograms = nil
      programs = try workingPrograms(of: shaders, for: frame.format)
      if let previousShaders {
        previousPrograms = try workingPrograms(of: previousShaders, for: frame.format)
      }
      textures = try PictureTextures(context, format: frame.format)
    }
    textures?.uploadLuma(frame)
    textures?.uploadChroma(frame)
    var watch = Stopwatch()
    CPULuma.measure(frame, into: &reference)
    cpuTime = watch.lap()
    histogram = LumaHistogram(reference)
    waveform = LumaWaveform(reference)
    pictureCount += 1
    try measure()
    if isNew { try drawSample() }
  }

  /// Draws a small sample with each of the newest programs, also with those that are not shown. So a program that never ends is
  /// found while it is on trial.
  private func drawSample() throws(GraphicsError) {
    guard let programs, textures != nil else { return }
    let side = 8
    sample = try context.target(width: 2 * side, height: side)
    context.beginScenePass(into: sample!)
    context.setBlending(false)
    for (index, shown) in [TargetView.picture, .falseLuma].enumerated() {
      let view = PreviewView(viewport: PixelRectangle(x: index * side, y: 0, width: side, height: side))
      context.setViewport(view.viewport)
      programs.draw(shown, textures!, view, values)
    }
    context.setBlending(true)
    context.setViewport(nil)
    try context.check("the trial of a shader")
  }

  /// Shaders that compile for one format may fail for another. Then the built-in shaders draw that format.
  private func workingPrograms(
    of shaders: ShaderLibrary, for format: FrameFormat
  ) throws(GraphicsError) -> Programs {
    do throws(GraphicsError) {
      return try Programs(context, shaders, format)
    } catch {
      guard !error.shaderFaults.isEmpty else { throw error }
      return try Programs(context, ShaderLibrary(), format)
    }
  }

  private func measure() throws(GraphicsError) {
    guard let programs, textures != nil else { return }
    programs.luma.values = values
    // The previous shaders measure the tiles for their own side of the divide.
    if shown != .picture, let previousPrograms {
      try previousPrograms.luma.resubmit(textures!)
      previousPrograms.luma.collect(keeping: 0) { _ in }
    }
    func draw() throws(GraphicsError) { try programs.luma.resubmit(textures!) }
    if let timer = timers?.tiles { try timer.time(draw) } else { try draw() }
    programs.luma.collect(keeping: 0) { error = LumaError($0, against: reference) }
  }

  /// Draws the picture into the scene pass.
  ///
  /// - Parameter divide: The share of the width, from the left, that the previous shaders draw.
  public func draw(_ view: PreviewView, divide: Double?) throws(GraphicsError) {
    guard let programs, textures != nil else { return }
    context.setViewport(view.viewport)
    context.setBlending(false)
    func drawNewest() { programs.draw(shown, textures!, view, values) }
    if let timer = timers?.picture { timer.time(drawNewest) } else { drawNewest() }
    if let divide, let previousPrograms {
      var left = view.viewport
      left.width = Int((Double(left.width) * divide).rounded())
      context.setScissor(left)
      previousPrograms.draw(shown, textures!, view, values)
      context.setScissor(nil)
    }
    context.setBlending(true)
    context.setViewport(nil)
    try context.check("the preview")
  }
}
