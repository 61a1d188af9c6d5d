import Frames
import Glibc
import Morse

/// Whether the picture moves too much for a lamp to be found.
struct PictureMotion {
  /// The moving average of the frames that cannot be placed in their scene, as a share.
  private var lostShare = 0.0
  private var time: Double?

  /// Time constant of the average, in seconds. A cut to another scene takes two seconds until it counts as one
  /// (``SceneRegistration``), which leaves the share below ``maximumLostShare``.
  private static let timeConstant = 3.0
  /// With more frames lost than this, no stretch of frames is long enough to find a lamp.
  private static let maximumLostShare = 0.5

  var diagnosis: Diagnosis? { lostShare > Self.maximumLostShare ? .moving(share: lostShare) : nil }

  /// - Parameter time: In seconds.
  mutating func note(_ motion: SceneMotion, at time: Double) {
    defer { self.time = time }
    guard let before = self.time, time > before else { return }
    lostShare += (1 - exp((before - time) / Self.timeConstant)) * ((motion.isLost ? 1 : 0) - lostShare)
  }
}
