import Frames
import Glibc
import Morse

/// Whether the picture moves too much for a lamp to be found.
struct PictureMotion {
  /// The moving average of the frames that cannot be placed in their scene, as a share.
  private var lostShare = 0.0
  private var time: Double?

  /// Time constant of the average, in seconds. After a cut, frames count as lost for two seconds, until the new scene is accepted
  /// (``SceneRegistration``). The share then stays below ``maximumLostShare``.
  private static let timeConstant = 3.0
  /// Share of lost frames above which no run of frames is long enough to find a lamp.
  private static let maximumLostShare = 0.5

  var diagnosis: Diagnosis? { lostShare > Self.maximumLostShare ? .moving(share: lostShare) : nil }

  /// - Parameter time: In seconds.
  mutating func note(_ motion: SceneMotion, at time: Double) {
    defer { self.time = time }
    guard let before = self.time, time > before else { return }
    lostShare += (1 - exp((before - time) / Self.timeConstant)) * ((motion.isLost ? 1 : 0) - lostShare)
  }
}
