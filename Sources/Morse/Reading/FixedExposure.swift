import Foundation

/// A light under a fixed exposure: a lamp, or one that wanders, and it may turn from one into the other (fixed shares: Herbster,
/// Warmuth 1998).
struct FixedExposure: Sendable {
  /// As ``ExposedLamp/evidence``.
  private(set) var evidence = 0.0
  private var wandering = WanderingLight()
  /// How probable it is that the light wanders.
  private var share = 0.5

  /// How probable a turn is, in a frame: one in ten seconds.
  private static let turn = 1 / 300.0

  /// - Parameters:
  ///   - level: As a share of the level of the dark.
  ///   - lamp: Without a loop, after the same frame.
  mutating func see(_ level: Double, _ lamp: ExposedLamp) {
    wandering.see(level)
    let wanders = share * wandering.density
    let density = wanders + (1 - share) * Double(lamp.density)
    evidence = ExposedLamp.memory * evidence + log(density)
    share = Self.turn + (1 - 2 * Self.turn) * wanders / density
  }
}

/// A light that goes on from where it was in the frame before, by a normal difference, or jumps: whatever drifts, glows
/// slowly or is hidden by turns. It says nothing of a camera, and a loop must explain the light better.
private struct WanderingLight: Sendable {
  /// The probability density of the last frame.
  private(set) var density = 1.0
  private var last: Double?
  private var variance = 1e-4
  /// The share of jumps.
  private var jumps = 0.1

  /// How far a jump goes (Laplace), in the units of levels.
  private static let jump = 0.3
  /// No jump is less probable: that of a lamp before a black background is of thousands of units.
  private static let least = 1e-12
  private static let leastNoise = 0.003
  private static let leastJumps = 0.01
  /// Frames that the differences are learned from.
  private static let memory = 60.0

  /// - Parameter level: As a share of the level of the dark.
  mutating func see(_ level: Double) {
    defer { last = level }
    guard let last else { return }
    let difference = level - last
    let normal = exp(-0.5 * difference * difference / variance) / (2 * .pi * variance).squareRoot()
    let onward = (1 - jumps) * normal
    let jumping = jumps * max(Self.least, exp(-abs(difference) / Self.jump) / (2 * Self.jump))
    density = onward + jumping
    let share = onward / density
    let pace = 1 / Self.memory
    variance = max(
      variance + pace * share * (difference * difference - variance), Self.leastNoise * Self.leastNoise)
    jumps = max(jumps + pace / 2 * (1 - share - jumps), Self.leastJumps)
  }
}
