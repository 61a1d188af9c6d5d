import Capture
import Frames
import Morse

/// Turns a trace of brightness values into text. A trace is the light of one torch, so no detection is needed.
public struct TraceReceiver: Sendable {
  private var samples: TraceSamples
  private var channel: Receiver.Channel
  private var time = 0.0

  /// - Parameter exposure: Seconds over which each value collected light; estimated if `nil`.
  public init(_ configuration: Receiver.Configuration = .init(), exposure: Double? = nil) {
    samples = TraceSamples(exposure: exposure)
    channel = Receiver.Channel(light: TorchID(0), as: TorchID(0), configuration)
  }

  /// Reads the next value, and reports the events in order.
  public mutating func read(_ value: LumaTrace.Value, report: (MonitorEvent) -> Void) {
    guard let sample = samples.take(value) else { return }
    decode(sample, report)
  }

  /// Ends the trace: the decoder decides everything that is still undecided.
  public mutating func finish(report: (MonitorEvent) -> Void) {
    if let last = samples.finish() { decode(last, report) }
    channel.finish(at: time, report)
  }

  private mutating func decode(_ sample: LightSample, _ report: (MonitorEvent) -> Void) {
    time = sample.start
    channel.decode(report) { $0.receive(sample, report: $1) }
  }
}
