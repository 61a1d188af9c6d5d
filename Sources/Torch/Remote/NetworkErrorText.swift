import Frames
import Glibc
internal import NIOCore
internal import NIOPosix

/// Texts of network errors, for people.
enum NetworkErrorText {
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
    case let error as TLSFailure:
      error.reason
    default:
      "\(error)"
    }
  }
}

/// An error of a protected connection, with a text for people.
protocol TLSFailure: Error {
  var reason: String { get }
}

extension NIOBSDSocket.Option {
  /// See tcp(7).
  static let userTimeout = NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)
}
