import Frames
import Glibc

/// A scene simulated as grids, as a camera would measure it, without drawing pixels.
///
/// Light is integrated exactly over each exposure, so a mark that ends inside a frame leaves a partial level there.
struct GridScene {
  struct Lamp {
    var x: Double
    var y: Double
    var radius: Double
    /// Luma of its pixels while lit.
    var luma = 250.0
    var key: Key
    /// The share of its light that is seen while it is off, because the hand that covers it lets light pass.
    var leak = 0.0
    /// The width in pixels and the luma of an arm below it that moves with it.
    var arm: (width: Double, luma: Double)?
    /// Pixels a second.
    var drift = (x: 0.0, y: 0.0)
    /// Its additional offset at a time, in pixels: the sway of a hand that holds it.
    var sway: (@Sendable (Double) -> (x: Double, y: Double))?
    /// The strength of the lamp at a time, relative to full: a slow fade.
    var strength: @Sendable (Double) -> Double = { _ in 1 }
  }

  var width = 640
  var height = 480
  var framesPerSecond = 30.0
  /// Share of a frame's time that the shutter is open.
  var openShare = 1.0
  /// Whether frames report their exposure.
  var reportsExposure = false
  /// Whether frames have background differences.
  var hasDifferences = false
  /// Seconds from the start in which they have none: the background is not known yet.
  var calibration = 0.0
  /// One standard deviation of a pixel, in levels of luma.
  var noise = 3.0
  var background = 90.0
  /// How much tiles differ, in levels of luma.
  var texture = 40.0
  /// How much brighter than its mean the background of a tile is where it is brightest, in levels of luma.
  var grain = 15.0
  var lamps: [Lamp] = []
  /// Brightness of everything but the lamps, relative to the beginning.
  var ambient: @Sendable (Double) -> Double = { _ in 1 }
  /// What every pixel is multiplied by: a camera's automatic gain.
  var gain: @Sendable (Double) -> Double = { _ in 1 }
  /// Root mean square of the camera's shake, in pixels each way.
  var shake = 0.0
  /// Share of frames that never come, and of frames that repeat the one before.
  var dropped = 0.0
  var frozen = 0.0
  /// Jitter of the timestamps, as a share of the frame time.
  var irregularity = 0.0
  /// Seconds in which a passer-by crosses the picture, back and forth; 0 for none. Its brightness is relative to the
  /// background that it hides.
  var passerby = 0.0
  var passerbyBrightness = 0.4
  /// How a codec changes noise: the share of tiles that jump between two levels, the difference of the levels in units of a
  /// tile sum, and the probability of a jump in each frame. All other tiles are constant if `noise` is 0.
  var telegraph = (tiles: 0.0, step: 0.0, rate: 0.0)
  /// A codec's key frames: their interval in seconds (0 for none), and the standard deviation by which each changes the tiles'
  /// sums until the next one, in units of a tile sum.
  var renewal = (seconds: 0.0, step: 0.0)
  /// Seconds in which a codec makes a lamp bright or dark.
  var fade = 0.0
  /// Seconds for which the first frame is repeated.
  var stillUntil = 0.0
  /// How many of the first frames are repeated as a loop, and for how many seconds.
  var looped = (frames: 15, until: 0.0)
  var start = 100.0
  var duration = 30.0
  var seed: UInt64 = 1

  /// Emits the frames of the scene. `lost` is called before the frame after a gap.
  func play(_ frame: (LumaGrid) -> Void, lost: (FramesLost) -> Void = { _ in }) {
    var random = SplitMix64(seed: seed)
    var peaks = SplitMix64(seed: ~seed)
    var grid = LumaGrid(width: width, height: height)
    let count = grid.tiles.count
    let means = (0..<count).map { _ in background + texture * (random.uniform() - 0.5) * 2 }
    // The change of a tile's sum when the picture moves by a pixel to the right or down: one column of pixels replaces another.
    // The change follows the tiles on both sides, and a texture of its own.
    let slopes = (0..<count).map { tile in
      let column = tile % grid.columns
      let row = tile / grid.columns
      let across =
        means[tile - min(1, column)] - means[tile + min(1, grid.columns - 1 - column)]
      let down =
        means[tile - (row > 0 ? grid.columns : 0)] - means[tile + (row < grid.rows - 1 ? grid.columns : 0)]
      return (
        x: 8 * across + 16 * texture * random.gaussian() / 2,
        y: 8 * down + 16 * texture * random.gaussian() / 2
      )
    }
    let isTelegraph = (0..<count).map { _ in telegraph.tiles > 0 && random.uniform() < telegraph.tiles }
    var isUp = Array(repeating: false, count: count)
    let interval = 1 / framesPerSecond
    var coverages = lamps.map { coverage($0, x: $0.x, y: $0.y) }
    var missing = 0
    var loop: [[LumaGrid.Tile]] = []
    for index in 0..<Int(duration * framesPerSecond) {
      let nominal = Double(index) * interval
      let begin = nominal + irregularity * interval * (random.uniform() - 0.5) * (1 - openShare)
      let end = begin + openShare * interval
      let isDropped = index > 0 && random.uniform() < dropped
      let isFrozen = index > 0 && (nominal < stillUntil || random.uniform() < frozen)
      let offset = (x: shake * random.gaussian(), y: shake * random.gaussian())
      if isDropped {
        missing += 1
        continue
      }
      grid.timestamp = Timestamp(seconds: start + begin)
      grid.sequence = UInt64(index)
      grid.exposure = reportsExposure ? openShare * interval : nil
      if !isFrozen {
        let middle = (begin + end) / 2
        func light(of lamp: Lamp) -> Double {
          (lamp.leak + (1 - lamp.leak) * lamp.key.share(from: begin - fade, to: end)) * lamp.strength(middle)
        }
        var sums = (0..<count).map { tile in
          let pixels = Double(grid.pixelCount(column: tile % grid.columns, row: tile / grid.columns))
          let shift = slopes[tile].x * offset.x + slopes[tile].y * offset.y
          return means[tile] * ambient(middle) * figure(at: middle, tile: tile, grid) * pixels + shift
        }
        for (number, lamp) in lamps.enumerated() {
          let sway = lamp.sway?(middle) ?? (x: 0, y: 0)
          let (x, y) = (
            lamp.x + offset.x + sway.x + lamp.drift.x * middle,
            lamp.y + offset.y + sway.y + lamp.drift.y * middle
          )
          if shake > 0 || lamp.drift != (0, 0) || lamp.sway != nil {
            coverages[number] = coverage(lamp, x: x, y: y)
          }
          for (tile, area) in armCoverage(lamp, x: x, y: y, grid) {
            let pixels = Double(grid.pixelCount(column: tile % grid.columns, row: tile / grid.columns))
            sums[tile] += area * (lamp.arm!.luma - sums[tile] / pixels)
          }
          let lit = light(of: lamp)
          for (tile, area) in coverages[number] where lit > 0 {
            let pixels = Double(grid.pixelCount(column: tile % grid.columns, row: tile / grid.columns))
            sums[tile] += lit * area * max(0, lamp.luma - sums[tile] / pixels)
          }
        }
        if renewal.seconds > 0 {
          var renewed = SplitMix64(seed: seed &+ UInt64(middle / renewal.seconds))
          for tile in 0..<count { sums[tile] += renewal.step * renewed.gaussian() }
        }
        for tile in 0..<count where isTelegraph[tile] {
          if random.uniform() < telegraph.rate { isUp[tile].toggle() }
          if isUp[tile] { sums[tile] += telegraph.step }
        }
        for tile in 0..<count {
          let pixels = Double(grid.pixelCount(column: tile % grid.columns, row: tile / grid.columns))
          let noisy = sums[tile] * gain(middle) + noise * pixels.squareRoot() * random.gaussian()
          let sum = UInt16(min(255 * pixels, max(0, noisy.rounded())))
          // The largest of 256 Gaussian values lies 2.8 standard deviations above their mean, give or take 0.4.
          let largest = sums[tile] / pixels * gain(middle) + grain + noise * (2.8 + 0.4 * peaks.gaussian())
          grid.tiles[tile] = LumaGrid.Tile(
            sum: sum, maximum: UInt8(min(255, max(0, max(largest, noisy / pixels)))), clipped: 0)
        }
        if hasDifferences, begin >= calibration {
          grid.backgroundDifferences = (0..<count).map { _ in
            UInt8(max(0, noise * (2.8 + 0.4 * peaks.gaussian())))
          }
        }
        for (number, lamp) in lamps.enumerated() {
          let lit = light(of: lamp)
          for (tile, area) in coverages[number] where area >= 1 {
            let difference = max(0, lit * (lamp.luma - means[tile]))
            grid.tiles[tile].maximum = max(
              grid.tiles[tile].maximum, UInt8(min(255, means[tile] + difference)))
            if let known = grid.backgroundDifferences?[tile] {
              grid.backgroundDifferences?[tile] = max(known, UInt8(min(255, difference)))
            }
          }
        }
      }
      if nominal < looped.until {
        if loop.count < looped.frames { loop.append(grid.tiles) }
        grid.tiles = loop[index % looped.frames]
      }
      if missing > 0 {
        lost(FramesLost(count: missing, cause: .source, time: grid.timestamp))
        missing = 0
      }
      frame(grid)
    }
  }

  /// The factor by which the passer-by changes a tile. The passer-by is a quarter of the picture's height tall and two tiles
  /// wide, and walks in the lower half.
  private func figure(at time: Double, tile: Int, _ grid: LumaGrid) -> Double {
    guard passerby > 0 else { return 1 }
    let phase = (time / passerby).truncatingRemainder(dividingBy: 2)
    let place = (phase < 1 ? phase : 2 - phase) * Double(grid.columns)
    let row = tile / grid.columns
    guard row >= grid.rows / 2, row < grid.rows * 3 / 4 else { return 1 }
    let covered = max(0, 1 - abs(Double(tile % grid.columns) - place) / 2)
    return 1 + (passerbyBrightness - 1) * covered
  }

  /// How many pixels of each tile the arm below a lamp covers.
  private func armCoverage(
    _ lamp: Lamp, x: Double, y: Double, _ grid: LumaGrid
  ) -> [(tile: Int, area: Double)] {
    guard let width = lamp.arm?.width else { return [] }
    return grid.tiles.indices.compactMap { tile in
      let (left, top) = (Double(tile % grid.columns * 16), Double(tile / grid.columns * 16))
      let across = min(left + 16, x + width / 2) - max(left, x - width / 2)
      let down = min(top + 16, Double(height)) - max(top, y)
      return across > 0 && down > 0 ? (tile, across * down) : nil
    }
  }

  /// How many pixels of each tile a lamp covers, by 4 x 4 points in each pixel.
  private func coverage(_ lamp: Lamp, x: Double, y: Double) -> [(tile: Int, area: Double)] {
    let columns = LumaGrid.size(width: width, height: height).columns
    var areas: [Int: Double] = [:]
    let left = max(0, Int(x - lamp.radius) - 1)
    let right = min(width - 1, Int(x + lamp.radius) + 1)
    let top = max(0, Int(y - lamp.radius) - 1)
    let bottom = min(height - 1, Int(y + lamp.radius) + 1)
    guard left <= right, top <= bottom else { return [] }
    for row in top...bottom {
      for column in left...right {
        var inside = 0
        for part in 0..<16 {
          let dx = Double(column) + (Double(part % 4) + 0.5) / 4 - x
          let dy = Double(row) + (Double(part / 4) + 0.5) / 4 - y
          if dx * dx + dy * dy <= lamp.radius * lamp.radius { inside += 1 }
        }
        areas[row / 16 * columns + column / 16, default: 0] += Double(inside) / 16
      }
    }
    return areas.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// When a lamp is lit: marks in order of time, in seconds from the start of the scene.
struct Key: Sendable {
  var marks: [ClosedRange<Double>]

  /// Morse code at a speed, for the letters that the tests need.
  init(_ text: String, wordsPerMinute: Double, from start: Double) {
    let unit = 1.2 / wordsPerMinute
    marks = []
    var time = start
    for character in text {
      if character == " " {
        time += 4 * unit
        continue
      }
      for element in Self.codes[character]! {
        let length = element == "." ? unit : 3 * unit
        marks.append(time...time + length)
        time += length + unit
      }
      time += 2 * unit
    }
  }

  init(marks: [ClosedRange<Double>]) {
    self.marks = marks
  }

  var end: Double { marks.last?.upperBound ?? 0 }

  /// The share of a time span in which the lamp is lit.
  func share(from: Double, to: Double) -> Double {
    var lit = 0.0
    for mark in marks where mark.upperBound > from && mark.lowerBound < to {
      lit += min(to, mark.upperBound) - max(from, mark.lowerBound)
    }
    return lit / (to - from)
  }

  static let codes: [Character: String] = [
    "A": ".-", "C": "-.-.", "D": "-..", "E": ".", "H": "....", "I": "..", "K": "-.-", "L": ".-..", "N": "-.",
    "0": "-----", "1": ".----", "9": "----.", "M": "--", "O": "---", "P": ".--.", "Q": "--.-", "R": ".-.",
    "S": "...", "T": "-", "W": ".--",
  ]
}

extension SplitMix64 {
  /// 0 to 1, the ends excluded.
  mutating func uniform() -> Double { (Double(next() >> 11) + 0.5) / 0x1p53 }

  /// Mean 0, standard deviation 1 (Box and Muller).
  mutating func gaussian() -> Double {
    (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
  }
}

/// The sine, for scenes whose light swings.
func sine(_ x: Double) -> Double { sin(x) }
