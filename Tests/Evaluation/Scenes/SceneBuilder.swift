import Capture
import Filming
import Foundation
import Morse

/// Builds a scene with random values from a seed: equal seeds make equal scenes.
struct SceneBuilder {
  /// A lamp that sends a message, and the place where it is expected.
  struct Lamp {
    var message: String
    /// In pixels, at the start of the scene; `nil` if only the light that the lamp throws on the scene is visible.
    var centre: SIMD2<Double>?
    /// Pixels per second.
    var drift: SIMD2<Double>
    /// The sway of the hand that holds the lamp, root mean square in pixels.
    var handheld = 0.0

    /// Whether a torch found at `place` in the scene after `time` seconds is this lamp.
    func isAt(_ place: SIMD2<Double>, time: Double) -> Bool {
      guard let centre else { return true }
      let way = centre + drift * time - place
      return (way * way).sum().squareRoot() < 24 + 3 * handheld
    }
  }

  /// Whether a torch found at `place` in the picture after `time` seconds is this lamp.
  func isSeen(_ lamp: Lamp, at place: SIMD2<Double>, time: Double) -> Bool {
    lamp.isAt(place - scene.offset(ofHeldCameraAt: time), time: time)
  }

  var scene: DisturbedScene
  var lamps: [Lamp] = []
  /// How the film is encoded; `nil` leaves the pictures unchanged.
  var codec: FilmCodec?
  let seed: Int
  /// The duration of a scene without a lamp, in seconds.
  let quiet: Double
  private var random: SeededRandom

  init(seed: Int, quiet: Double = 60) {
    self.seed = seed
    self.quiet = quiet
    random = SeededRandom(seed: seed)
    scene = DisturbedScene(
      SceneDescription(
        noise: 3, leadIn: 2.5, tail: 2, backdrop: .texture(seed: UInt64(seed)), seed: UInt64(seed)))
  }

  mutating func any(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

  /// A random point that is not near the picture's edges.
  mutating func anywhere() -> SIMD2<Double> { SIMD2(any(100...540), any(100...380)) }

  /// Random points at least so many pixels apart.
  mutating func placesApart(_ count: Int, by distance: Double) -> [SIMD2<Double>] {
    var points: [SIMD2<Double>] = []
    while points.count < count {
      let point = SIMD2(any(50...590), any(50...430))
      if points.allSatisfy({ (($0 - point) * ($0 - point)).sum() > distance * distance }) {
        points.append(point)
      }
    }
    return points
  }

  // MARK: Lamps

  /// A lamp that sends a random message.
  ///
  /// - Parameters:
  ///   - centre: A random place if `nil`.
  ///   - spill: The levels that the lamp adds to a middle grey everywhere. If above 0, the lamp itself is outside the picture.
  mutating func lamp(
    _ wordsPerMinute: Double = 12, radius: Double = 4, at centre: SIMD2<Double>? = nil,
    drift: SIMD2<Double> = .zero, shake: Double = 0,
    spill: Double = 0
  ) {
    let message = randomMessage(using: &random)
    let centre = centre ?? anywhere()
    let keying = Keying(plain: message, wordsPerMinute: wordsPerMinute)
    scene.torches.append(
      SimulatedTorch(
        marks: keying.marks, centre: spill > 0 ? SIMD2(-300, -300) : centre, radius: radius))
    (scene.lastLamp.drift, scene.lastLamp.shake, scene.lastLamp.spill) = (drift, shake, spill)
    lamps.append(Lamp(message: message, centre: spill > 0 ? nil : centre, drift: drift))
  }

  /// A lamp that crosses the picture, mainly in horizontal direction. It passes the middle of the picture in the middle of the
  /// message.
  ///
  /// - Parameter speed: In pixels per second.
  mutating func crossing(_ wordsPerMinute: Double, speed: Double) {
    let angle = any(-0.5...0.5)
    let drift = SIMD2(cos(angle), sin(angle)) * (any(0...1) < 0.5 ? speed : -speed)
    lamp(wordsPerMinute, radius: 3, at: .zero, drift: drift)
    let centre = SIMD2(320, 240) - drift * (scene.duration / 2)
    scene.torches[scene.torches.count - 1].centre = centre
    lamps[lamps.count - 1].centre = centre
  }

  /// A lamp that fills one pixel and lights no other.
  ///
  /// - Parameters:
  ///   - brightness: The levels that the lamp adds to the pixel.
  ///   - beside: The levels by which another pixel, six pixels to the right in the same tile, is always brighter than its
  ///     surroundings; 0 for no such pixel.
  ///   - place: A point in the lamp's tile; random if `nil`.
  mutating func pixel(
    _ wordsPerMinute: Double = 8, brightness: Double, beside: Double = 0, near place: SIMD2<Double>? = nil
  ) {
    let corner = place ?? anywhere()
    let tile = SIMD2((corner.x / 16).rounded(.down), (corner.y / 16).rounded(.down)) * 16
    lamp(wordsPerMinute, at: tile + 4.5)
    // A disc inside the pixel. Its area is pi / 4 pixels, so it is brighter by 4 / pi.
    let whole = 4 / Double.pi
    scene.torches[scene.torches.count - 1].radius = 0.5
    scene.torches[scene.torches.count - 1].brightness = whole * brightness
    scene.torches[scene.torches.count - 1].glow = 0
    guard beside > 0 else { return }
    scene.torches.append(
      SimulatedTorch(
        marks: [], centre: tile + SIMD2(10.5, 4.5), radius: 0.5, brightness: whole * beside, glow: 0))
    scene.lastLamp.blinking = .alwaysOn
  }

  /// Puts the last lamp into a hand that sways by so many pixels rms.
  mutating func holdLamp(swaying sway: Double) {
    scene.lastLamp.handheld = sway
    lamps[lamps.count - 1].handheld = sway
  }

  /// A film by a phone: 640x360, encoded, with a photograph as background.
  ///
  /// - Parameter sway: The sway of the hand that holds the phone, in pixels rms; 0 for a tripod.
  mutating func phone(swaying sway: Double = 0, _ codec: FilmCodec = .h264(quality: 23)) {
    (scene.width, scene.height) = (640, 360)
    (scene.backdrop, scene.photograph) = (.plain(level: 0), UInt64(seed))
    scene.noise = 2
    scene.handheld = sway
    self.codec = codec
  }

  /// A random place near the middle of a phone's picture, where a hand keeps it in the picture.
  mutating func nearMiddle() -> SIMD2<Double> { SIMD2(any(200...440), any(130...230)) }

  /// A film of unknown origin: size, frame rate, lamp, sender, hands, camera, exposure and codec are random.
  mutating func film() {
    let sizes = [(640, 360), (640, 480), (854, 480), (1280, 720)]
    let size = sizes[Int(any(0...3.99))]
    let scale = Double(size.0) / 640
    let codecs: [FilmCodec] = [
      .h264(quality: Int(any(20...30))), .mjpeg(quality: Int(any(3...8))),
      .bitrate(Int(any(400...1500) * scale)),
    ]
    phone(swaying: any(0...1) < 0.3 ? 0 : scale * any(2...12), codecs[Int(any(0...2.99))])
    (scene.width, scene.height) = size
    scene.rate = [24, 25, 30, 60][Int(any(0...3.99))]
    scene.exposure = any(0.2...0.9)
    scene.noise = any(1...4)
    if any(0...1) < 0.3 { scene.autoExposure = AutoExposure(depth: any(0.1...0.4)) }

    let speed = any(5...16)
    let styles: [FilmedLight.Sender.Style?] = [
      nil, nil, .novice(speed), .paddle(speed), .bug(speed), .straightKey(speed),
    ]
    let style = styles[Int(any(0...5.99))]
    let message = (any(0...1) < 0.7 ? Texts.english : .amateur).message(using: &random)
    let keying = Keying(plain: message, wordsPerMinute: speed)
    let marks = FilmedLight(sender: .init(style: style)).play(keying, seed: seed).marks
    let centre = SIMD2(any(0.3...0.7) * Double(size.0), any(0.35...0.65) * Double(size.1))
    scene.torches.append(
      SimulatedTorch(
        marks: marks, centre: centre, radius: scale * exp(any(0.4...2.2)), brightness: any(80...250),
        glow: any(0.05...0.4)))
    lamps.append(Lamp(message: message, centre: centre, drift: .zero))
    if any(0...1) < 0.4 { holdLamp(swaying: scale * any(3...12)) }
    if any(0...1) < 0.25 { passersBy(1, level: 30...150) }
  }

  // MARK: Nuisances

  mutating func turnSignal(at centre: SIMD2<Double>, radius: Double = 5, phase: Double) {
    scene.torches.append(SimulatedTorch(marks: [], centre: centre, radius: radius, brightness: 150))
    scene.lastLamp.blinking = .turnSignal(phase: phase)
  }

  /// Passers-by, one after the other, at the height of the first lamp.
  mutating func passersBy(_ count: Int, level: ClosedRange<Double>) {
    let row = lamps[0].centre!.y
    for index in 0..<count {
      scene.passersBy.append(
        PasserBy(
          size: SIMD2(any(40...70), any(120...180)), row: row + any(-40...40),
          speed: any(50...120) * (index.isMultiple(of: 2) ? 1 : -1), level: any(level),
          start: 3 + any(0...3) + Double(index) * scene.duration / Double(count)))
    }
  }

  /// A passer-by who takes many seconds to pass the first lamp.
  mutating func slowPasserBy(level: Double) {
    let speed = any(12...18)
    scene.passersBy.append(
      PasserBy(
        size: SIMD2(any(40...70), any(120...180)), row: lamps[0].centre!.y + any(-40...40), speed: speed,
        level: level, start: 8 - (lamps[0].centre!.x - 100) / speed))
  }

  /// A screen that lights its surroundings with changing pictures: lit and dark for random times.
  mutating func screen(at centre: SIMD2<Double>, for seconds: Double) {
    var marks: [Range<Double>] = []
    var time = 0.0
    while time < seconds {
      let mark = 0.08 - 0.5 * log(any(0.001...1))
      marks.append(time..<time + mark)
      time += mark + 0.08 - 0.5 * log(any(0.001...1))
    }
    scene.torches.append(
      SimulatedTorch(marks: marks, centre: centre, radius: any(25...45), brightness: any(40...120)))
  }

  /// Headlights in three lanes, turn signals and passers-by, for so many seconds.
  ///
  /// - Parameter density: Cars in about four seconds in each lane.
  mutating func street(for seconds: Double, density: Double) {
    let lanes: [(row: Double, size: Double, speed: Double)] = [(150, 2, 70), (250, 4, -150), (360, 7, 280)]
    for lane in lanes {
      var time = any(1...6)
      while time < seconds {
        let speed = lane.speed * any(0.7...1.3)
        let enters = speed > 0 ? -20.0 : 660
        for behind in [0, 6 * lane.size] {
          // A car drives from the start of the scene, so it enters the picture at `time`.
          let begin = enters - (speed > 0 ? behind : -behind) - speed * time
          scene.torches.append(
            SimulatedTorch(
              marks: [], centre: SIMD2(begin, lane.row + any(-3...3)), radius: lane.size,
              brightness: any(100...220)))
          (scene.lastLamp.blinking, scene.lastLamp.drift) = (.alwaysOn, SIMD2(speed, 0))
        }
        time += any(0.5...2) * 3 / density
      }
    }
    for _ in 0..<3 {
      turnSignal(at: SIMD2(any(60...580), any(150...400)), radius: any(2...6), phase: any(0...0.7))
    }
    for time in stride(from: 0, to: seconds, by: 6) {
      let speed = any(30...90) * (any(0...1) < 0.5 ? 1 : -1)
      scene.passersBy.append(
        PasserBy(
          size: SIMD2(any(20...60), any(60...180)), row: any(200...440), speed: speed, level: any(15...200),
          start: time + any(0...5)))
    }
  }
}

extension Keying {
  /// - Parameter message: A text whose signs all have code words.
  fileprivate init(plain message: String, wordsPerMinute: Double) {
    guard let keying = try? Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(message) else {
      preconditionFailure("random messages have no signs but those of the alphabet")
    }
    self = keying
  }
}
