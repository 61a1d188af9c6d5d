/// A light that a ``Keyer`` can switch.
///
/// Whoever makes a torch owns it: taking a light that is in use fails with the name of its holder.
public protocol Torch: Sendable {
  /// What people call it: `led:red`.
  var name: String { get }
  /// Switches the light. Called on the keyer's thread, at the moment the light is to change, so it must not wait.
  func shine(_ isOn: Bool) throws(TorchError)
  /// Gives the light back as it was found. Called once, when nothing will switch it any more.
  func release() throws(TorchError)
}

/// A torch that shines nowhere, to see how exactly this machine keys.
public struct NullTorch: Torch {
  public let name = "null"

  public init() {}

  public func shine(_ isOn: Bool) {}
  public func release() {}
}
