import Frames
import Morse

/// Keys a message on a display, refresh by refresh, for the code that draws the light.
///
/// The caller notes when a picture has been shown. If showing a picture waits for the display, those times are whole refreshes
/// apart, and the keyer counts refreshes: then a dot lasts the planned number of refreshes at any true rate of the display.
/// Otherwise it uses the clock. The pictures before the message, each begun half a refresh after the last, show which case it
/// is.
///
///     var keyer = RefreshKeyer(keying, rate: 60, start: .now + 0.3)
///     while !keyer.isOver {
///       if keyer.allowsPicture(at: .now) {
///         draw(try keyer.isLit(at: .now))
///         keyer.noteShown(at: .now)
///       }
///       wait(until: keyer.nextCall(at: .now))
///     }
public struct RefreshKeyer: Sendable {
  private let plan: KeyingPlan
  private let period: Double
  /// How late an edge may be, in seconds.
  private let maximumLateness: Double
  /// When a picture was last shown, as a time and in refreshes after the message's start.
  private var lastShown: Timestamp
  private var lastRefresh: Double
  /// The number of successive pictures that were whole refreshes apart.
  private var wholeSteps = 0
  /// The index of the next edge, and the number of edges that were shown.
  private var next = 0
  private var shownEdges = 0
  /// The total lateness of all edges, in refreshes.
  public private(set) var missedRefreshes = 0

  /// The share of a refresh after which no picture may be begun.
  private static let latestPictureStart = 0.6
  /// The number of pictures that must be whole refreshes apart before showing them counts as waiting for the display.
  private static let lockingPictures = 6
  /// The allowed deviation from whole refreshes, and its growth per refresh: a display with a nominal 60 Hz may have 59.94 Hz.
  private static let (stepTolerance, toleranceGrowth) = (0.1, 0.002)

  /// - Parameters:
  ///   - keying: Its unit must be a whole number of refreshes, see ``Morse/Timing/inWholeRefreshes(of:)``.
  ///   - rate: Refreshes per second.
  ///   - start: When the message begins. Pictures before it show whether showing one waits for the display.
  ///   - now: The present time: the first picture is due half a refresh later.
  public init(_ keying: Keying, rate: Double, start: Timestamp, now: Timestamp = .now) {
    plan = KeyingPlan(keying)
    period = 1 / rate
    maximumLateness = keying.maximumLateness
    lastShown = now
    lastRefresh = -((start - now) * rate).rounded()
  }

  /// Whether showing a picture waits for the display, as measured.
  var isLocked: Bool { wholeSteps >= Self.lockingPictures }

  /// Whether pictures without a change are needed, to measure the display's refreshes.
  public var wantsPictures: Bool { lastRefresh < 0 }

  /// The present estimate of the message's start.
  public var start: Timestamp { lastShown + -lastRefresh * period }

  /// Whether a picture that is begun now appears with the next refresh. A picture that is begun late in a refresh may miss it
  /// and delay the next.
  public func allowsPicture(at now: Timestamp) -> Bool {
    let position = refresh(at: now)
    return !isLocked || position - position.rounded(.down) < Self.latestPictureStart
  }

  /// When to call the keyer again: at the beginning of the picture with the next edge, in the middle of the refresh before it,
  /// or when pictures are allowed again. After the message: at once.
  public func nextCall(at now: Timestamp) -> Timestamp {
    if isOver { return now }
    if wantsPictures { return lastShown + period / 2 }
    let edge = refresh(of: next) - 0.5
    let call = isLocked ? min(edge, refresh(at: now).rounded(.down) + 1) : edge
    return lastShown + (call - lastRefresh) * period
  }

  /// Whether the light is on in a picture that is drawn now.
  ///
  /// - Throws: ``TorchError/heldUp(_:seconds:)`` if an edge is so late that the message is no longer readable.
  public mutating func isLit(at now: Timestamp) throws(TorchError) -> Bool {
    let position = refresh(at: now)
    // A picture that waits for the display appears with the next refresh.
    let shown = isLocked ? position.rounded(.down) + 1 : position + 0.5
    while next < plan.count, refresh(of: next) <= shown {
      let lateness = (position - refresh(of: next)) * period
      if lateness > maximumLateness { throw .heldUp("screen", seconds: lateness) }
      next += 1
    }
    return !next.isMultiple(of: 2)
  }

  /// Notes that a picture has been shown.
  public mutating func noteShown(at now: Timestamp) {
    let steps = (now - lastShown) / period
    let whole = steps.rounded()
    let isWhole =
      whole >= 1 && abs(steps - whole) < min(Self.stepTolerance + Self.toleranceGrowth * whole, 0.3)
    if wantsPictures { wholeSteps = isWhole ? wholeSteps + 1 : 0 }
    lastRefresh = isLocked && isWhole ? (lastRefresh + whole).rounded() : lastRefresh + steps
    lastShown = now
    if next > shownEdges {
      missedRefreshes += max(0, Int(lastRefresh - refresh(of: next - 1)))
      shownEdges = next
    }
  }

  /// Whether the last edge was drawn.
  public var isOver: Bool { next == plan.count }

  /// Seconds since the message's start, on the message's time axis.
  public func time(at now: Timestamp) -> Double { refresh(at: now) * period }

  /// The time in refreshes since the message's start.
  private func refresh(at now: Timestamp) -> Double { lastRefresh + (now - lastShown) / period }

  /// The refresh with which an edge is due; infinity after the last edge.
  private func refresh(of edge: Int) -> Double {
    edge < plan.count ? (plan[edge].time / period).rounded() : .infinity
  }
}
