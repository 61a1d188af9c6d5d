import Foundation

/// A light that is a lamp with two levels, or a wandering light, and may change from one to the other (fixed shares: Herbster,
/// Warmuth 1998).
struct LampOrWander: Sendable {
  /// See ``ExposedLamps/evidence``.
  var evidence = 0.0
  private var wandering = WanderingLight()
  /// The probability that the light wanders.
  private var wanderingShare = 0.5

  /// Whether the light is more likely a lamp with two levels.
  var isLamp: Bool { wanderingShare < 0.5 }

  /// The probability of a change between the two, per frame: one in ten seconds at 30 frames a second. Chosen.
  private static let changeProbability = 1 / 300.0

  /// - Parameters:
  ///   - level: As a share of the level of the dark.
  ///   - lamp: The probability density of the same frame for the lamp.
  mutating func observe(_ level: Double, lamp: Float) {
    wandering.observe(level)
    let wanders = wanderingShare * wandering.density
    let density = wanders + (1 - wanderingShare) * Double(lamp)
    evidence = ExposedLamps.memory * evidence + log(density)
    wanderingShare = Self.changeProbability + (1 - 2 * Self.changeProbability) * wanders / density
  }
}

/// A light whose level changes by a normal difference from frame to frame, or jumps: it drifts, glows slowly, or is sometimes
/// hidden. It contains no exposure loop, so a loop must explain the light better than this.
private struct WanderingLight: Sendable {
  /// The probability density of the last frame.
  private(set) var density = 1.0
  private var last: Double?
  private var variance = 1e-4
  /// The share of jumps.
  private var jumps = 0.1

  /// Scale of a jump (Laplace distribution), as a share of the level of the dark.
  private static let jumpScale = 0.3
  /// The least density of a jump. A lamp in front of a black background jumps by thousands of times its level.
  private static let minimumDensity = 1e-12
  /// As a share of the level of the dark.
  private static let minimumNoise = 0.003
  private static let minimumJumps = 0.01
  /// Time constant, in frames, of the variance of the differences; the share of jumps has twice that.
  private static let memory = 60.0

  /// - Parameter level: As a share of the level of the dark.
  mutating func observe(_ level: Double) {
    defer { last = level }
    guard let last else { return }
    let difference = level - last
    let normal = exp(-0.5 * difference * difference / variance) / (2 * .pi * variance).squareRoot()
    let onward = (1 - jumps) * normal
    let jumping =
      jumps * max(Self.minimumDensity, exp(-abs(difference) / Self.jumpScale) / (2 * Self.jumpScale))
    density = onward + jumping
    let share = onward / density
    let pace = 1 / Self.memory
    variance = max(
      variance + pace * share * (difference * difference - variance), Self.minimumNoise * Self.minimumNoise)
    jumps = max(jumps + pace / 2 * (1 - share - jumps), Self.minimumJumps)
  }
}
