import Capture
import Foundation

/// A simulated scene with the disturbances of real ones: motion, other light, passers-by, automatic exposure.
@dynamicMemberLookup
struct DisturbedScene: Sendable, Hashable {
  var scene: SceneDescription
  /// The seed of a photograph in place of the backdrop.
  var photograph: UInt64?
  /// Sway of a camera in a hand: root mean square in pixels, along each axis. A tremor is added.
  var handheld = 0.0
  var lamps: [LampBehaviour] = []
  /// Changes of the ambient light; `nil` is constant light.
  var ambient: AmbientLight?
  var passersBy: [PasserBy] = []
  /// `nil` for a camera whose exposure is locked.
  var autoExposure: AutoExposure?

  init(_ scene: SceneDescription) { self.scene = scene }

  subscript<Value>(dynamicMember path: KeyPath<SceneDescription, Value>) -> Value { scene[keyPath: path] }

  subscript<Value>(dynamicMember path: WritableKeyPath<SceneDescription, Value>) -> Value {
    get { scene[keyPath: path] }
    set { scene[keyPath: path] = newValue }
  }

  /// The behaviour of the torch that was added last.
  var lastLamp: LampBehaviour {
    get {
      let torch = scene.torches.count - 1
      return lamps.last { $0.torch == torch } ?? LampBehaviour(torch: torch)
    }
    set {
      lamps.removeAll { $0.torch == newValue.torch }
      lamps.append(newValue)
    }
  }

  /// The offset of the picture by the hand that holds the camera, in pixels, `time` seconds after the start.
  func offset(ofHeldCameraAt time: Double) -> SIMD2<Double> { hand.offset(at: time) }

  /// The hand that holds the camera.
  var hand: HandMotion { HandMotion(sway: handheld, duration: scene.duration, seed: scene.seed) }

  /// The film of the scene.
  var film: SimulatedScene { SimulatedScene(scene, disturbedBy: Disturbance(self)) }
}

/// How a lamp of a scene moves and shines, besides its signal.
struct LampBehaviour: Sendable, Hashable {
  /// Its number among the scene's torches.
  var torch: Int
  /// Pixels per second to the right and down.
  var drift = SIMD2<Double>.zero
  /// Shake of the hand that holds it: root mean square along each axis, in pixels.
  var shake = 0.0
  /// Sway of a lamp that is held up: root mean square along each axis, in pixels. A tremor is added.
  var handheld = 0.0
  /// Grey levels by which it lights a middle grey (128) everywhere in the picture: 0 outdoors, much in a dark room.
  var spill = 0.0
  /// It blinks instead of sending.
  var blinking: Blinking?
}

/// On for the fraction `duty` of each `period`, as long as the scene lasts. A period begins at `phase`; both in seconds.
struct Blinking: Sendable, Hashable {
  var period: Double
  var duty: Double
  var phase: Double

  /// A car's turn signal: 85 flashes per minute, in the range of 60 to 120 of UN Regulation 48.
  static func turnSignal(phase: Double) -> Blinking { Blinking(period: 60.0 / 85, duty: 0.5, phase: phase) }

  /// A lamp that is always on.
  static let alwaysOn = Blinking(period: 1e6, duty: 1, phase: -1e3)

  /// The share of an exposure in which the light is on.
  func level(in window: Range<Double>) -> Double {
    // The light from time `phase` to `time`: whole periods, and the lit part of the last one.
    func light(to time: Double) -> Double {
      let periods = (time - phase) / period
      let whole = periods.rounded(.down)
      return (whole * duty + min(periods - whole, duty)) * period
    }
    return (light(to: window.upperBound) - light(to: window.lowerBound))
      / (window.upperBound - window.lowerBound)
  }
}

/// Ambient light that changes, as with passing clouds.
struct AmbientLight: Sendable, Hashable {
  /// Amplitude of a middle grey (128), in grey levels. Brighter surfaces change more.
  var swing: Double
  /// Seconds from one brightest moment to the next.
  var period: Double
}

/// An occluder that moves through the picture once, between the backdrop and the torches.
struct PasserBy: Sendable, Hashable {
  /// Width and height of the figure in pixels.
  var size: SIMD2<Double>
  /// The row of its middle, in pixels.
  var row: Double
  /// Pixels per second to the right; negative to the left.
  var speed: Double
  /// The grey level of the clothes.
  var level: Double
  /// When the figure enters the picture, in seconds from the start of the scene.
  var start: Double
}

/// A camera that darkens the picture when a torch lights it, and brightens it again afterwards.
struct AutoExposure: Sendable, Hashable {
  /// Share of brightness that the picture loses when one torch has been on for long, 0 to below 1.
  var depth: Double
  /// Time constant: seconds after which two thirds of the change are done.
  var settling = 0.4
}
