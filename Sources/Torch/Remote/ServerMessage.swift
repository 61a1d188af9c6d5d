/// A message of a server to a client: one line of text. A client may ignore it. A client without competitors gets only
/// `welcome`, and only over a protected connection.
enum ServerMessage: Equatable {
  /// The server has accepted the client's certificate. In TLS 1.3 the client's handshake can be complete before the server
  /// refuses it.
  case welcome
  /// The lamp is controlled by another client, from this address.
  case inUse(by: String)
  /// The lamp is controlled by this client from now on.
  case yourTurn
  /// Sent as plain text to a client without TLS, if the server requires TLS.
  case requiresTLS
  /// Sent to a client with TLS, if the server has none.
  case hasNoTLS

  private static let inUse = "aldis: in use by "

  /// - Parameter line: Without its line feed.
  init?(line: String) {
    if line.hasPrefix(Self.inUse) {
      self = .inUse(by: String(line.dropFirst(Self.inUse.count)))
      return
    }
    guard let message = [Self.welcome, .yourTurn, .requiresTLS, .hasNoTLS].first(where: { $0.words == line })
    else {
      return nil
    }
    self = message
  }

  var line: String { words + "\n" }

  private var words: String {
    switch self {
    case .welcome: "aldis: welcome"
    case .inUse(let holder): Self.inUse + holder
    case .yourTurn: "aldis: your turn"
    case .requiresTLS: "aldis: protected"
    case .hasNoTLS: "aldis: plain"
    }
  }
}

/// Splits a server's bytes into messages. Other text is skipped: a server of another protocol may send any amount of it.
struct ServerMessageParser {
  private var line: [UInt8] = []

  /// Limit of a message in bytes. Longer lines are skipped.
  private static let longest = 80

  mutating func messages(adding bytes: some Sequence<UInt8>) -> [ServerMessage] {
    var messages: [ServerMessage] = []
    for byte in bytes {
      if byte != UInt8(ascii: "\n") {
        if line.count <= Self.longest { line.append(byte) }
        continue
      }
      if line.count <= Self.longest, let message = ServerMessage(line: String(decoding: line, as: UTF8.self))
      {
        messages.append(message)
      }
      line = []
    }
    return messages
  }
}
