import Frames

/// When calm values are averaged, when they are followed and when they are forgotten: the same for the GPU and its twin,
/// who are told by it what to do with each frame.
///
/// It judges by the grids, and of these by all but that of the frame before: the GPU has not yet delivered that one.
struct BaselinePlan {
  /// What becomes of the calm values with a frame.
  enum Step {
    /// The frame is the first of an average.
    case begin
    case add
    case follow
    case keep
  }

  /// Of a level, in 1/256: how much of each frame's luma an average is made of.
  static let share = 256 / LumaGrid.framesOfCalm
  /// Seconds from one step towards the luma to the next, and how long a step is, in 1/256 of a level: see `baseline.frag`.
  ///
  /// Three levels a second down and one up keep up with daylight, and leave the calm values of a camera's noise of 3
  /// levels uncertain by less than one, which adds a twentieth to the noise of a difference. By equal steps a text of
  /// many dashes, which is lit for 54 % of the time, raised its own calm value by half of a lamp's 30 levels in 75 s.
  static let interval = 0.25
  static let down = 192
  static let up = 64

  /// How far the mean of a picture may go while it is averaged, in levels, and for how many frames the average may begin
  /// anew because of that: a scene that never calms down is taken as it is.
  private static let calmness = 2.0
  private static let patience = 4 * LumaGrid.framesOfCalm
  /// The picture is another one where the pixels of most tiles rise so far, in levels, for so many frames.
  private static let strange: UInt8 = 40
  private static let strangeFrames = LumaGrid.framesOfCalm

  /// What there is to judge a frame by.
  private struct Look {
    var mean = 0.0
    var isStrange = false
  }

  /// Frames averaged so far.
  private(set) var averaged = 0
  /// Frames since the calm values before were forgotten.
  private var met = 0
  private var firstMean: Double?
  private var strangeCount = 0
  private var nextStep = Timestamp.zero
  private var last: Timestamp?
  private var scene: UInt32 = 0
  /// Frames asked for, grids taken and grids judged.
  private var asked = 0
  private var taken = 0
  private var judged = 0
  /// The number of the first frame since the calm values before were forgotten: what came earlier says nothing of it.
  private var first = 0
  /// Of those that were taken and not yet judged; that of frame n lies at n modulo 2, for the plan is never more than two
  /// frames ahead.
  private var looks: [2 of Look] = [Look(), Look()]

  /// Whether the next frame's rises can be told.
  var isCalm: Bool { averaged == LumaGrid.framesOfCalm }

  /// Forgets the calm values there are.
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
    met = min(met + 1, Self.patience)
  }

  /// What to do with the calm values once that frame's rises were measured.
  mutating func step(at time: Timestamp) -> Step {
    guard isCalm else {
      averaged += 1
      if isCalm { nextStep = time + Self.interval }
      return averaged == 1 ? .begin : .add
    }
    guard time >= nextStep else { return .keep }
    nextStep = time + Self.interval
    return .follow
  }

  /// Takes the grid of every frame it was asked for, in order.
  mutating func take(_ grid: borrowing LumaGrid) {
    var strange = 0
    if let rises = grid.rises {
      for index in rises.indices where rises[index] > Self.strange { strange += 1 }
    }
    looks[taken % 2] = Look(
      mean: grid.mean, isStrange: 2 * strange > grid.tiles.count)
    taken += 1
  }

  private mutating func judge(_ look: Look) {
    if isCalm {
      strangeCount = look.isStrange ? strangeCount + 1 : 0
      if strangeCount >= Self.strangeFrames { beginAnew() }
    } else if let firstMean {
      if abs(look.mean - firstMean) > Self.calmness, met < Self.patience { restart() }
    } else {
      firstMean = look.mean
    }
  }
}
