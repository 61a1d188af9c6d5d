import Dispatch
import Frames
import Glibc
import Morse
import Torch

/// Sends one message, and shows its progress on the terminal.
struct LiveSending {
  /// The torches and their commands. All torches show the message at the same time.
  var parts: [(commands: Keying, torch: any Torch)]

  /// - Returns: The start of the commands, in seconds of the kernel's monotonic clock.
  /// - Throws: ``Interrupted`` if a signal ended the message early, or a ``TorchError``. If one torch fails, the others
  ///   continue to the end.
  func run(_ cancellation: Cancellation) throws -> Double {
    let start = Timestamp.now + Keyer.leadIn
    let keyers = parts.map {
      Keyer(sending: $0.commands, on: $0.torch, cancellation: cancellation, start: start)
    }
    let showing = DispatchGroup()
    if isatty(STDERR_FILENO) == 1, let keyer = keyers.first { show(keyer.progress, until: showing) }
    let outcomes = keyers.map { keyer in Result { try keyer.finish() } }
    showing.wait()
    let reports = try outcomes.map { try $0.get() }
    for (part, report) in zip(parts, reports) {
      say((parts.count > 1 ? "\(part.torch.name): " : "") + summary(of: report))
    }
    if reports.contains(where: \.wasCancelled) { try Interruption.check() }
    return start.seconds
  }

  /// Rewrites one line of the terminal, and clears it at the end. A slow terminal skips characters; it does not delay the
  /// light.
  private func show(_ progress: AsyncStream<SendingProgress>, until showing: DispatchGroup) {
    showing.enter()
    Task {
      defer {
        try? Output.errors.write("\u{1B}[K")
        showing.leave()
      }
      for await now in progress {
        let place = "\(now.number)/\(now.count), \(Int(now.timeLeft.rounded(.up))) s left"
        try? Output.errors.write("\r\u{1B}[K\(now.character.sign) \(now.character.code)  \(place)\r")
      }
    }
  }

  private func summary(of report: SendingReport) -> String {
    let late = report.punctuality
    let times = [late.quantile(0.5), late.quantile(0.99), late.maximum].map { ($0 * 1e3).plain(decimals: 3) }
    return """
      \(report.wasCancelled ? "stopped after" : "sent") \(report.charactersSent) of \(report.characterCount) \
      characters; light late by \(times[0]) ms at the median, \(times[1]) at 99 %, \
      \(times[2]) at most
      """
  }
}
