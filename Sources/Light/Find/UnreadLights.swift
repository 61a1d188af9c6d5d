/// Lights that signal but are not read, because so many others are: they are counted, and looked at again from time to
/// time, for one that is read may fall silent.
struct UnreadLights {
  private var seen: [(light: KnownLight, time: Double)] = []

  /// Seconds until a light must have been found again to count.
  private static let memory = 3.0

  var lights: [KnownLight] { seen.map(\.light) }

  mutating func note(_ light: KnownLight, at time: Double) { seen.append((light, time)) }

  mutating func forget(before time: Double) { seen.removeAll { time - $0.time > Self.memory } }

  mutating func removeAll() { seen.removeAll() }
}
