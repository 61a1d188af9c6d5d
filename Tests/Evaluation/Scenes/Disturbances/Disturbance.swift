import Capture
import Foundation

/// The disturbances of a ``DisturbedScene``, frame by frame.
struct Disturbance: SceneDisturbance {
  let occluders: [(luma: SceneOccluder, colour: SceneOccluder)]
  private let scene: DisturbedScene
  private let camera: HandMotion
  /// The behaviours of lamps, with the hands that hold them.
  private let lamps: [(LampBehaviour, shake: SceneShake, hand: HandMotion)]
  /// State of the automatic exposure: the smoothed number of lit torches, and the number of frames so far.
  private var adapted = (torches: 0.0, frames: UInt64(0))

  init(_ scene: DisturbedScene) {
    self.scene = scene
    camera = scene.hand
    lamps = scene.lamps.filter { $0.torch < scene.torches.count }.map { lamp in
      let seed = scene.seed &+ UInt64(lamp.torch) &+ 1
      return (
        lamp, SceneShake(rms: lamp.shake, seed: seed),
        HandMotion(sway: lamp.handheld, duration: scene.duration, seed: seed)
      )
    }
    occluders = scene.passersBy.map { $0.occluders(pictureWidth: scene.width) }
  }

  var reach: Int { camera.reach }

  func paint(_ canvas: inout SceneCanvas) {
    if let seed = scene.photograph { canvas.paintPhotograph(seed: seed) }
  }

  mutating func change(
    _ moment: inout SceneMoment, ofFrame index: UInt64, levels: (_ frame: UInt64) -> [Double]
  ) {
    let time = moment.time
    moment.shake += camera.offset(at: time)
    moment.levels = withBlinking(levels(index), index)
    // Levels by which a middle grey of 128 becomes brighter.
    var light = scene.ambient.map { $0.swing * cos(2 * .pi * time / $0.period) } ?? 0
    for (lamp, shake, hand) in lamps {
      moment.lampOffsets[lamp.torch] = lamp.drift * time
      if lamp.shake > 0 { moment.lampOffsets[lamp.torch] += shake.offset(at: time) }
      moment.lampOffsets[lamp.torch] += hand.offset(at: time)
      light += lamp.spill * moment.levels[lamp.torch]
    }
    moment.ambient = 1 + light / 128
    if let camera = scene.autoExposure {
      adapt(camera, toFrame: index, levels)
      // Dimmed to 1 - depth when one torch is on.
      moment.gain = 1 / (1 + camera.depth / (1 - camera.depth) * adapted.torches)
    }
    moment.occluderOffsets = scene.passersBy.map { SIMD2($0.speed * (time - $0.start), 0) }
  }

  private func withBlinking(_ levels: [Double], _ index: UInt64) -> [Double] {
    var levels = levels
    let start = Double(index) / scene.rate
    for (lamp, _, _) in lamps {
      guard let blinking = lamp.blinking else { continue }
      levels[lamp.torch] = blinking.level(in: start..<start + scene.exposure / scene.rate)
    }
    return levels
  }

  /// Adapts the automatic exposure to all frames up to `index`, lost ones included.
  private mutating func adapt(
    _ camera: AutoExposure, toFrame index: UInt64, _ levels: (_ frame: UInt64) -> [Double]
  ) {
    let share = 1 - exp(-1 / (scene.rate * camera.settling))
    while adapted.frames < index {
      let light = withBlinking(levels(adapted.frames), adapted.frames).reduce(0, +)
      adapted.torches += (light - adapted.torches) * share
      adapted.frames += 1
    }
  }
}

extension PasserBy {
  /// A dark figure with a soft outline, in each plane of the picture.
  fileprivate func occluders(pictureWidth width: Int) -> (luma: SceneOccluder, colour: SceneOccluder) {
    // At the start the figure is just outside of the picture, on the side from which it comes.
    let middle = SIMD2(speed < 0 ? Double(width) + size.x / 2 : -size.x / 2, row)
    // The clothes are grey: both colour differences are neutral.
    return (
      Self.occluder(middle: middle, size: size, level: level),
      Self.occluder(middle: middle / 2, size: size / 2, level: 128)
    )
  }

  /// An upright ellipse; its opacity falls off over the outer fifth.
  private static func occluder(middle: SIMD2<Double>, size: SIMD2<Double>, level: Double) -> SceneOccluder {
    let corner = (middle - size / 2).rounded(.down)
    let columns = Int((size.x + 1).rounded(.up))
    let rows = Int((size.y + 1).rounded(.up))
    var opacities: [Int16] = []
    opacities.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let way = (corner + SIMD2(Double(column), Double(row)) + 0.5 - middle) / (size / 2)
        let outside = (way * way).sum().squareRoot()
        let opacity = min(max((1 - outside) / 0.2, 0), 1)
        opacities.append(Int16(opacity * Double(SceneLight.whole)))
      }
    }
    return SceneOccluder(
      outline: SceneSprite(
        x: Int(corner.x), y: Int(corner.y), width: columns, height: rows, values: opacities),
      light: SceneLight.steps(level))
  }
}
