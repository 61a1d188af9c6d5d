/// A change of a torch's light: the light goes on or off at `time`.
public struct LightEdge: Sendable, Equatable {
  /// The torch whose light changes.
  public var torch: TorchID
  /// Whether the light goes on.
  public var isOn: Bool
  /// Seconds on the source's axis, to a fraction of a frame where the exposure shows it.
  public var time: Double
  /// One standard deviation of `time`, in seconds.
  public var uncertainty: Double

  /// A change of a torch's light.
  public init(torch: TorchID, isOn: Bool, time: Double, uncertainty: Double) {
    self.torch = torch
    self.isOn = isOn
    self.time = time
    self.uncertainty = uncertainty
  }
}
