import Capture
import Frames

/// From a bare brightness trace to text, once the whole trace is known: put on grids, it is read as a picture of the lamp
/// alone.
public struct BufferedTraceReceiver: Sendable {
  private var values: [LumaTrace.Value] = []
  private var receiver: Receiver
  private let exposure: Double?

  /// - Parameter exposure: Seconds over which each value collected light; estimated if `nil`.
  public init(_ configuration: Receiver.Configuration = .init(), exposure: Double? = nil) {
    receiver = Receiver(configuration)
    self.exposure = exposure
  }

  /// Whether a light that signals was found.
  public var hasFoundTorch: Bool { !receiver.lanes.isEmpty }

  /// Keeps the next value.
  public mutating func read(_ value: LumaTrace.Value, report: (MonitorEvent) -> Void) {
    values.append(value)
  }

  /// The end of the trace: all of it is read.
  public mutating func finish(report: (MonitorEvent) -> Void) {
    let grids = TraceGrids(of: values, exposure: exposure)
    var grid = LumaGrid(width: 1, height: 1)
    for (index, value) in values.enumerated() {
      grids.fill(&grid, with: value, sequence: UInt64(index))
      receiver.read(grid, report: report)
    }
    receiver.finish(report: report)
  }
}
