/// Lights that signal but are not read, because too many others are. They are counted, and searched again from time to time,
/// because a torch that is read may fall silent.
struct UnreadLights {
  private var detections: [(light: KnownLight, time: Double)] = []

  /// A light counts for this time after it was last found, in seconds.
  private static let memory = 3.0

  var lights: [KnownLight] { detections.map(\.light) }

  mutating func note(_ light: KnownLight, at time: Double) { detections.append((light, time)) }

  mutating func forget(before time: Double) { detections.removeAll { time - $0.time > Self.memory } }

  mutating func removeAll() { detections.removeAll() }
}
