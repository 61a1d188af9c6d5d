/// A remote light as a torch: all three of its lamps are switched together.
public final class RemoteTorch: Torch {
  public let name: String
  private let light: RemoteLight

  /// Waits, some seconds at most, until the light is connected. Does not wait for a light that is off.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the waiting early, with or without a connection.
  ///   - onStatus: Called for every later change of the connection, on a thread of the network.
  /// - Throws: ``TorchError/unreachable(_:reason:)``.
  public init(
    _ settings: RemoteLightSettings, cancellation: Cancellation? = nil,
    onStatus: @escaping @Sendable (RemoteLightStatus) -> Void
  ) throws(TorchError) {
    name = "\(settings.address)"
    light = try .connected(settings, cancellation: cancellation) { status in
      // ``shine(_:)`` throws this, which ends the message.
      if case .inUse = status { return }
      onStatus(status)
    }
  }

  /// New settings close the connection, with the light dark, and open another one. The message goes on.
  public var settings: RemoteLightSettings {
    get { light.settings }
    set { light.settings = newValue }
  }

  /// - Throws: ``TorchError/inUse(_:holder:)``.
  public func shine(_ isOn: Bool) throws(TorchError) {
    light.show(isOn ? .bright : .dark)
    try light.checkTurn()
  }

  /// - Throws: ``TorchError/interrupted(_:reason:lost:of:)`` if some levels may not have been shown.
  public func release() throws(TorchError) {
    light.close()
    try light.checkDelivery()
  }
}
