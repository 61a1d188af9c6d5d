internal import NIOCore
import Synchronization

/// Where a server's clients meet: it lets them in and out, and has the lamp show what the one of them says who is obeyed.
final class Reception: Sendable {
  typealias Client = ObjectIdentifier

  private struct State {
    var precedence: Precedence<Client, NIODeadline>
    var channels: [Client: any Channel] = [:]
    /// Those who have been told that the lamp obeys another.
    var waiting: Set<Client> = []
    /// Those whose handshake is not over, the oldest first.
    var strangers: [any Channel] = []
    var shown = LightLevels.dark
    var failure: TorchError?
    var isClosed = false
    /// When clients of other protocols were last told of.
    var lastRefusals: [ForeignTalk: NIODeadline] = [:]
  }

  private let state: Mutex<State>
  private let lamp: any ServedLamp
  private let strangerCapacity: Int
  private let fail: @Sendable () -> Void
  private let tellRefusal: LightServer.TellRefusal

  /// A page can have a browser come again and again: that is told once in so long.
  private static let refusalInterval = TimeAmount.minutes(1)

  /// - Parameters:
  ///   - capacity: Clients there is room for.
  ///   - strangerCapacity: Connections whose handshake is not over that there is room for besides.
  ///   - fail: Called when the lamp fails; ``failure`` tells why.
  init(
    lamp: any ServedLamp, capacity: Int, strangerCapacity: Int,
    tellRefusal: @escaping LightServer.TellRefusal,
    fail: @escaping @Sendable () -> Void
  ) {
    self.tellRefusal = tellRefusal
    self.lamp = lamp
    self.strangerCapacity = strangerCapacity
    self.fail = fail
    state = Mutex(State(precedence: Precedence(capacity: capacity)))
  }

  /// Why the lamp can no longer be switched.
  var failure: TorchError? { state.withLock { $0.failure } }

  /// Has somebody wait whose handshake is not over. Of too many the oldest has to go, but never a client: strangers, who can
  /// come without end, must not push out those who have shown who they are.
  func receive(_ channel: any Channel) {
    let displaced = state.withLock { state -> (any Channel)? in
      guard !state.isClosed else { return channel }
      state.strangers.append(channel)
      return state.strangers.count > strangerCapacity ? state.strangers.removeFirst() : nil
    }
    displaced?.close(promise: nil)
  }

  func admit(_ channel: any Channel) {
    let displaced = state.withLock { state -> (any Channel)? in
      state.strangers.removeAll { $0 === channel }
      guard !state.isClosed else { return channel }
      state.channels[Client(channel)] = channel
      return state.precedence.admit(Client(channel), at: .now()).flatMap {
        state.channels.removeValue(forKey: $0)
      }
    }
    displaced?.close(promise: nil)
  }

  func hear(_ levels: LightLevels, from channel: any Channel) {
    let remarks = state.withLock { state in
      state.precedence.hear(levels, from: Client(channel), at: .now())
      return [update(&state), wait(channel, &state)]
    }
    send(remarks)
  }

  func dismiss(_ channel: any Channel) {
    let remark = state.withLock { state in
      state.strangers.removeAll { $0 === channel }
      state.channels[Client(channel)] = nil
      state.waiting.remove(Client(channel))
      state.precedence.dismiss(Client(channel))
      return update(&state)
    }
    send([remark])
  }

  /// Tells of a client that does not send levels; its connection is closed by its handler.
  func refuse(_ channel: any Channel, _ talk: ForeignTalk) {
    let isNews = state.withLock { state in
      let now = NIODeadline.now()
      if let last = state.lastRefusals[talk], now - last < Self.refusalInterval { return false }
      state.lastRefusals[talk] = now
      return true
    }
    if isNews { tellRefusal(talk, channel.remoteAddress?.ipAddress ?? "an unknown address") }
  }

  /// What is to be said to a client.
  private typealias Remark = (channel: any Channel, remark: LightRemark)

  /// Without the lock; see ``Channel/remark(_:)``.
  private func send(_ remarks: [Remark?]) {
    for case let (channel, remark)? in remarks { channel.remark(remark) }
  }

  /// Sends everybody away; the lamp is dark after that, and stays so.
  func close() {
    let channels = state.withLock { state in
      show(.dark, &state)
      state.isClosed = true
      return state.channels.values + state.strangers
    }
    for channel in channels { channel.close(promise: nil) }
  }

  /// - Returns: What the client is to be told whose turn has come.
  private func update(_ state: inout State) -> Remark? {
    guard !state.isClosed else { return nil }
    show(state.precedence.levels, &state)
    guard let obeyed = state.precedence.obeyed, state.waiting.remove(obeyed) != nil else { return nil }
    return state.channels[obeyed].map { ($0, .yourTurn) }
  }

  /// - Returns: That the client has to wait, once until its turn comes.
  private func wait(_ channel: any Channel, _ state: inout State) -> Remark? {
    guard let obeyed = state.precedence.obeyed, obeyed != Client(channel),
      state.channels[Client(channel)] != nil, state.waiting.insert(Client(channel)).inserted
    else { return nil }
    let holder = state.channels[obeyed]?.remoteAddress?.ipAddress
    return (channel, .inUse(by: holder ?? "another sender"))
  }

  private func show(_ levels: LightLevels, _ state: inout State) {
    guard levels != state.shown, state.failure == nil else { return }
    do throws(TorchError) {
      try lamp.show(levels)
      state.shown = levels
    } catch {
      state.failure = error
      fail()
    }
  }
}
