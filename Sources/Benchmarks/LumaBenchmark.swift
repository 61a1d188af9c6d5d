import Allocations
import Frames
import Graphics
import Luma
import Shaders

/// The cost of the luma pass on this machine, for each format and size. Times are in milliseconds.
public struct LumaBenchmark: Sendable, Codable {
  /// Median and spread of many measurements.
  public struct Spread: Sendable, Codable, Equatable {
    public var median: Double
    /// The 10 % quantile.
    public var tenth: Double
    /// The 90 % quantile.
    public var ninetieth: Double

    public init(_ samples: [Double]) {
      let sorted = samples.sorted()
      func quantile(_ part: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[Int((Double(sorted.count - 1) * part).rounded())]
      }
      (tenth, median, ninetieth) = (quantile(0.1), quantile(0.5), quantile(0.9))
    }
  }

  /// One format at one size.
  public struct Row: Sendable, Codable {
    public var format: PixelFormat
    public var width: Int
    public var height: Int
    public var upload: Spread
    public var pass: Spread
    public var readback: Spread
    /// Time from a frame to its grid on the GPU.
    public var total: Spread
    /// From a frame to its grid by the CPU reference.
    public var reference: Spread
    /// The same two with ``LumaGrid/backgroundDifferences``. One frame in eight also updates the background.
    public var totalWithDifferences: Spread
    public var referenceWithDifferences: Spread
    /// Allocations a frame in the steady state, see ``AllocationCounter``; `nil` if they cannot be counted.
    public var allocationsPerFrame: Double?
    /// The reason why the GPU did not measure; its columns are then zero. `nil` if its grids equal those of the CPU reference.
    public var refusal: String?

    /// The names in the output of `aldis bench --json`. Other programs read them: they stay the same.
    private enum CodingKeys: String, CodingKey {
      case format, width, height, upload, pass, readback, total, allocationsPerFrame, refusal
      case reference = "twin"
      case totalWithDifferences = "totalWithRises"
      case referenceWithDifferences = "twinWithRises"
    }
  }

  public var renderer: String
  public var version: String
  /// Frames that are measured for each row. Before them, a tenth of their number is measured to warm up.
  public var frames: Int
  public var rows: [Row]

  /// Runs the benchmark.
  ///
  /// - Parameter frames: Frames for each row; at least one is measured.
  public init(
    on context: Context, shaders: ShaderLibrary = ShaderLibrary(),
    formats: [PixelFormat] = PixelFormat.allCases,
    sizes: [(width: Int, height: Int)] = [(640, 480), (1280, 720), (1920, 1080)], frames: Int = 100
  ) {
    renderer = context.capabilities.renderer
    version = context.capabilities.version
    self.frames = max(1, frames)
    rows = []
    for format in formats {
      for (width, height) in sizes {
        rows.append(
          Self.row(context, shaders, FrameFormat(format, width: width, height: height), frames: self.frames))
      }
    }
  }

  private static func row(
    _ context: Context, _ shaders: ShaderLibrary, _ format: FrameFormat, frames: Int
  ) -> Row {
    // Two pictures, because a single one would stay in the cache.
    let pool = FramePool(format: format, capacity: 2)
    var samples = Samples(capacity: frames)
    var allocations: Int?
    if let first = picture(pool, 1), let second = picture(pool, 2) {
      let pass = LumaPass(context, shaders: shaders)
      for _ in 0..<max(2, frames / 20) {
        pass.measure(first) { _ in }
        pass.measure(second) { _ in }
      }
      var reference = LumaGrid(width: format.width, height: format.height)
      allocations = AllocationCounter.count {
        for index in 0..<frames {
          var watch = Stopwatch()
          if index.isMultiple(of: 2) { pass.measure(first) { _ in } } else { pass.measure(second) { _ in } }
          let total = watch.lap()
          samples.add(pass.times.last, total: total)
        }
      }
      for index in 0..<frames {
        var watch = Stopwatch()
        if index.isMultiple(of: 2) {
          CPULuma.measure(first, into: &reference)
        } else {
          CPULuma.measure(second, into: &reference)
        }
        samples.reference.append(watch.lap())
      }
      if case .reference(let reason) = pass.verification { samples.refusal = "\(reason)" }
    }
    measureDifferences(context, shaders, pool, frames: frames, &samples)
    return Row(
      format: format.pixelFormat, width: format.width, height: format.height,
      upload: Spread(samples.upload), pass: Spread(samples.pass), readback: Spread(samples.readback),
      total: Spread(samples.total), reference: Spread(samples.reference),
      totalWithDifferences: Spread(samples.totalWithDifferences),
      referenceWithDifferences: Spread(samples.referenceWithDifferences),
      allocationsPerFrame: allocations.map { Double($0) / Double(frames) }, refusal: samples.refusal)
  }

  /// With the pictures that the pool holds already, at 30 frames per second.
  private static func measureDifferences(
    _ context: Context, _ shaders: ShaderLibrary, _ pool: FramePool, frames: Int, _ samples: inout Samples
  ) {
    func frame(_ index: Int) -> Frame? {
      pool.frame(timestamp: Timestamp(seconds: Double(index) / 30), sequence: UInt64(index)) { _ in }
    }
    let pass = LumaPass(context, shaders: shaders, backgroundDifferences: .faster)
    var background = PixelBackground()
    var reference = LumaGrid(width: 1, height: 1)
    // While one frame is kept, the next one uses the other buffer.
    var kept: Frame?
    let calibration = LumaGrid.calibrationFrames + 2
    for index in 0..<calibration + frames {
      guard let frame = frame(index) else { return }
      var watch = Stopwatch()
      pass.measure(frame) { _ in }
      let total = watch.lap()
      CPULuma.measure(frame, into: &reference)
      background.measure(frame, into: &reference)
      let own = watch.lap()
      if index >= calibration {
        samples.totalWithDifferences.append(total)
        samples.referenceWithDifferences.append(own)
      }
      kept = consume frame
    }
    _ = consume kept
  }

  private struct Samples {
    var totalWithDifferences: [Double] = []
    var referenceWithDifferences: [Double] = []
    var upload: [Double] = []
    var pass: [Double] = []
    var readback: [Double] = []
    var total: [Double] = []
    var reference: [Double] = []
    var refusal: String?

    init(capacity: Int) {
      upload.reserveCapacity(capacity)
      pass.reserveCapacity(capacity)
      readback.reserveCapacity(capacity)
      total.reserveCapacity(capacity)
      reference.reserveCapacity(capacity)
    }

    mutating func add(_ parts: PassTimes.Parts, total: Double) {
      upload.append(parts.upload)
      pass.append(parts.pass)
      readback.append(parts.readback)
      self.total.append(total)
    }
  }

  /// A picture of a steady scene: noise, which no driver or cache can compress. Its three lowest bits are the noise of the
  /// camera, which differs from picture to picture: 2.3 levels, one standard deviation.
  private static func picture(_ pool: FramePool, _ seed: UInt64) -> Frame? {
    pool.frame(timestamp: .zero, sequence: seed) { bytes in
      var (scene, camera) = (Noise(seed: 0), Noise(seed: seed))
      scene.fill(bytes)
      withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 8) { levels in
        camera.fill(levels)
        for index in bytes.indices { bytes[index] = bytes[index] & 0xF8 | levels[index] & 0x07 }
      }
    }
  }
}
