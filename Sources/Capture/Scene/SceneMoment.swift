import FoundationEssentials
import Glibc

/// The positions and brightnesses of one frame: everything that changes in a scene.
struct SceneMoment {
  /// Offset of the whole picture, in pixels.
  private(set) var shake = SIMD2<Double>.zero
  /// Factor of the ambient light on the backdrop, of ``SceneLight/factorOne``.
  private(set) var ambient = SceneLight.factorOne
  /// Factor of the camera on all light, of ``SceneLight/factorOne``.
  private(set) var gain = SceneLight.factorOne
  /// Brightness of each lamp, of ``SceneLight/whole``.
  private(set) var levels: [Int16]
  /// Offset of each lamp, in pixels.
  private(set) var drifts: [SIMD2<Double>]
  /// Offset of each passer-by, in pixels.
  private(set) var walks: [SIMD2<Double>]

  private let description: SceneDescription
  private let timeline: SceneTimeline
  private let hand: SceneShake
  /// Shake of the hands that hold the torches.
  private let hands: [SceneShake]
  // Hands that hold the camera and torches up.
  private let cameraHand: SceneHand
  private let torchHands: [SceneHand]
  /// State of the automatic exposure: the smoothed number of lit torches, and the number of frames so far.
  private var adapted = (torches: 0.0, frames: UInt64(0))

  init(_ description: SceneDescription, timeline: SceneTimeline) {
    self.description = description
    self.timeline = timeline
    hand = SceneShake(rms: description.shake, seed: description.seed)
    hands = description.torches.enumerated().map { index, torch in
      SceneShake(rms: torch.shake, seed: description.seed &+ UInt64(index) &+ 1)
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

  /// The largest offset of the whole picture, in pixels, rounded up.
  var reach: Int { hand.reach + cameraHand.reach }

  /// Sets the moment of frame `index`: positions are those in the middle of the exposure.
  mutating func move(toFrame index: UInt64) {
    let window = timeline.window(ofFrame: index)
    let time = (window.lowerBound + window.upperBound) / 2
    shake = (description.shake > 0 ? hand.offset(at: time) : .zero) + cameraHand.offset(at: time)
    // Levels by which a middle grey of 128 becomes brighter.
    var light = description.ambient.map { $0.swing * cos(2 * .pi * time / $0.period) } ?? 0
    for (lamp, torch) in description.torches.enumerated() {
      let level = timeline.level(of: torch.keying, frame: index)
      levels[lamp] = Int16((level * Double(SceneLight.whole)).rounded())
      drifts[lamp] = torch.drift * time
      if torch.shake > 0 { drifts[lamp] += hands[lamp].offset(at: time) }
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

  /// Adapts the automatic exposure to all frames up to `index`, lost ones included.
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
