import Foundation
import Glibc
import Morse
import Torch

/// A message on its way: what it says on the terminal, and what ends it.
struct LiveSending {
  var keying: Keying
  var torch: any Torch

  /// Sends the message.
  ///
  /// - Returns: When it began, in seconds of the kernel's monotonic clock.
  /// - Throws: ``Interrupted`` when a signal ended it early, or a ``TorchError``.
  func run(_ cancellation: Cancellation) throws -> Double {
    let keyer = Keyer(sending: keying, on: torch, cancellation: cancellation)
    if isatty(STDERR_FILENO) == 1 { show(keyer.progress) }
    let report = try keyer.finish()
    say(summary(of: report))
    if report.wasCancelled { try Interruption.check() }
    return report.start
  }

  /// Rewrites one line of the terminal; a slow terminal skips characters and delays nobody.
  private func show(_ progress: AsyncStream<SendingProgress>) {
    Task {
      for await now in progress {
        let place = "\(now.number)/\(now.count), \(Int(now.timeLeft.rounded(.up))) s left"
        try? Output.errors.write("\r\u{1B}[K\(now.character.sign) \(now.character.code)  \(place)\r")
      }
    }
  }

  private func summary(of report: SendingReport) -> String {
    let late = report.punctuality
    let times = [late.quantile(0.5), late.quantile(0.99), late.most].map { ($0 * 1e6).rounded() / 1e3 }
    return """
      \(report.wasCancelled ? "stopped after" : "sent") \(report.charactersSent) of \(report.characterCount) \
      characters; light late by \(times[0].plain) ms at the median, \(times[1].plain) at 99 %, \
      \(times[2].plain) at most
      """
  }
}
