import FoundationEssentials
import Glibc

/// Where everything is in one frame, and how bright: all that changes while a scene goes on.
struct SceneMoment {
  /// How far the whole picture is moved, in pixels.
  private(set) var shake = SIMD2<Double>.zero
  /// What the light around multiplies the backdrop by, of ``SceneLight/factorOne``.
  private(set) var ambient = SceneLight.factorOne
  /// What the camera multiplies all light by, of ``SceneLight/factorOne``.
  private(set) var gain = SceneLight.factorOne
  /// How much each lamp is lit, of ``SceneLight/whole``.
  private(set) var levels: [Int16]
  /// How far each lamp is from its place at rest, in pixels.
  private(set) var drifts: [SIMD2<Double>]
  /// How far each passer-by has come, in pixels.
  private(set) var walks: [SIMD2<Double>]

  private let description: SceneDescription
  private let timeline: SceneTimeline
  private let hand: SceneShake
  /// Those that hold the torches.
  private let hands: [SceneShake]
  // Those that are held up.
  private let cameraHand: SceneHand
  private let torchHands: [SceneHand]
  /// How many torches the automatic exposure believes to be on, from the frames before this many.
  private var adapted = (torches: 0.0, frames: UInt64(0))

  init(_ description: SceneDescription, timeline: SceneTimeline) {
    self.description = description
    self.timeline = timeline
    hand = SceneShake(rms: description.shake, seed: description.seed)
    hands = description.torches.enumerated().map { index, torch in
      SceneShake(rms: torch.sway, seed: description.seed &+ UInt64(index) &+ 1)
    }
    cameraHand = SceneHand(
      sway: description.handheld, duration: description.duration, seed: description.seed)
    torchHands = description.torches.enumerated().map { index, torch in
      SceneHand(
        sway: torch.handheld, duration: description.duration, seed: description.seed &+ UInt64(index) &+ 1)
    }
    levels = Array(repeating: 0, count: description.torches.count)
    drifts = Array(repeating: .zero, count: description.torches.count)
    walks = Array(repeating: .zero, count: description.passersBy.count)
  }

  /// The farthest the whole picture ever moves, in pixels, rounded up.
  var reach: Int { hand.reach + cameraHand.reach }

  /// Goes to frame `index`. What moves is where it is in the middle of the exposure.
  mutating func move(toFrame index: UInt64) {
    let window = timeline.window(ofFrame: index)
    let time = (window.lowerBound + window.upperBound) / 2
    shake = (description.shake > 0 ? hand.offset(at: time) : .zero) + cameraHand.offset(at: time)
    // How much brighter a middle grey of 128 levels gets.
    var light = description.ambient.map { $0.swing * cos(2 * .pi * time / $0.period) } ?? 0
    for (lamp, torch) in description.torches.enumerated() {
      let level = timeline.level(of: torch.keying, frame: index)
      levels[lamp] = Int16((level * Double(SceneLight.whole)).rounded())
      drifts[lamp] = torch.drift * time
      if torch.sway > 0 { drifts[lamp] += hands[lamp].offset(at: time) }
      drifts[lamp] += torchHands[lamp].offset(at: time)
      light += torch.spill * level
    }
    ambient = SceneLight.factor(1 + light / 128)
    if let camera = description.autoExposure {
      adapt(camera, toFrame: index)
      // Dimmed to 1 - depth when one torch is on.
      gain = SceneLight.factor(1 / (1 + camera.depth / (1 - camera.depth) * adapted.torches))
    }
    for (walker, passerBy) in description.passersBy.enumerated() {
      walks[walker] = SIMD2(passerBy.speed * (time - passerBy.start), 0)
    }
  }

  /// A camera sets its exposure by the frames it has taken, whether or not they arrived.
  private mutating func adapt(_ camera: SimulatedAutoExposure, toFrame index: UInt64) {
    let share = 1 - exp(-1 / (description.rate * camera.settling))
    while adapted.frames < index {
      var light = 0.0
      for torch in description.torches {
        light += timeline.level(of: torch.keying, frame: adapted.frames)
      }
      adapted.torches += (light - adapted.torches) * share
      adapted.frames += 1
    }
  }
}
