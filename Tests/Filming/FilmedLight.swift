import Morse

/// A lamp, its sender, the ambient light, and the camera that films it: a physical model of a scene, played from a seed.
///
///     FilmedLight(camera: .init(contrastToNoise: 5)).play(try Encoder(timing: timing).encode("SOS"), seed: 1)
public struct FilmedLight: Sendable {
  public var sender: Sender
  public var surroundings: Surroundings
  public var camera: Camera

  public init(
    sender: Sender = Sender(), surroundings: Surroundings = Surroundings(), camera: Camera = Camera()
  ) {
    self.sender = sender
    self.surroundings = surroundings
    self.camera = camera
  }

  /// Keys the lamp and films it, with the dark before and after the message.
  public func play(_ keying: Keying, seed: Int) -> Film {
    var random = SeededRandom(seed: seed)
    let marks = sender.send(keying, using: &random)
    let duration = (marks.last?.upperBound ?? sender.lead) + sender.tail
    return camera.film(marks, in: surroundings, for: duration, using: &random)
  }
}

/// A value that changes during a scene: a function of the time and of the total length, both in seconds.
public typealias TimeFunction = @Sendable (_ time: Double, _ duration: Double) -> Double
