/// A remote light as a torch: all three of its lamps are switched together.
public final class RemoteTorch: Torch {
  public let name: String
  private let light: RemoteLight

  /// Waits, some seconds at most, until the light is connected; one that is off is not waited for.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the waiting early, the light as it may be.
  ///   - tell: Hears how the connection fares after that, on a thread of the network.
  /// - Throws: ``TorchError/unreachable(_:reason:)``.
  public init(
    _ settings: RemoteLightSettings, cancellation: Cancellation? = nil,
    tell: @escaping @Sendable (RemoteLightStatus) -> Void
  ) throws(TorchError) {
    name = "\(settings.address)"
    light = try .connected(settings, cancellation: cancellation) { status in
      // That ends the message.
      if case .inUse = status { return }
      tell(status)
    }
  }

  /// Others close the connection, the light dark, and open another one; the message goes on.
  public var settings: RemoteLightSettings {
    get { light.settings }
    set { light.settings = newValue }
  }

  /// - Throws: ``TorchError/inUse(_:holder:)``.
  public func shine(_ isOn: Bool) throws(TorchError) {
    light.show(isOn ? .bright : .dark)
    try light.checkTurn()
  }

  /// - Throws: ``TorchError/interrupted(_:reason:lost:of:)`` when not all of the light got through.
  public func release() throws(TorchError) {
    light.close()
    try light.checkDelivery()
  }
}
