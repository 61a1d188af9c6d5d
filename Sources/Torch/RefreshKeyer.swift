import Morse

/// Keys a message for whoever draws the light, refresh by refresh of a display.
///
/// It is told when a picture has been shown. Where showing one waits for the display, those moments are whole refreshes apart,
/// and it counts them: a dot of so many refreshes is seen for so many, whatever the display's true rate. Elsewhere the clock
/// counts. Which of the two it is tell the pictures before the message, begun half a refresh after the one before.
///
///     var keyer = RefreshKeyer(keying, rate: 60, start: .now + 0.3)
///     while !keyer.isOver {
///       if keyer.allowsPicture(at: .now) {
///         draw(try keyer.isLit(at: .now))
///         keyer.noteShown(at: .now)
///       }
///       wait(until: keyer.nextTurn(at: .now))
///     }
public struct RefreshKeyer: Sendable {
  private let plan: KeyingPlan
  private let period: Double
  /// The longest that the light may be late by, in seconds.
  private let patience: Double
  /// When a picture was last shown, and how many refreshes after the message's start that was.
  private var last: Moment
  private var position: Double
  /// Moments in a row that were whole refreshes apart.
  private var wholeSteps = 0
  /// The next edge of the light, and how many were noted as shown.
  private var next = 0
  private var noted = 0
  /// Refreshes that edges of the light came late by, in all.
  public private(set) var missed = 0

  /// Of a refresh, the share after which no picture is begun.
  private static let latest = 0.6
  /// A display is believed to be waited for after so many moments that tell it.
  private static let proof = 6
  /// Refreshes that a moment may stray by, and how much more for each that has gone by: a display said to have 60 a second may
  /// have 59.94.
  private static let (slack, drift) = (0.1, 0.002)

  /// - Parameters:
  ///   - keying: Of a timing whose unit is a whole number of refreshes, see ``Morse/Timing/inWholeRefreshes(of:)``.
  ///   - rate: Refreshes a second.
  ///   - start: When the message begins. What is shown before tells whether the display is waited for.
  ///   - now: When it is asked for: the first picture is due half a refresh later.
  public init(_ keying: Keying, rate: Double, start: Moment, now: Moment = .now) {
    plan = KeyingPlan(keying)
    period = 1 / rate
    patience = keying.patience
    last = now
    position = -((start - now) * rate).rounded()
  }

  /// Whether showing a picture has been seen to wait for the display.
  public var isLocked: Bool { wholeSteps >= Self.proof }

  /// Whether pictures are wanted that show nothing new: the display's refreshes are still to be found.
  public var wantsPictures: Bool { position < 0 }

  /// When the message begins, as far as is known.
  public var start: Moment { last + -position * period }

  /// Whether a picture that is begun now is seen with the next refresh: one that is begun late in a refresh may miss it, and hold
  /// up the next.
  public func allowsPicture(at now: Moment) -> Bool {
    let place = place(at: now)
    return !isLocked || place - place.rounded(.down) < Self.latest
  }

  /// When to look again: when a picture is to be begun that shows the next edge, in the middle of the refresh before it, and when
  /// pictures are allowed again; at once where it is over.
  public func nextTurn(at now: Moment) -> Moment {
    if isOver { return now }
    if wantsPictures { return last + period / 2 }
    let edge = refresh(of: next) - 0.5
    return last + (min(edge, isLocked ? place(at: now).rounded(.down) + 1 : .infinity) - position) * period
  }

  /// Whether the light is on in a picture that is drawn now.
  ///
  /// - Throws: ``TorchError/heldUp(_:seconds:)`` when its edges come too late to be read.
  public mutating func isLit(at now: Moment) throws(TorchError) -> Bool {
    let place = place(at: now)
    // A picture that waits for the display is seen with the next refresh.
    let shown = isLocked ? place.rounded(.down) + 1 : place + 0.5
    while next < plan.count, refresh(of: next) <= shown {
      let lateness = (place - refresh(of: next)) * period
      if lateness > patience { throw .heldUp("screen", seconds: lateness) }
      next += 1
    }
    return !next.isMultiple(of: 2)
  }

  /// A picture has been shown.
  public mutating func noteShown(at now: Moment) {
    let steps = (now - last) / period
    let whole = steps.rounded()
    let isWhole = whole >= 1 && abs(steps - whole) < min(Self.slack + Self.drift * whole, 0.3)
    if wantsPictures { wholeSteps = isWhole ? wholeSteps + 1 : 0 }
    position = isLocked && isWhole ? (position + whole).rounded() : position + steps
    last = now
    if next > noted {
      missed += max(0, Int(position - refresh(of: next - 1)))
      noted = next
    }
  }

  /// Whether the last edge is over.
  public var isOver: Bool { next == plan.count }

  /// Seconds since the message's start, of those that are planned.
  public func time(at now: Moment) -> Double { place(at: now) * period }

  /// Refreshes since the message's start.
  private func place(at now: Moment) -> Double { position + (now - last) / period }

  private func refresh(of operation: Int) -> Double {
    operation < plan.count ? (plan[operation].time / period).rounded() : .infinity
  }
}
