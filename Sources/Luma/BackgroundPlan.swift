import Frames

/// Decides for each frame whether the background is averaged, updated, kept or started over. The GPU and the CPU reference use
/// the same plan.
///
/// It decides by the grids of all frames but the one before: the GPU has not yet delivered that one.
struct BackgroundPlan {
  /// What a frame does to the background.
  enum Step {
    /// The frame is the first of an average.
    case begin
    case add
    case follow
    case keep
  }

  /// The share of each frame's luma in the average, in 1/256.
  static let share = 256 / LumaGrid.calibrationFrames
  /// Seconds from one step towards the luma to the next, and how long a step is, in 1/256 of a level: see `background.frag`.
  ///
  /// Three levels per second down and one up are fast enough for daylight. With camera noise of 3 levels the background is then
  /// uncertain by less than one level, which adds a twentieth to the noise of a difference. With equal steps a text of many
  /// dashes, which is lit for 54 % of the time, raised the background by half of a lamp's 30 levels in 75 s.
  static let interval = 0.25
  static let down = 192
  static let up = 64

  /// If the mean of the picture changes by more than this during calibration, in levels, calibration starts over. It does so
  /// for at most ``longestCalibration`` frames: then a scene that still changes is averaged as it is.
  private static let mostMeanChange = 2.0
  private static let longestCalibration = 4 * LumaGrid.calibrationFrames
  /// The scene is a different one if most tiles have a larger background difference, in levels, for so many frames.
  private static let strange: UInt8 = 40
  private static let strangeFrames = LumaGrid.calibrationFrames

  /// The values that a frame is judged by.
  private struct Look {
    var mean = 0.0
    var isStrange = false
  }

  /// Frames averaged so far.
  private(set) var averaged = 0
  /// Frames since the previous background was forgotten.
  private var met = 0
  private var firstMean: Double?
  private var strangeCount = 0
  private var nextStep = Timestamp.zero
  private var last: Timestamp?
  private var scene: UInt32 = 0
  /// Numbers of frames asked for, grids taken and grids judged.
  private var asked = 0
  private var taken = 0
  private var judged = 0
  /// The number of the first frame since the previous background was forgotten. Earlier frames are not judged.
  private var first = 0
  /// The frames that were taken and not yet judged; frame n is at n modulo 2, because the plan is at most two frames ahead.
  private var looks: [2 of Look] = [Look(), Look()]

  /// Whether the background differences of the next frame can be measured.
  var isCalibrated: Bool { averaged == LumaGrid.calibrationFrames }

  /// Forgets the background.
  mutating func beginAnew() {
    restart()
    met = 0
  }

  private mutating func restart() {
    averaged = 0
    first = asked
    firstMean = nil
    strangeCount = 0
  }

  /// Prepares for the next frame: ``averaged`` then belongs to it.
  ///
  /// - Parameter scene: See ``SceneMotion/scene``.
  mutating func meet(at time: Timestamp, scene: UInt32 = 0) {
    // A source that begins its time axis anew shows another moment.
    if let last, time < last || scene != self.scene { beginAnew() }
    last = time
    self.scene = scene
    while judged + 1 < asked, judged < taken {
      if judged >= first { judge(looks[judged % 2]) }
      judged += 1
    }
    asked += 1
    met = min(met + 1, Self.longestCalibration)
  }

  /// What to do with the background after the background differences of that frame were measured.
  mutating func step(at time: Timestamp) -> Step {
    guard isCalibrated else {
      averaged += 1
      if isCalibrated { nextStep = time + Self.interval }
      return averaged == 1 ? .begin : .add
    }
    guard time >= nextStep else { return .keep }
    nextStep = time + Self.interval
    return .follow
  }

  /// Takes the grid of every frame it was asked for, in order.
  mutating func take(_ grid: borrowing LumaGrid) {
    var strange = 0
    if let differences = grid.backgroundDifferences {
      for index in differences.indices where differences[index] > Self.strange { strange += 1 }
    }
    looks[taken % 2] = Look(
      mean: grid.mean, isStrange: 2 * strange > grid.tiles.count)
    taken += 1
  }

  private mutating func judge(_ look: Look) {
    if isCalibrated {
      strangeCount = look.isStrange ? strangeCount + 1 : 0
      if strangeCount >= Self.strangeFrames { beginAnew() }
    } else if let firstMean {
      if abs(look.mean - firstMean) > Self.mostMeanChange, met < Self.longestCalibration { restart() }
    } else {
      firstMean = look.mean
    }
  }
}
