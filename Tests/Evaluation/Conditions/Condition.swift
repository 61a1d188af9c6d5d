import Filming
import Morse

/// One row of the table: how a message is sent, lit and filmed, and how well it must be read.
struct Condition: Sendable {
  var name: String
  /// The largest error rate, in percent. Without a message: the largest number of false characters in an hour.
  var goal: Double?
  var subject: Subject

  enum Subject: Sendable {
    /// Messages sent in this timing.
    case message(Texts, Timing, FilmedLight)
    /// Light without a message.
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

  /// The film of one message. A row's messages do not depend on which other rows are evaluated.
  func take(_ number: Int, seed: Int, minutes: Double) throws -> Take {
    let hash = name.utf8.reduce(FNV1a.offset) { FNV1a.step($0, UInt64($1)) }
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
  /// The text that was sent; empty if there was none.
  var message: String
  var film: Film
  var sending: Sending?
  /// The condition's name. Film and name together identify everything that a reader may know, because the sender of a condition
  /// cannot be hashed.
  var key: String
}

/// How a message was sent.
struct Sending: Sendable {
  var timing: Timing
  var sender: FilmedLight.Sender
  var keying: Keying
}
