import Filming
import Morse

/// One row of the table: how a message is sent, lit and filmed, and how well it must be read.
struct Condition: Sendable {
  var name: String
  /// The error rate that must be reached, in percent; of a condition without a message, the false characters an hour.
  var goal: Double?
  var subject: Subject

  enum Subject: Sendable {
    /// Messages sent in this timing.
    case message(Texts, Timing, FilmedLight)
    /// Light that says nothing.
    case nothing(@Sendable (_ minutes: Double, _ seed: Int) -> Film)
  }

  init(
    _ name: String, goal: Double?, _ timing: Timing, _ scene: FilmedLight = FilmedLight(),
    texts: Texts = .random
  ) {
    self.name = name
    self.goal = goal
    subject = .message(texts, timing, scene)
  }

  init(_ name: String, goal: Double?, film: @escaping @Sendable (_ minutes: Double, _ seed: Int) -> Film) {
    self.name = name
    self.goal = goal
    subject = .nothing(film)
  }

  var hasMessage: Bool {
    if case .message = subject { true } else { false }
  }

  /// The message of a number, filmed. A row's messages are the same whichever other rows are asked for.
  func take(_ number: Int, seed: Int, minutes: Double) throws -> Take {
    // FNV-1a (Fowler, Noll, Vo) of the name.
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let seed = Int(truncatingIfNeeded: hash) &+ 1_000_003 &* seed &+ number
    switch subject {
    case .nothing(let film):
      return Take(message: "", film: film(minutes, seed), sending: nil, key: name)
    case .message(let texts, let timing, let scene):
      var random = SeededRandom(seed: seed)
      let message = texts.message(using: &random)
      let keying = try Encoder(timing: timing).encode(message)
      return Take(
        message: message, film: scene.play(keying, seed: seed),
        sending: Sending(timing: timing, sender: scene.sender, keying: keying), key: name)
    }
  }
}

/// A message and the film of it.
struct Take: Sendable {
  /// What was sent; empty where nothing was.
  var message: String
  var film: Film
  var sending: Sending?
  /// With the film it tells all that a reader may be told: what a condition says of the sender cannot be hashed.
  var key: String
}

/// The truth about how a message was sent.
struct Sending: Sendable {
  var timing: Timing
  var sender: FilmedLight.Sender
  var keying: Keying
}
