import Capture

/// A row of the table of scenes: a scene, and how well it must be read.
struct SceneCondition: Sendable {
  var name: String
  /// The largest error rate, in percent. Without a lamp: the largest number of torches found.
  var goal: Double?
  private var build: @Sendable (inout SceneBuilder) -> Void

  init(_ name: String, goal: Double? = nil, _ build: @escaping @Sendable (inout SceneBuilder) -> Void) {
    self.name = name
    self.goal = goal
    self.build = build
  }

  /// - Parameter quiet: The duration of a scene without a lamp, in seconds.
  func scene(_ number: Int, seed: Int, quiet: Double) -> SceneBuilder {
    var builder = SceneBuilder(seed: 1000 * seed + number, quiet: quiet)
    build(&builder)
    return builder
  }
}

/// Every scene, in the order of the table. Defaults: 640x480, 30 frames per second, noise of 3 levels, a textured background, a
/// lamp of 4 pixels' radius at 12 words per minute.
let allScenes: [SceneCondition] = [
  oneLamp, unsteady, withNuisances, severalLamps, withoutLamp, phones,
].flatMap { $0 }

private let oneLamp = [
  SceneCondition("radius 8", goal: 0) { $0.lamp(radius: 8) },
  SceneCondition("radius 2", goal: 0) { $0.lamp(radius: 2) },
  SceneCondition("one to two pixels, 8 WPM", goal: 2) { $0.lamp(8, radius: $0.any(0.6...0.8)) },
  SceneCondition("one pixel that gains 60 levels, 8 WPM") { $0.pixel(brightness: 60) },
  SceneCondition("the same beside a pixel that is brighter by 150") { $0.pixel(brightness: 60, beside: 150) },
  SceneCondition("24 WPM", goal: 2) { $0.lamp(24) },
  SceneCondition("background of 180 levels", goal: 0) {
    $0.lamp(radius: 3)
    $0.scene.backdrop = .plain(level: 180)
  },
  SceneCondition("dark room lit as a whole", goal: 0) {
    $0.lamp(spill: $0.any(40...120))
    if $0.seed.isMultiple(of: 2) { $0.scene.backdrop = .plain(level: $0.any(15...30)) }
  },
  SceneCondition("odd sizes", goal: 0) {
    $0.lamp(at: SIMD2(170, 130))
    let sizes = [(641, 479), (333, 251), (1023, 577), (319, 201), (799, 603), (475, 355)]
    ($0.scene.width, $0.scene.height) = sizes[$0.seed % sizes.count]
  },
]

private let unsteady = [
  SceneCondition("shake of 2 pixels rms", goal: 2) {
    $0.lamp()
    $0.scene.shake = 2
  },
  SceneCondition("drift of 4 pixels a second", goal: 2) {
    let way = SIMD2($0.any(-1...1), $0.any(-1...1))
    let drift = way * (4 / (way * way).sum().squareRoot())
    // The lamp passes the middle of the picture in the middle of the message.
    $0.lamp(radius: 3, at: SIMD2(320, 240) - drift * 20, drift: drift)
  },
  SceneCondition("crossing the picture at 10 pixels a second, 16 WPM") { $0.crossing(16, speed: 10) },
  SceneCondition("crossing the picture at 18 pixels a second, 24 WPM") { $0.crossing(24, speed: 18) },
  SceneCondition("in a hand that sways by 2 pixels rms") { $0.lamp(radius: 3, shake: 2) },
  SceneCondition("in a hand that sways by 6 pixels rms") { $0.lamp(radius: 3, shake: 6) },
  SceneCondition("ambient light swinging 25 levels", goal: 2) {
    $0.lamp()
    $0.scene.ambient = AmbientLight(swing: 25, period: $0.any(3...9))
  },
]

private let withNuisances = [
  SceneCondition("two turn signals beside it", goal: 2) {
    let centre = $0.anywhere()
    $0.lamp(at: centre)
    for side in [-1.0, 1] {
      let place = centre + SIMD2(side * $0.any(30...80), $0.any(-10...10))
      $0.turnSignal(at: place, phase: $0.any(0...0.7))
    }
  },
  SceneCondition("a dark passer-by", goal: 5) {
    $0.lamp()
    $0.passersBy(1, level: 20...60)
  },
  SceneCondition("a bright passer-by", goal: 5) {
    $0.lamp()
    $0.passersBy(1, level: 170...200)
  },
  SceneCondition("four dark passers-by") {
    $0.lamp()
    $0.passersBy(4, level: 20...60)
  },
  SceneCondition("four bright passers-by") {
    $0.lamp()
    $0.passersBy(4, level: 170...200)
  },
  SceneCondition("a bright occluder that stays") {
    $0.lamp()
    $0.slowPasserBy(level: 180)
  },
  SceneCondition("its own reflection", goal: 2) {
    let centre = SIMD2($0.any(100...540), $0.any(80...200))
    $0.lamp(at: centre)
    $0.scene.torches.append(
      SimulatedTorch(
        marks: $0.scene.torches[0].marks, centre: centre + SIMD2(0, $0.any(60...160)), radius: 3,
        brightness: $0.any(20...60)))
    $0.scene.backdrop = .plain(level: 40)
  },
  SceneCondition("a street", goal: 2) {
    $0.lamp(radius: 3, at: SIMD2($0.any(100...540), $0.any(50...110)))
    $0.street(for: $0.scene.duration, density: 1)
  },
]

private let severalLamps = [
  SceneCondition("two at 10 and 13 WPM", goal: 2) {
    for (place, speed) in zip($0.placesApart(2, by: 90), [10.0, 13]) { $0.lamp(speed, radius: 5, at: place) }
  },
  SceneCondition("two, 48 pixels apart", goal: 2) {
    let place = SIMD2($0.any(100...490), $0.any(100...380))
    $0.lamp(10, at: place)
    $0.lamp(13, at: place + SIMD2(48, 0))
  },
  SceneCondition("three at 8, 12 and 16 WPM", goal: 5) {
    for (place, speed) in zip($0.placesApart(3, by: 90), [8.0, 12, 16]) {
      $0.lamp(speed, radius: 5, at: place)
    }
  },
  SceneCondition("eight at 8 to 16 WPM", goal: 5) {
    for (place, speed) in zip($0.placesApart(8, by: 80), [8.0, 9, 10, 11, 12, 13, 14, 16]) {
      $0.lamp(speed, at: place)
    }
  },
]

private let withoutLamp = [
  SceneCondition("no lamp: turn signals", goal: 0) {
    $0.scene.leadIn = $0.quiet
    for index in 0..<4 {
      let blinking = Blinking(
        period: 60 / $0.any(60...120), duty: $0.any(0.4...0.6), phase: 0.3 * Double(index))
      $0.scene.torches.append(
        SimulatedTorch(
          marks: [], centre: $0.anywhere(), radius: $0.any(2...8), brightness: $0.any(80...180)))
      $0.scene.lastLamp.blinking = blinking
    }
  },
  SceneCondition("no lamp: a screen", goal: 0) { $0.screen(at: $0.anywhere(), for: $0.quiet) },
  SceneCondition("no lamp: three screens", goal: 0) {
    let place = $0.anywhere()
    for _ in 0..<3 { $0.screen(at: place + SIMD2($0.any(-50...50), $0.any(-50...50)), for: $0.quiet) }
  },
  SceneCondition("no lamp: a quiet street", goal: 0) {
    $0.scene.leadIn = $0.quiet
    $0.street(for: $0.quiet, density: 0.6)
  },
  SceneCondition("no lamp: a busy street", goal: 0) {
    $0.scene.leadIn = $0.quiet
    $0.street(for: $0.quiet, density: 2)
  },
]

/// Films by phones: a photograph as background, an encoded film, a lamp of 4 pixels' radius at 10 words per minute.
private let phones = [
  inHand("camera in a hand 4", 4),
  inHand("camera in a hand 10", 10),
  inHand("camera in a hand 25", 25),
  inHand("camera in a hand 8, 18 WPM", 8, 18),
  inHand("camera in a hand 8, 4 WPM", 8, 4),
  inHand("camera in a hand 10, crf 30", 10, codec: .h264(quality: 30)),
  inHand("camera in a hand 10, 400 kb/s", 10, codec: .bitrate(400)),
  inHand("camera in a hand 10, MJPEG", 10, codec: .mjpeg(quality: 5)),
  inHand("camera in a hand 10 that rolls by 1 degree", 10, codec: .rolling(1, .h264(quality: 23))),
  SceneCondition("camera in a hand 12, 1280x720", goal: 0.5) {
    $0.phone(swaying: 12)
    ($0.scene.width, $0.scene.height) = (1280, 720)
    $0.lamp(10, at: SIMD2($0.any(400...880), $0.any(240...480)))
  },
  SceneCondition("camera in a hand 4, weak lamp by day", goal: 3) {
    $0.phone(swaying: 4)
    $0.lamp(10, at: $0.nearMiddle())
    $0.scene.torches[0].brightness = 60
  },
  SceneCondition("camera in a hand 10, an occluder", goal: 3) {
    $0.phone(swaying: 10)
    $0.lamp(10, at: $0.nearMiddle())
    $0.passersBy(2, level: 30...150)
  },
  SceneCondition("camera in a hand 10, two lamps", goal: 1) {
    $0.phone(swaying: 10)
    $0.lamp(10, at: SIMD2($0.any(160...280), $0.any(130...230)))
    $0.lamp(13, at: SIMD2($0.any(360...480), $0.any(130...230)))
  },
  SceneCondition("camera in a hand 8, night with auto exposure", goal: 0.5) {
    $0.phone(swaying: 8)
    $0.lamp(10, at: $0.nearMiddle())
    // A tenth of daylight.
    $0.scene.ambient = AmbientLight(swing: -115, period: 1e9)
    $0.scene.autoExposure = AutoExposure(depth: 0.4)
  },
  SceneCondition("any film") { $0.film() },
  torchInHand("torch in a hand 5", 5),
  torchInHand("torch in a hand 10", 10),
  torchInHand("torch in a hand 15", 15),
  SceneCondition("near torch in a hand 20", goal: 2) {
    $0.phone()
    $0.lamp(10, radius: 8, at: $0.nearMiddle())
    $0.holdLamp(swaying: 20)
  },
  SceneCondition("camera in a hand 10, torch in a hand 6", goal: 1) {
    $0.phone(swaying: 10)
    $0.lamp(10, at: $0.nearMiddle())
    $0.holdLamp(swaying: 6)
  },
  SceneCondition("camera in a hand 10, torch in a hand 6, 400 kb/s", goal: 1) {
    $0.phone(swaying: 10, .bitrate(400))
    $0.lamp(10, at: $0.nearMiddle())
    $0.holdLamp(swaying: 6)
  },
  SceneCondition("tripod, radius 1.2, crf 23", goal: 0.5) {
    $0.phone()
    $0.lamp(10, radius: 1.2, at: $0.nearMiddle())
  },
  SceneCondition("tripod, radius 1.2, crf 30", goal: 0.5) {
    $0.phone(.h264(quality: 30))
    $0.lamp(10, radius: 1.2, at: $0.nearMiddle())
  },
]

private func inHand(
  _ name: String, _ sway: Double, _ wordsPerMinute: Double = 10, codec: FilmCodec = .h264(quality: 23)
) -> SceneCondition {
  SceneCondition(name, goal: 0.5) {
    $0.phone(swaying: sway, codec)
    $0.lamp(wordsPerMinute, at: $0.nearMiddle())
  }
}

private func torchInHand(_ name: String, _ sway: Double) -> SceneCondition {
  SceneCondition(name, goal: 0.5) {
    $0.phone()
    $0.lamp(10, at: $0.nearMiddle())
    $0.holdLamp(swaying: sway)
  }
}
