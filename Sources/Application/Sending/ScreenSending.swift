import Glibc
import Interface
import Morse
import Torch

/// Sends one message by a lamp on the screen, picture by picture.
struct ScreenSending {
  var keying: Keying
  var lamp: LampWindow
  var tone: SideTone?

  /// Seconds of darkness: before the message, so that a receiver sees the lamp dark and the display's refreshes can be measured;
  /// after it, to end its last mark.
  private static let pause = 1.0
  /// Seconds after which input of the user is noticed at the latest.
  private static let inputInterval = 0.05

  /// - Returns: When it began, in seconds of the kernel's monotonic clock.
  /// - Throws: ``Interrupted`` when a signal or the window's user ended it early, a `GraphicsError`, or a `TorchError`.
  func run(_ cancellation: Cancellation) throws -> Double {
    defer { tone?.sound(false) }
    // The first picture may wait for the window to appear.
    try lamp.show(false)
    let rate = lamp.refreshRate
    var keyer = RefreshKeyer(keying, rate: rate, start: .now + Self.pause)
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
      if lamp.isToEnd { cancellation.cancel() }
      let now = Moment.now
      wasStopped = try !cancellation.wait(atMost: min(keyer.nextTurn(at: now) - now, Self.inputInterval))
    }
    tone?.sound(false)
    try lamp.show(false)
    if !wasStopped { wasStopped = try !cancellation.wait(atMost: Self.pause) }
    try Interruption.check()
    if wasStopped {
      say("the window was closed before the end of the message")
      throw Interrupted(signal: SIGINT)
    }
    say("\(rate.plain) refreshes a second, \(keyer.missed) missed")
    return start.seconds
  }
}
