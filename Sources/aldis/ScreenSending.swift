import Glibc
import Interface
import Morse
import Torch

/// A message on its way from a lamp on the screen, picture by picture.
struct ScreenSending {
  var keying: Keying
  var lamp: LampWindow
  var tone: SideTone?

  /// Seconds of darkness before the message, to calm whoever watches, and after it, to end its last mark.
  private static let pause = 1.0

  /// - Returns: When it began, in seconds of the kernel's monotonic clock.
  /// - Throws: ``Interrupted`` when a signal or the window's user ended it early, a `GraphicsError`, or a `TorchError`.
  func run(_ cancellation: Cancellation) throws -> Double {
    let rate = lamp.refreshRate
    var clock = try RefreshClock(rate: rate, patience: keying.patience, cancellation: cancellation) {
      try lamp.show(false)
    }
    let pause = repeatElement(false, count: Int(Self.pause * rate))
    let start = Moment.now + Double(pause.count) / rate
    var (shown, wasStopped) = (false, false)
    for isOn in [AnySequence(pause), AnySequence(RefreshPlan(keying, rate: rate)), AnySequence(pause)]
      .joined()
    {
      // Drawing a whole screen takes longer than a refresh on some machines: what is on it stays there by itself.
      if clock.waitsByItself || isOn != shown { try lamp.show(isOn) }
      tone?.sound(isOn)
      shown = isOn
      if lamp.isToEnd { cancellation.cancel() }
      wasStopped = try !clock.next()
      if wasStopped { break }
    }
    tone?.sound(false)
    try lamp.show(false)
    try Interruption.check()
    if wasStopped {
      say("the window was closed before the end of the message")
      throw Interrupted(signal: SIGINT)
    }
    say("\(rate.plain) refreshes a second, \(clock.missed) missed")
    return start.seconds
  }
}
