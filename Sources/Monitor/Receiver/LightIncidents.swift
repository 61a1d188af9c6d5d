import Frames

/// What the camera did to the light, and not the lamp: frames it lost, and steps of its exposure. A wrong letter often has
/// one of them as its cause.
public struct LightIncidents: Sendable, Equatable {
  public struct Incident: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
      /// So many frames before this moment.
      case framesLost(Int)
      /// All of the scene became so many times as bright, from one frame to the next.
      case exposure(factor: Double)
    }

    public var kind: Kind
    /// Seconds on the source's axis.
    public var time: Double

    public init(_ kind: Kind, time: Double) {
      (self.kind, self.time) = (kind, time)
    }
  }

  /// Of the seconds that a ``LightTrace`` shows, oldest first.
  public private(set) var all: [Incident] = []
  /// The scene's brightness that a step begins at.
  private var brightness: Double?
  private var lastStep = -Double.infinity

  /// A change of all light from one frame to the next by more than this share is a step: five times what the noise of a
  /// poor camera does to the median of 256 tiles.
  static let leastStep = 0.04
  /// A camera that finds its exposure does so in several frames; and a scene whose light swings is told of now and then.
  private static let settling = 0.5
  /// More than can be told apart.
  static let capacity = 64

  /// - Parameter incidents: Known already, oldest first.
  public init(_ incidents: [Incident] = []) { all = incidents }

  mutating func note(_ lost: FramesLost) {
    // What is lost one by one is a gap all the same.
    if case .framesLost(let count)? = all.last?.kind, let last = all.last, lost.time.seconds - last.time < 0.1
    {
      all[all.count - 1] = Incident(.framesLost(count + lost.count), time: lost.time.seconds)
    } else {
      add(Incident(.framesLost(lost.count), time: lost.time.seconds))
    }
  }

  /// - Parameter brightness: Of the scene as a whole, beside any reference; `nil` while that is still being taken.
  mutating func note(brightness: Double?, at time: Double) {
    if let last = all.last, last.time > time { self = LightIncidents() }
    defer { self.brightness = brightness }
    guard let before = self.brightness, let brightness, before > 0, brightness > 0 else { return }
    let factor = brightness / before
    guard max(factor, 1 / factor) > 1 + Self.leastStep, time - lastStep > Self.settling else { return }
    lastStep = time
    add(Incident(.exposure(factor: factor), time: time))
  }

  private mutating func add(_ incident: Incident) {
    all.append(incident)
    all.removeAll { $0.time < incident.time - LightTrace.span }
    if all.count > Self.capacity { all.removeFirst() }
  }
}
