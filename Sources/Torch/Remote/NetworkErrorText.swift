import Frames
import Glibc
import Localization
internal import NIOCore
internal import NIOPosix

/// Texts of network errors, for people.
enum NetworkErrorText {
  static func reason(_ error: any Error) -> LocalizedText {
    switch error {
    case let error as IOError:
      LocalizedText(errno: error.errnoCode)
    case let error as NIOConnectionError where error.connectionErrors.isEmpty:
      "no address of \(error.host) is known"
    case let error as SocketAddressError.UnknownHost:
      "no address of \(error.host) is known"
    case let error as NIOConnectionError:
      reason(error.connectionErrors[0].error)
    case ChannelError.connectTimeout:
      "it does not answer"
    case let error as any LocalizedTextConvertible:
      error.text
    default:
      LocalizedText(system: "\(error)")
    }
  }
}

extension NIOBSDSocket.Option {
  /// See tcp(7).
  static let userTimeout = NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)
}
