import Glibc
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// What went wrong in the network, in words for people.
enum NetworkWords {
  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as IOError:
      systemReason(error.errnoCode)
    case let error as NIOConnectionError where error.connectionErrors.isEmpty:
      "no address of \(error.host) is known"
    case let error as SocketAddressError.UnknownHost:
      "no address of \(error.host) is known"
    case let error as NIOConnectionError:
      reason(error.connectionErrors[0].error)
    case ChannelError.connectTimeout:
      "it does not answer"
    case let error as TorchError:
      error.message
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
      protection("\(error)")
    default:
      "\(error)"
    }
  }

  /// The library tells its reasons by name alone, alerts of the other side among them (RFC 8446, 6).
  private static func protection(_ error: String) -> String {
    let reasons = [
      ("CERTIFICATE_VERIFY_FAILED", "its certificate has expired, or is not of the authority of these keys"),
      ("ailedToValidateHostname", "its certificate is for another name or address"),
      ("ALERT_CERTIFICATE_EXPIRED", "it says that the certificate has expired"),
      ("CERTIFICATE_REQUIRED", "it demands a certificate"),
      ("ALERT_", "it does not accept the certificate"),
      ("WRONG_VERSION_NUMBER", "it does not speak TLS"),
      ("EOF during handshake", "it closed the connection before it was protected; does it speak TLS?"),
    ]
    return reasons.first { error.contains($0.0) }?.1 ?? "the connection could not be protected (\(error))"
  }
}

extension NIOBSDSocket.Option {
  /// See tcp(7).
  static let userTimeout = NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)
}
