import Frames
import Glibc
import Light
import Morse

/// The cost per frame of detecting, tracking and decoding torches on this machine. Times are in milliseconds of processor time,
/// so that other programs do not count.
public struct ReadingBenchmark: Sendable, Codable {
  /// The result for a number of torches in a picture of 640 x 480.
  public struct Row: Sendable, Codable {
    public var torches: Int
    /// Number of detected torches.
    public var found: Int
    /// Time of finder and tracker: mean of all frames.
    public var light: Double
    /// Spread of the time of finder and tracker.
    public var spread: LumaBenchmark.Spread
    /// Maximum of the time of finder and tracker.
    public var longest: Double
    /// Time of the decoders of all torches together: mean of all frames.
    public var decoding: Double
  }

  public var rows: [Row]

  /// Seconds before the measurement, in which the torches are detected.
  private static let leadTime = 20.0
  /// Seconds of the measurement.
  private static let measuredTime = 20.0

  /// Runs the benchmark for pictures with the given numbers of torches.
  public init(torches: [Int] = [1, 16]) {
    rows = torches.map(Self.row)
  }

  private static func row(_ torches: Int) -> Row {
    var scene = BenchmarkScene(torches: torches, seconds: leadTime + measuredTime)
    var reader = LightReader()
    var decoders: [TorchID: Decoder] = [:]
    var samples: [LightSample] = []
    var (light, decoding): ([Double], Double) = ([], 0)
    while let grid = scene.next() {
      samples.removeAll(keepingCapacity: true)
      let begin = Self.milliseconds
      reader.read(grid) { if case .sample(let sample) = $0 { samples.append(sample) } }
      let seen = Self.milliseconds
      for sample in samples { decoders[sample.torch, default: Decoder()].receive(sample) { _ in } }
      let read = Self.milliseconds
      for (torch, decoder) in decoders {
        if let unit = decoder.unit { reader.expectUnit(torch, seconds: unit) }
      }
      guard scene.time > leadTime else { continue }
      light.append(seen - begin)
      decoding += read - seen
    }
    let count = Double(max(1, light.count))
    return Row(
      torches: torches, found: reader.state.torches.count, light: light.reduce(0, +) / count,
      spread: LumaBenchmark.Spread(light), longest: light.max() ?? 0, decoding: decoding / count)
  }

  /// Processor time of this thread (clock_gettime(2)).
  private static var milliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// A line for each number of torches.
  public var table: String {
    func text(_ value: Double) -> String { value.text(decimals: 3) }
    let lines = rows.map { row in
      "\(row.torches == 1 ? "1 torch" : "\(row.torches) torches") at 640x480"
        + (row.found == row.torches ? "" : " (\(row.found) found)")
        + ": finder and tracker \(text(row.light)) (\(text(row.spread.tenth))...\(text(row.spread.ninetieth))"
        + ", longest \(text(row.longest))), decoding \(text(row.decoding))"
    }
    return (["processor time, milliseconds a frame, on the average of 20 s (10 %...90 %):"] + lines).joined(
      separator: "\n")
      + "\n"
  }
}

/// Generates grids of lamps before a textured background, with the noise of a camera, at 30 frames per second.
struct BenchmarkScene {
  private(set) var time = 0.0
  private let frames: Int
  private var index = 0
  private var grid = LumaGrid(width: 640, height: 480)
  private let background: [Double]
  private let lamps: [(tiles: [(index: Int, step: Double)], marks: [Range<Double>])]
  private var firstMarks: [Int]
  private var random = SplitMix64(seed: 5)

  static let rate = 30.0
  /// One standard deviation of a pixel, in levels of luma.
  private static let noise = 3.0
  private static let radius = 8.0
  /// Brightness that a lamp adds to its pixels, in levels of luma.
  private static let brightness = 150.0

  init(torches: Int, seconds: Double) {
    frames = Int(seconds * Self.rate)
    var random = SplitMix64(seed: 3)
    background = grid.tiles.map { _ in 256 * (60 + 60 * Self.uniform(&random)) }
    let columns = max(1, Int(Double(torches).squareRoot().rounded(.up)))
    let grid = grid
    lamps = (0..<torches).map { torch in
      let x = 640 * (Double(torch % columns) + 0.5) / Double(columns)
      let y = 480 * (Double(torch / columns) + 0.5) / Double(columns)
      return (Self.tiles(x, y, grid), Self.marks(torch, seconds: seconds))
    }
    firstMarks = lamps.map { _ in 0 }
  }

  /// The light of a lamp's disc in each tile, in units of a tile's sum.
  private static func tiles(_ x: Double, _ y: Double, _ grid: LumaGrid) -> [(index: Int, step: Double)] {
    var areas: [Int: Double] = [:]
    for dy in stride(from: -radius, through: radius, by: 1) {
      for dx in stride(from: -radius, through: radius, by: 1) where dx * dx + dy * dy <= radius * radius {
        let (column, row) = (Int(x + dx) / LumaGrid.tileSide, Int(y + dy) / LumaGrid.tileSide)
        if column < grid.columns, row < grid.rows { areas[row * grid.columns + column, default: 0] += 1 }
      }
    }
    return areas.map { ($0.key, brightness * $0.value) }
  }

  /// Each lamp has its own speed and begins at its own time.
  private static func marks(_ torch: Int, seconds: Double) -> [Range<Double>] {
    let speed = 10 + 0.5 * Double(torch)
    guard let keying = try? Encoder(timing: .itu(wordsPerMinute: speed)).encode("CQ CQ DE ALDIS "),
      let last = keying.marks.last
    else { return [] }
    let period = last.upperBound + 7 * 1.2 / speed
    let start = 1.5 + 0.13 * Double(torch)
    return stride(from: start, to: seconds, by: period).flatMap { begin in
      keying.marks.map { $0.lowerBound + begin..<$0.upperBound + begin }
    }
  }

  private static func uniform(_ random: inout SplitMix64) -> Double { Double(random.next() >> 11) * 0x1p-53 }

  /// A number with nearly a standard normal distribution. It is the sum of four uniform numbers, which costs little.
  private mutating func normal() -> Double {
    let bits = random.next()
    let sum =
      Double(bits & 0xffff) + Double(bits >> 16 & 0xffff) + Double(bits >> 32 & 0xffff) + Double(bits >> 48)
    return (sum / 65_536 - 2) * 3.0.squareRoot()
  }

  /// The next grid; `nil` at the end.
  mutating func next() -> LumaGrid? {
    guard index < frames else { return nil }
    time = Double(index) / Self.rate
    var sums = background
    var shares = Array(repeating: 0.0, count: sums.count)
    for number in lamps.indices {
      let share = share(of: number)
      guard share > 0 else { continue }
      for (tile, step) in lamps[number].tiles {
        sums[tile] += share * step
        shares[tile] = max(shares[tile], share)
      }
    }
    grid.averagedFrames = min(index, LumaGrid.calibrationFrames)
    grid.backgroundDifferences =
      index < LumaGrid.calibrationFrames
      ? nil : grid.backgroundDifferences ?? Array(repeating: 0, count: sums.count)
    for tile in sums.indices {
      let sum = sums[tile] + 16 * Self.noise * normal()
      // The mean and the standard deviation of the largest noise of 256 pixels, in standard deviations of a pixel: 2.8 and 0.4.
      let difference = Self.brightness * shares[tile] + Self.noise * (2.8 + 0.4 * normal())
      grid.tiles[tile] = LumaGrid.Tile(
        sum: UInt16(min(max(0, sum.rounded()), 65_280)),
        maximum: UInt8(min(255, max(0, background[tile] / 256 + difference))), clipped: 0)
      grid.backgroundDifferences?[tile] = UInt8(min(255, max(0, difference)))
    }
    grid.timestamp = Timestamp(seconds: time)
    grid.sequence = UInt64(index)
    index += 1
    return grid
  }

  /// The share of this frame's exposure, half a frame, in which a lamp is lit.
  private mutating func share(of lamp: Int) -> Double {
    let (begin, end) = (time, time + 0.5 / Self.rate)
    let marks = lamps[lamp].marks
    while firstMarks[lamp] < marks.count, marks[firstMarks[lamp]].upperBound <= begin {
      firstMarks[lamp] += 1
    }
    guard firstMarks[lamp] < marks.count else { return 0 }
    let mark = marks[firstMarks[lamp]]
    return max(0, min(mark.upperBound, end) - max(mark.lowerBound, begin)) / (end - begin)
  }
}
