/// What a server says to a client, a line each. Whoever only sends levels need not listen, and one that is alone with the lamp
/// hears nothing, but over a protected connection that it was let in.
enum LightRemark: Equatable {
  /// The client's certificate is good: in TLS 1.3 a handshake can be over for one side while the other has yet to refuse it.
  case welcome
  /// The lamp obeys another client, from this address.
  case inUse(by: String)
  /// The lamp obeys this client from now on.
  case yourTurn
  /// Said in plain to whoever does not speak TLS to a server that demands it.
  case isProtected
  /// Said to whoever speaks TLS to a server in plain.
  case isPlain

  private static let inUse = "aldis: in use by "

  /// - Parameter line: Without its end.
  init?(line: String) {
    if line.hasPrefix(Self.inUse) {
      self = .inUse(by: String(line.dropFirst(Self.inUse.count)))
      return
    }
    guard let remark = [Self.welcome, .yourTurn, .isProtected, .isPlain].first(where: { $0.words == line })
    else {
      return nil
    }
    self = remark
  }

  var line: String { words + "\n" }

  private var words: String {
    switch self {
    case .welcome: "aldis: welcome"
    case .inUse(let holder): Self.inUse + holder
    case .yourTurn: "aldis: your turn"
    case .isProtected: "aldis: protected"
    case .isPlain: "aldis: plain"
    }
  }
}

/// Cuts what a server says into remarks; other words, which servers of another make may say without end, are passed over.
struct RemarkStream {
  private var line: [UInt8] = []

  /// Bytes; longer lines are no remarks.
  private static let longest = 80

  mutating func remarks(adding bytes: some Sequence<UInt8>) -> [LightRemark] {
    var remarks: [LightRemark] = []
    for byte in bytes {
      if byte != UInt8(ascii: "\n") {
        if line.count <= Self.longest { line.append(byte) }
        continue
      }
      if line.count <= Self.longest, let remark = LightRemark(line: String(decoding: line, as: UTF8.self)) {
        remarks.append(remark)
      }
      line = []
    }
    return remarks
  }
}
