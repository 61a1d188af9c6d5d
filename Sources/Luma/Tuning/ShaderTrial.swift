import Frames
import Graphics
import Shaders

/// Shows frames by shaders that are being changed, the newest beside those before, and tells how exactly the newest
/// measure. Nothing here reaches the reading. Lives on the thread of its context.
public final class ShaderTrial {
  private final class Programs {
    let preview: PreviewProgram
    let luma: GPULuma
    let target: TargetProgram

    init(_ context: Context, _ shaders: ShaderLibrary, _ format: FrameFormat) throws(GraphicsError) {
      preview = try PreviewProgram(context, shaders: shaders, format: format.pixelFormat, isSmooth: true)
      luma = try GPULuma(context, shaders: shaders, format: format)
      target = try TargetProgram(context, shaders: shaders)
    }

    func draw(
      _ shown: TargetView, _ textures: borrowing PictureTextures, _ view: PreviewView,
      _ values: [String: UniformValue]
    ) {
      if shown == .picture {
        preview.draw(textures, view, saturation: 1, values: values)
      } else {
        target.draw(luma, as: shown, view)
      }
    }
  }

  private var context: Context
  public private(set) var shaders: ShaderLibrary
  private var shadersBefore: ShaderLibrary?
  private var programs: Programs?
  private var programsBefore: Programs?
  private var textures: PictureTextures?
  /// What ``tryOut()`` drew: the picture on the left, what the pass wrote on the right.
  private(set) var sample: Target?
  private var reference = LumaGrid(width: 1, height: 1)
  private var history: FrameHistory?
  /// Of `history`, what is shown.
  private var position = 0

  /// Frames go by unseen, and other shaders show the same one.
  public var isFrozen = false
  /// Of uniforms by their names, for both sides of the divide.
  public private(set) var values: [String: UniformValue] = [:]
  /// Of the picture that is shown.
  public private(set) var histogram = LumaHistogram()
  public private(set) var waveform = LumaWaveform()
  /// Of the newest shaders on the picture that is shown; `nil` before the first.
  public private(set) var error: LumaError?
  /// Names what ``draw(_:divide:)`` draws.
  public private(set) var pictureCount = 0

  /// What is shown of the passes.
  public var shown = TargetView.picture {
    didSet { if shown != oldValue { pictureCount += 1 } }
  }
  /// `nil` where the driver cannot tell.
  private var timers: (tiles: GPUTimer, picture: GPUTimer)?

  /// - Parameter shaders: Known to compile.
  public init(_ context: Context, shaders: ShaderLibrary) {
    self.context = context
    self.shaders = shaders
    timers = Self.timers(context)
  }

  private static func timers(_ context: Context) -> (tiles: GPUTimer, picture: GPUTimer)? {
    if let tiles = GPUTimer(context), let picture = GPUTimer(context) { (tiles, picture) } else { nil }
  }

  /// Goes on with another context, in place of one that was lost, and with these shaders alone: those at hand may be what
  /// it was lost to.
  public func move(to context: Context, with shaders: ShaderLibrary) throws(GraphicsError) {
    (programs, programsBefore, shadersBefore) = (nil, nil, nil)
    textures = nil
    sample = nil
    (self.context, self.shaders) = (context, shaders)
    timers = Self.timers(context)
    pictureCount += 1
    try showAgain()
  }

  /// What a pass costs, in milliseconds; what is not known is `nil`.
  public struct Cost: Equatable, Sendable {
    /// Whether the GPU tells at all.
    public var isTimed: Bool
    public var tiles: Double?
    public var picture: Double?
    /// The same tiles by the CPU.
    public var reference: Double?
  }

  public var cost: Cost {
    Cost(
      isTimed: timers != nil, tiles: timers?.tiles.milliseconds, picture: timers?.picture.milliseconds,
      reference: cpuTime)
  }
  private var cpuTime: Double?

  /// Whether there is anything to compare with.
  public var hasBefore: Bool { shadersBefore != nil }

  /// Shows by `newest` from now on, if every program compiles and links.
  ///
  /// - Throws: What the driver has against a program; then all stays as it was.
  public func adopt(_ newest: ShaderLibrary, values: [String: UniformValue] = [:]) throws(GraphicsError) {
    var made: Programs?
    if let format = textures?.format {
      made = try Programs(context, newest, format)
    }
    shadersBefore = shaders
    programsBefore = programs
    shaders = newest
    programs = made
    self.values = values
    pictureCount += 1
    try measure()
    try tryOut()
  }

  /// Takes a file's text that says the same, with the values at hand as its own: nothing is shown anew, and what is
  /// compared stays.
  public func note(_ text: String, of file: ShaderName) { shaders[file] = text }

  /// Shows with these values from now on.
  public func set(_ values: [String: UniformValue]) throws(GraphicsError) {
    guard values != self.values else { return }
    self.values = values
    pictureCount += 1
    try measure()
  }

  /// The frame that is shown among those that are kept, from the oldest, and how many seconds it lies before the
  /// newest; `nil` before the first.
  public var moment: (position: Int, count: Int, age: Double)? {
    guard let history, history.count > 0 else { return nil }
    return (position, history.count, history.timestamp(history.count - 1) - history.timestamp(position))
  }

  /// Shows a frame before or after the one that is shown, of the last ten seconds, and stays there.
  public func step(by frames: Int) throws(GraphicsError) {
    guard let history, history.count > 0 else { return }
    isFrozen = true
    position = min(max(position + frames, 0), history.count - 1)
    try showAgain()
  }

  private func showAgain() throws(GraphicsError) {
    guard let history, history.count > 0 else { return }
    do {
      try history.withFrame(position) { frame in try present(frame) }
    } catch let error as GraphicsError {
      throw error
    } catch {}
  }

  /// Takes a frame as the picture to show, unless frozen.
  public func show(_ frame: borrowing Frame) throws(GraphicsError) {
    guard textures?.format != frame.format || !isFrozen else { return }
    if history?.format != frame.format { history = FrameHistory(frame.format) }
    history?.append(frame)
    position = (history?.count ?? 1) - 1
    try present(frame)
  }

  private func present(_ frame: borrowing Frame) throws(GraphicsError) {
    let isNew = textures?.format != frame.format
    if isNew {
      textures = nil
      programsBefore = nil
      programs = try workingPrograms(of: shaders, for: frame.format)
      if let shadersBefore { programsBefore = try workingPrograms(of: shadersBefore, for: frame.format) }
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
    if isNew { try tryOut() }
  }

  /// Has every one of the newest programs draw a little, whatever is shown: one that comes to no end is found out while it
  /// is on trial.
  private func tryOut() throws(GraphicsError) {
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

  /// Shaders that were good for one format may be broken for another: Aldis' own then show that.
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
    // The other side of the divide shows its own tiles.
    if shown != .picture, let programsBefore {
      try programsBefore.luma.resubmit(textures!)
      programsBefore.luma.collect(keeping: 0) { _ in }
    }
    func draw() throws(GraphicsError) { try programs.luma.resubmit(textures!) }
    if let timer = timers?.tiles { try timer.time(draw) } else { try draw() }
    programs.luma.collect(keeping: 0) { error = LumaError($0, against: reference) }
  }

  /// Draws the picture into the scene that is being drawn.
  ///
  /// - Parameter divide: The share of the width, from the left, that the shaders before show.
  public func draw(_ view: PreviewView, divide: Double?) throws(GraphicsError) {
    guard let programs, textures != nil else { return }
    context.setViewport(view.viewport)
    context.setBlending(false)
    func drawNewest() { programs.draw(shown, textures!, view, values) }
    if let timer = timers?.picture { timer.time(drawNewest) } else { drawNewest() }
    if let divide, let programsBefore {
      var left = view.viewport
      left.width = Int((Double(left.width) * divide).rounded())
      context.setScissor(left)
      programsBefore.draw(shown, textures!, view, values)
      context.setScissor(nil)
    }
    context.setBlending(true)
    context.setViewport(nil)
    try context.check("the preview")
  }
}
