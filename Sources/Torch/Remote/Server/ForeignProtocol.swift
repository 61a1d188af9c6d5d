/// Another protocol than that of levels, recognized by the first bytes of a connection.
///
/// Any web page can make its visitor's browser send a request to this machine. Interpreted as levels, it would switch the lamp.
public enum ForeignProtocol: Sendable, Hashable {
  /// An HTTP request (RFC 9112, 3).
  case http
  /// The hello message of a TLS client (RFC 8446, 4.1.2 and 5.1).
  case tls

  /// The methods of RFC 9110 and 5789, and the preface of HTTP/2 (RFC 9113, 3.4).
  private static let methods = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "PRI",
  ].map { Array("\($0) ".utf8) }
  /// The bytes of a handshake record: type, versions 3.0 to 3.4, length, and a hello message.
  private static let hello: [ClosedRange<UInt8>] = [22...22, 3...3, 0...4, 0...255, 0...255, 1...1]

  enum Classification: Equatable {
    /// More bytes are needed.
    case undecided
    case levels
    case foreign(ForeignProtocol)
  }

  /// - Parameter beginning: The first bytes of the connection, at least one.
  static func classification(of beginning: some Collection<UInt8>) -> Classification {
    if methods.contains(where: { beginning.starts(with: $0) }) { return .foreign(.http) }
    if zip(beginning, hello).allSatisfy({ $1.contains($0) }) {
      return beginning.count >= hello.count ? .foreign(.tls) : .undecided
    }
    return methods.contains { $0.starts(with: beginning) } ? .undecided : .levels
  }
}
