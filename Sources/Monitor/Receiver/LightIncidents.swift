import Frames

/// Changes of the light that the camera caused, not the lamp: lost frames, and steps of the exposure. They often cause a wrong
/// letter.
public struct LightIncidents: Sendable, Equatable {
  public struct Incident: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
      /// The number of frames lost before this moment.
      case framesLost(Int)
      /// The whole scene became brighter by this factor, from one frame to the next.
      case exposure(factor: Double)
    }

    public var kind: Kind
    /// Seconds on the source's axis.
    public var time: Double

    public init(_ kind: Kind, time: Double) {
      (self.kind, self.time) = (kind, time)
    }
  }

  /// The incidents of the seconds that a ``LightTrace`` shows, oldest first.
  public private(set) var all: [Incident] = []
  /// The scene's brightness before a step.
  private var brightness: Double?
  private var lastStep = -Double.infinity

  /// Share of the brightness: a larger change from one frame to the next is a step. This is five times the effect of a poor
  /// camera's noise on the median of 256 tiles.
  static let minimumStep = 0.04
  /// Least time between two steps, in seconds: an automatic exposure takes several frames, and a scene with flickering light
  /// should not fill the list.
  private static let stepInterval = 0.5
  /// Limit of the list; more incidents could not be distinguished on the screen.
  static let capacity = 64

  /// - Parameter incidents: The known ones, oldest first.
  public init(_ incidents: [Incident] = []) { all = incidents }

  mutating func note(_ lost: FramesLost) {
    // Frames that are lost one after another count as one gap.
    if case .framesLost(let count)? = all.last?.kind, let last = all.last, lost.time.seconds - last.time < 0.1
    {
      all[all.count - 1] = Incident(.framesLost(count + lost.count), time: lost.time.seconds)
    } else {
      add(Incident(.framesLost(lost.count), time: lost.time.seconds))
    }
  }

  /// - Parameter brightness: Of the whole scene, relative to the background; `nil` during calibration.
  mutating func note(brightness: Double?, at time: Double) {
    if let last = all.last, last.time > time { self = LightIncidents() }
    defer { self.brightness = brightness }
    guard let before = self.brightness, let brightness, before > 0, brightness > 0 else { return }
    let factor = brightness / before
    guard max(factor, 1 / factor) > 1 + Self.minimumStep, time - lastStep > Self.stepInterval else { return }
    lastStep = time
    add(Incident(.exposure(factor: factor), time: time))
  }

  private mutating func add(_ incident: Incident) {
    all.append(incident)
    all.removeAll { $0.time < incident.time - LightTrace.span }
    if all.count > Self.capacity { all.removeFirst() }
  }
}
