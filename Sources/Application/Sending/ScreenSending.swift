import Frames
import Glibc
import Interface
import Morse
import Torch

/// Sends one message by a lamp on the screen, picture by picture.
struct ScreenSending {
  var keying: Keying
  var lamp: LampWindow
  var tone: SideTone?

  /// Seconds of darkness before and after the message. Before it, a receiver measures the dark lamp, and the display's
  /// refreshes are measured. After it, the darkness ends the last mark.
  private static let darkTime = 1.0
  /// Longest time until input of the user is noticed, in seconds.
  private static let inputInterval = 0.05

  /// - Returns: The start of the message, in seconds of the kernel's monotonic clock.
  /// - Throws: ``Interrupted`` if a signal or the user of the window ended the message early, a `GraphicsError`, or a
  ///   `TorchError`.
  func run(_ cancellation: Cancellation) throws -> Double {
    defer { tone?.sound(false) }
    // The first picture may wait for the window to appear.
    try lamp.show(false)
    let rate = lamp.refreshRate
    var keyer = RefreshKeyer(keying, rate: rate, start: .now + Self.darkTime)
    var (start, isLit, wasStopped) = (keyer.start, false, false)
    while !keyer.isOver, !wasStopped {
      if keyer.wantsPictures { start = keyer.start }
      if keyer.allowsPicture(at: .now) {
        let wasLit = isLit
        isLit = try keyer.isLit(at: .now)
        if isLit != wasLit || keyer.wantsPictures {
          try lamp.show(isLit)
          keyer.noteShown(at: .now)
          tone?.sound(isLit)
        }
      }
      if lamp.shouldClose { cancellation.cancel() }
      let now = Timestamp.now
      wasStopped = try !cancellation.wait(atMost: min(keyer.nextCall(at: now) - now, Self.inputInterval))
    }
    tone?.sound(false)
    try lamp.show(false)
    if !wasStopped { wasStopped = try !cancellation.wait(atMost: Self.darkTime) }
    try Interruption.check()
    if wasStopped {
      say("the window was closed before the end of the message")
      throw Interrupted(signal: SIGINT)
    }
    say("\(rate.plain) refreshes a second, \(keyer.missedRefreshes) missed")
    return start.seconds
  }
}
