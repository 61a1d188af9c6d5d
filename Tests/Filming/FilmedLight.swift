import Morse

/// A lamp, the hand that keys it, the light around it, and the camera that films it: a scene described by its physics and
/// played from a seed.
///
///     FilmedLight(camera: .init(contrastToNoise: 5)).play(try Encoder(timing: timing).encode("SOS"), seed: 1)
public struct FilmedLight: Sendable {
  public var hand: Hand
  public var surroundings: Surroundings
  public var camera: Camera

  public init(
    hand: Hand = Hand(), surroundings: Surroundings = Surroundings(), camera: Camera = Camera()
  ) {
    self.hand = hand
    self.surroundings = surroundings
    self.camera = camera
  }

  /// Keys the lamp and films it, from the dark before the message to the dark after it.
  public func play(_ keying: Keying, seed: Int) -> Film {
    var random = SeededRandom(seed: seed)
    let marks = hand.send(keying, using: &random)
    let duration = (marks.last?.upperBound ?? hand.lead) + hand.tail
    return camera.film(marks, in: surroundings, for: duration, using: &random)
  }
}

/// A value that changes in the course of a scene: of the time, and of the length of the whole, both in seconds.
public typealias Course = @Sendable (_ time: Double, _ duration: Double) -> Double
