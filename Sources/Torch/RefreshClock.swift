/// Counts the refreshes of a display, whether or not showing a picture waits for them.
///
/// Where it waits, each picture shown is one refresh, whatever the display's true rate. Where it does not (a virtual display, a
/// hidden window), deadlines stand in for refreshes.
public struct RefreshClock: ~Copyable {
  /// Refreshes that went by without a new picture.
  public private(set) var missed = 0

  /// Whether showing a picture waits for a refresh: then each refresh needs one, whether it is another or not.
  public let waitsByItself: Bool

  private let period: Double
  private let patience: Double
  private let cancellation: Cancellation
  private let timer: DeadlineTimer
  /// When the last picture was shown, or in the absence of refreshes should have been.
  private var last: Moment

  /// Pictures shown to find out whether showing waits.
  private static let trial = 16

  /// - Parameters:
  ///   - rate: Refreshes a second, as the display names it.
  ///   - patience: The longest that a picture may be late by, in seconds.
  ///   - show: Shows a dark picture.
  public init(
    rate: Double, patience: Double, cancellation: Cancellation, show: () throws -> Void
  ) throws {
    // The first picture may wait for the window to appear.
    try show()
    let start = Moment.now
    for _ in 0..<Self.trial { try show() }
    let end = Moment.now
    timer = try DeadlineTimer()
    self.cancellation = cancellation
    self.patience = patience
    period = 1 / rate
    waitsByItself = end - start > Double(Self.trial) / 2 / rate
    last = end
  }

  /// Waits for the refresh after the one that has just been shown.
  ///
  /// - Returns: `false` as soon as the message is cancelled.
  /// - Throws: ``TorchError/heldUp(_:seconds:)`` where pictures stayed away for so long that nobody could read them.
  public mutating func next() throws(TorchError) -> Bool {
    if waitsByItself {
      let now = Moment.now
      try check(now - last - period)
      missed += max(0, Int(((now - last) / period).rounded()) - 1)
      last = now
      // Half a refresh: a window that gets hidden must not race through its message.
      timer.set(now + period / 2)
    } else {
      last = last + period
      let late = Moment.now - last
      try check(late)
      if late > 0 {
        // What follows comes as much later: a light that went on late still shines for its time.
        missed += Int((late / period).rounded(.up))
        last = last + late
      }
      timer.set(last)
    }
    return cancellation.wait(for: timer)
  }

  private func check(_ lateness: Double) throws(TorchError) {
    if lateness > patience { throw .heldUp("screen", seconds: lateness) }
  }
}
