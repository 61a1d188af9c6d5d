import Frames

/// Decides for each frame whether the background is averaged, updated, kept or started over. The GPU and the CPU reference use
/// the same plan.
///
/// A decision uses the grids of all earlier frames except the last, because the GPU has not delivered the last grid yet.
struct BackgroundPlan {
  /// The effect of a frame on the background.
  enum Step {
    /// The frame is the first of an average.
    case begin
    /// The frame is added to the average.
    case add
    /// The background moves one step towards the luma of the frame.
    case update
    case keep
  }

  /// The share of each frame's luma in the average, in 1/256.
  static let share = 256 / LumaGrid.calibrationFrames
  /// The time from one step towards the luma to the next, in seconds.
  private static let stepInterval = 0.25
  /// The largest step down and up, in 1/256 of a level: three levels per second down and one up. See `background.frag`.
  ///
  /// These are fast enough for daylight. With camera noise of 3 levels the background then has a standard deviation below one
  /// level, which adds a twentieth to the noise of a difference. With equal steps, a text of many dashes, which is lit for 54 %
  /// of the time, raised the background by half of a lamp's 30 levels in 75 s.
  static let largestStepDown = 192
  static let largestStepUp = 64

  /// Calibration starts over if the mean of the picture changes by more than this many levels. After ``longestCalibration``
  /// frames, a scene that still changes is averaged as it is.
  private static let maximumMeanChange = 2.0
  private static let longestCalibration = 4 * LumaGrid.calibrationFrames
  /// The scene is a different one if more than half of the tiles have a background difference above `differentSceneLevel`, in
  /// `differentSceneFrames` frames in a row.
  private static let differentSceneLevel: UInt8 = 40
  private static let differentSceneFrames = LumaGrid.calibrationFrames

  /// The values of a frame that decisions use.
  private struct FrameStatistics {
    var mean = 0.0
    var isDifferentScene = false
  }

  /// Frames averaged so far.
  private(set) var averaged = 0
  /// Frames since the previous background was discarded, at most ``longestCalibration``.
  private var frameCount = 0
  private var firstMean: Double?
  private var differentSceneCount = 0
  private var nextStep = Timestamp.zero
  private var last: Timestamp?
  private var scene: UInt32 = 0
  private var origin = SIMD2<Int32>.zero
  /// Numbers of frames begun, grids taken and grids evaluated.
  private var begun = 0
  private var taken = 0
  private var evaluated = 0
  /// The number of the first frame of the average. Earlier frames are not evaluated.
  private var averageStart = 0
  /// The frames that were taken and not yet evaluated. Frame n is at n modulo 2, because at most two frames wait.
  private var statistics: [2 of FrameStatistics] = [FrameStatistics(), FrameStatistics()]

  /// Whether the background differences of the next frame can be measured.
  var isCalibrated: Bool { averaged == LumaGrid.calibrationFrames }

  /// Discards the background.
  mutating func recalibrate() {
    restartAverage()
    frameCount = 0
  }

  private mutating func restartAverage() {
    averaged = 0
    averageStart = begun
    firstMean = nil
    differentSceneCount = 0
  }

  /// Prepares for the next frame. ``averaged`` is then valid for this frame.
  ///
  /// - Parameter motion: The place of the tiles in the frame.
  mutating func beginFrame(at time: Timestamp, _ motion: SceneMotion) {
    // If the time goes back, the source shows another moment. A grid that has moved covers other pixels: until 32 frames are
    // averaged, lamps that only the background differences show are not measured.
    if let last, time < last || motion.scene != scene || motion.origin != origin { recalibrate() }
    last = time
    (scene, origin) = (motion.scene, motion.origin)
    while evaluated + 1 < begun, evaluated < taken {
      if evaluated >= averageStart { evaluate(statistics[evaluated % 2]) }
      evaluated += 1
    }
    begun += 1
    frameCount = min(frameCount + 1, Self.longestCalibration)
  }

  /// The effect of the frame on the background, after its background differences were measured.
  mutating func step(at time: Timestamp) -> Step {
    guard isCalibrated else {
      averaged += 1
      if isCalibrated { nextStep = time + Self.stepInterval }
      return averaged == 1 ? .begin : .add
    }
    guard time >= nextStep else { return .keep }
    nextStep = time + Self.stepInterval
    return .update
  }

  /// Takes the grid of every frame that was begun, in order.
  mutating func take(_ grid: borrowing LumaGrid) {
    var different = 0
    if let differences = grid.backgroundDifferences {
      for index in differences.indices where differences[index] > Self.differentSceneLevel { different += 1 }
    }
    statistics[taken % 2] = FrameStatistics(
      mean: grid.mean, isDifferentScene: 2 * different > grid.tiles.count)
    taken += 1
  }

  private mutating func evaluate(_ frame: FrameStatistics) {
    if isCalibrated {
      differentSceneCount = frame.isDifferentScene ? differentSceneCount + 1 : 0
      if differentSceneCount >= Self.differentSceneFrames { recalibrate() }
    } else if let firstMean {
      let change = abs(frame.mean - firstMean)
      if change > Self.maximumMeanChange, frameCount < Self.longestCalibration { restartAverage() }
    } else {
      firstMean = frame.mean
    }
  }
}
