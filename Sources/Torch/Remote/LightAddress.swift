import FoundationEssentials
import Glibc

/// The address of a remote light: `light://HOST:PORT`, or `lights://HOST:PORT` if TLS protects it.
public struct LightAddress: Sendable, Equatable {
  /// A name, an IPv4 address, or an IPv6 address without its brackets.
  public var host: String
  /// For a server, 0 lets the system choose a port.
  public var port: Int
  public var isSecure: Bool

  /// The port of an address without one. (The first telegraph line opened in 1844.)
  public static let defaultPort = 1844

  public init(host: String, port: Int = defaultPort, isSecure: Bool = false) {
    self.host = host
    self.port = port
    self.isSecure = isSecure
  }

  /// - Parameter text: With its scheme. An IPv6 address is in brackets.
  /// - Returns: `nil` if it is no such address.
  public init?(_ text: String) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme,
      ["light", "lights"].contains(scheme), parts.path.isEmpty, parts.user == nil, parts.password == nil,
      parts.query == nil, parts.fragment == nil, !text.hasSuffix(":"),
      let host = parts.host.map({ $0.filter { !["[", "]"].contains($0) } }), !host.isEmpty
    else { return nil }
    let port = parts.port ?? Self.defaultPort
    guard (0...65_535).contains(port) else { return nil }
    self.init(host: host, port: port, isSecure: scheme == "lights")
  }

  /// The host and port as people write them: `[::1]:1844`.
  public var hostAndPort: String { host.contains(":" as Character) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension LightAddress: CustomStringConvertible {
  public var description: String { "\(isSecure ? "lights" : "light")://\(hostAndPort)" }
}
