#if !TLS
import FoundationEssentials
import Glibc
import Localization
internal import NIOCore

// Stubs for a build without the trait TLS: there are no keys, so no connection is protected.

private let reason: LocalizedText = "this Aldis was built without TLS"

extension LightKeys {
  func check(in folder: String) throws(TorchError) { throw .badKeys(folder, reason: reason) }

  func isMeant(for side: Side) -> Bool { false }
}

public struct LightAuthority: Sendable {
  public enum Purpose: Sendable {
    case server(hosts: [String])
    case client
  }

  public init(validity: Range<Date>) throws {
    throw CocoaError(.featureUnsupported, userInfo: [NSLocalizedDescriptionKey: reason.description])
  }

  public func keys(for purpose: Purpose, validity: Range<Date>) throws -> LightKeys {
    preconditionFailure("without TLS there is no authority")
  }
}

struct TLSContext: Sendable {
  init(_ keys: LightKeys, _ side: LightKeys.Side) throws(TorchError) {
    throw .badKeys("\(side)", reason: reason)
  }
}

final class TLSHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  struct HandshakeCompleted: Sendable {}

  init(_ context: TLSContext, host: String? = nil) {}
}
#endif
