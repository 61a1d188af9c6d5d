internal import NIOCore
import Synchronization

/// The clients of a server: admits and dismisses them, and shows the levels of the controlling client on the lamp.
final class ClientRegistry: Sendable {
  typealias Client = ObjectIdentifier

  private struct State {
    var precedence: Precedence<Client, NIODeadline>
    var channels: [Client: any Channel] = [:]
    /// The clients that have received the message that another client controls the lamp.
    var waiting: Set<Client> = []
    /// The connections with an unfinished handshake, the oldest first.
    var unauthenticated: [any Channel] = []
    var shown = LightLevels.dark
    var failure: TorchError?
    var isClosed = false
    /// When a client of each other protocol was last reported.
    var lastRefusals: [ForeignProtocol: NIODeadline] = [:]
  }

  private let state: Mutex<State>
  private let lamp: any ServedLamp
  private let unauthenticatedCapacity: Int
  private let fail: @Sendable () -> Void
  private let reportRefusal: LightServer.RefusalReport

  /// The shortest time between two reports, because a web page can make a browser connect again and again.
  private static let refusalInterval = TimeAmount.minutes(1)

  /// - Parameters:
  ///   - capacity: The most clients.
  ///   - unauthenticatedCapacity: The most connections with an unfinished handshake, besides the clients.
  ///   - fail: Called when the lamp fails; ``failure`` is then set.
  init(
    lamp: any ServedLamp, capacity: Int, unauthenticatedCapacity: Int,
    reportRefusal: @escaping LightServer.RefusalReport,
    fail: @escaping @Sendable () -> Void
  ) {
    self.reportRefusal = reportRefusal
    self.lamp = lamp
    self.unauthenticatedCapacity = unauthenticatedCapacity
    self.fail = fail
    state = Mutex(State(precedence: Precedence(capacity: capacity)))
  }

  /// Why the lamp can no longer be switched.
  var failure: TorchError? { state.withLock { $0.failure } }

  /// Adds a connection with an unfinished handshake. If there are too many, the oldest of them is closed, but never a client:
  /// unknown connections can come without end, and must not displace authenticated clients.
  func addUnauthenticated(_ channel: any Channel) {
    let displaced = state.withLock { state -> (any Channel)? in
      guard !state.isClosed else { return channel }
      state.unauthenticated.append(channel)
      return state.unauthenticated.count > unauthenticatedCapacity ? state.unauthenticated.removeFirst() : nil
    }
    displaced?.close(promise: nil)
  }

  func admit(_ channel: any Channel) {
    let displaced = state.withLock { state -> (any Channel)? in
      state.unauthenticated.removeAll { $0 === channel }
      guard !state.isClosed else { return channel }
      state.channels[Client(channel)] = channel
      return state.precedence.admit(Client(channel), at: .now()).flatMap {
        state.channels.removeValue(forKey: $0)
      }
    }
    displaced?.close(promise: nil)
  }

  func receive(_ levels: LightLevels, from channel: any Channel) {
    let messages = state.withLock { state in
      state.precedence.receive(levels, from: Client(channel), at: .now())
      return [update(&state), inUseMessage(for: channel, &state)]
    }
    send(messages)
  }

  func dismiss(_ channel: any Channel) {
    let message = state.withLock { state in
      state.unauthenticated.removeAll { $0 === channel }
      state.channels[Client(channel)] = nil
      state.waiting.remove(Client(channel))
      state.precedence.dismiss(Client(channel))
      return update(&state)
    }
    send([message])
  }

  /// Reports a client that uses another protocol. Its handler closes the connection.
  func refuse(_ channel: any Channel, _ foreign: ForeignProtocol) {
    let isNew = state.withLock { state in
      let now = NIODeadline.now()
      if let last = state.lastRefusals[foreign], now - last < Self.refusalInterval { return false }
      state.lastRefusals[foreign] = now
      return true
    }
    if isNew { reportRefusal(foreign, channel.remoteAddress?.ipAddress ?? "an unknown address") }
  }

  private typealias AddressedMessage = (channel: any Channel, message: ServerMessage)

  /// Call this without the lock; see ``Channel/send(_:)``.
  private func send(_ messages: [AddressedMessage?]) {
    for case let (channel, message)? in messages { channel.send(message) }
  }

  /// Disconnects all clients. The lamp is dark afterwards, and stays dark.
  func close() {
    let channels = state.withLock { state in
      show(.dark, &state)
      state.isClosed = true
      return state.channels.values + state.unauthenticated
    }
    for channel in channels { channel.close(promise: nil) }
  }

  /// Shows the levels of the controlling client.
  ///
  /// - Returns: A message to the client that controls the lamp from now on.
  private func update(_ state: inout State) -> AddressedMessage? {
    guard !state.isClosed else { return nil }
    show(state.precedence.levels, &state)
    guard let controlling = state.precedence.controllingClient, state.waiting.remove(controlling) != nil
    else { return nil }
    return state.channels[controlling].map { ($0, .yourTurn) }
  }

  /// - Returns: The message that another client controls the lamp; only once until the client's turn comes.
  private func inUseMessage(for channel: any Channel, _ state: inout State) -> AddressedMessage? {
    guard let controlling = state.precedence.controllingClient, controlling != Client(channel),
      state.channels[Client(channel)] != nil, state.waiting.insert(Client(channel)).inserted
    else { return nil }
    let holder = state.channels[controlling]?.remoteAddress?.ipAddress
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
