/// Another protocol than that of levels, told by the first bytes of a connection.
///
/// Any page of the web can have its visitor's browser send a request to this machine. Taken for levels, it would switch the lamp.
public enum ForeignTalk: Sendable, Hashable {
  /// A request (RFC 9112, 3).
  case http
  /// The hello of a client (RFC 8446, 4.1.2 and 5.1).
  case tls

  /// The methods of RFC 9110 and 5789, and the preface of HTTP/2 (RFC 9113, 3.4).
  private static let methods = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "PRI",
  ].map { Array("\($0) ".utf8) }
  /// A record of a handshake, versions 3.0 to 3.4; its length; a hello.
  private static let hello: [ClosedRange<UInt8>] = [22...22, 3...3, 0...4, 0...255, 0...255, 1...1]

  enum Verdict: Equatable {
    /// More bytes are needed to tell.
    case open
    case levels
    case foreign(ForeignTalk)
  }

  /// - Parameter beginning: The first bytes of the connection, at least one.
  static func verdict(on beginning: some Collection<UInt8>) -> Verdict {
    if methods.contains(where: { beginning.starts(with: $0) }) { return .foreign(.http) }
    if zip(beginning, hello).allSatisfy({ $1.contains($0) }) {
      return beginning.count >= hello.count ? .foreign(.tls) : .open
    }
    return methods.contains { $0.starts(with: beginning) } ? .open : .levels
  }
}
