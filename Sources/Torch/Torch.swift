/// A light that a ``Keyer`` can switch.
///
/// A torch owns its light: making one for a light that is in use fails with the name of its holder.
public protocol Torch: Sendable {
  /// Its name, such as `led:red`.
  var name: String { get }
  /// Switches the light. Called on the keyer's thread at the time of the edge, so it must not wait.
  func shine(_ isOn: Bool) throws(TorchError)
  /// Restores the light to its earlier state. Called once, after the last switching.
  func release() throws(TorchError)
}

/// A torch without a light, to measure how exactly this machine keys.
public struct NullTorch: Torch {
  public let name = "null"

  public init() {}

  public func shine(_ isOn: Bool) {}
  public func release() {}
}
