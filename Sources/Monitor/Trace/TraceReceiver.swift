import Capture
import Frames
import Morse

/// From a trace of brightness values to text: the trace is one torch, so no detection is needed.
public struct TraceReceiver: Sendable {
  private var samples: TraceSamples
  private var lane: Receiver.Lane
  private var time = 0.0

  /// - Parameter exposure: Seconds over which each value collected light; estimated if `nil`.
  public init(_ configuration: Receiver.Configuration = .init(), exposure: Double? = nil) {
    samples = TraceSamples(exposure: exposure)
    lane = Receiver.Lane(light: TorchID(0), as: TorchID(0), configuration)
  }

  /// Reads the next value, and reports the events in order.
  public mutating func read(_ value: LumaTrace.Value, report: (MonitorEvent) -> Void) {
    guard let sample = samples.take(value) else { return }
    decode(sample, report)
  }

  /// Ends the trace: everything still undecided is decided.
  public mutating func finish(report: (MonitorEvent) -> Void) {
    if let last = samples.finish() { decode(last, report) }
    lane.finish(at: time, report)
  }

  private mutating func decode(_ sample: LightSample, _ report: (MonitorEvent) -> Void) {
    time = sample.start
    lane.decode(report) { $0.receive(sample, report: $1) }
  }
}
