import Dispatch
internal import NIOCore
internal import NIOPosix
import Synchronization

/// The sender's side of a remote light: keeps a connection to its server, and has the server show the newest levels.
///
/// No call waits for the network. A server that is away, slow or silent costs nothing but a ``RemoteLightStatus``: while the
/// last levels are on their way only the newest of those after them is kept, and a lost connection is made anew, at first soon
/// and then ever less often. Settings can change at any time: the connection is closed and another one opened.
///
/// ```swift
/// let light = RemoteLight(.init(LightAddress(host: "lamp.local"))) { status in print(status) }
/// light.show(.bright)
/// light.settings.address.port = 1845   // closes, and opens anew
/// light.close()
/// ```
public final class RemoteLight: Sendable {
  /// What became of the levels shown.
  public struct Report: Sendable, Equatable {
    /// Changes of the levels, and how many of them newer ones replaced before they could be sent.
    public var changes = 0
    public var replaced = 0
    /// How often the connection was lost, or stood still.
    public var interruptions = 0
  }

  private struct State {
    var settings: RemoteLightSettings
    /// The newest; `nil` before the first, when there is nothing to say.
    var levels: LightLevels?
    /// What came of older settings is of another age, and is not heard any more.
    var age = 0
    var channel: (any Channel)?
    /// Whether levels are on their way, and whether the line stands still: what else it was given would come late.
    var isWriting = false
    var isStill = false
    /// The address of the client that the lamp obeys instead.
    var holder: String?
    /// Whether the server has yet to be sent the levels.
    var isUnsent = false
    var patience = Backoff()
    /// Why the last connection ended, or could not be made.
    var reason = "the server takes no more"
    var report = Report()
    var isClosed = false
  }

  private let state: Mutex<State>
  private let tell: @Sendable (RemoteLightStatus) -> Void
  /// One of the threads that the library shares: a name that is being looked up may outlast whoever wants it, and its loop
  /// must still be there then.
  private let loop = MultiThreadedEventLoopGroup.singleton.next()

  /// A connection that is not made in this time is given up, and one that takes no data for as long is lost.
  private static let timeLimit = TimeAmount.seconds(5)
  /// How often the levels are sent again, for a server takes one that says nothing for dead.
  private static let repetition = TimeAmount.seconds(1)
  /// How long a server gets to read the last levels and to end the connection as well; a protected one is closed in as much
  /// again.
  private static let farewell = TimeAmount.seconds(2)

  /// Begins to connect.
  ///
  /// - Parameter tell: Hears of every change of the status, mostly on a thread of the network, which it must not hold up.
  public init(_ settings: RemoteLightSettings, tell: @escaping @Sendable (RemoteLightStatus) -> Void) {
    state = Mutex(State(settings: settings))
    self.tell = tell
    loop.scheduleRepeatedTask(initialDelay: Self.repetition, delay: Self.repetition) { [weak self] task in
      guard let self, !state.withLock({ $0.isClosed }) else { return task.cancel() }
      send(again: true)
    }
    start()
  }

  /// Begins to connect, and waits for that some seconds at most; a light that is off is not waited for.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the waiting early.
  ///   - tell: Hears that the light is off, and of every change of the status after that.
  /// - Throws: ``TorchError/unreachable(_:reason:)``.
  public static func connected(
    _ settings: RemoteLightSettings, cancellation: Cancellation? = nil,
    tell: @escaping @Sendable (RemoteLightStatus) -> Void
  ) throws(TorchError) -> RemoteLight {
    let first = FirstAnswer()
    let light = RemoteLight(settings) { status in
      if !first.take(status) { tell(status) }
    }
    switch first.wait(cancellation) {
    case .away(let reason, _):
      light.close()
      throw .unreachable("\(settings.address)", reason: reason)
    case .off: tell(.off)
    default: break
    }
    return light
  }

  deinit {
    if let channel = state.withLock({ $0.channel }) { Self.part(from: channel, saying: [.dark]) }
  }

  /// New settings close the connection, the light dark, and open another one.
  public var settings: RemoteLightSettings {
    get { state.withLock { $0.settings } }
    set {
      let (isNew, old) = state.withLock { state -> (Bool, (any Channel)?) in
        guard newValue != state.settings, !state.isClosed else { return (false, nil) }
        state.settings = newValue
        state.reason = "its settings were changed"
        return (true, Self.leave(&state))
      }
      if let old { Self.part(from: old, saying: [.dark]) }
      if isNew { start() }
    }
  }

  /// Has the server show `levels`.
  public func show(_ levels: LightLevels) {
    state.withLock { state in
      guard levels != state.levels else { return }
      state.report.changes += 1
      // Light that the user has switched off is not missed.
      if state.isUnsent, state.settings.isOn { state.report.replaced += 1 }
      state.levels = levels
      state.isUnsent = true
    }
    send()
  }

  public var report: Report { state.withLock { $0.report } }

  /// - Throws: ``TorchError/inUse(_:holder:)`` where the lamp obeys another.
  public func checkTurn() throws(TorchError) {
    let (holder, address) = state.withLock { ($0.holder, $0.settings.address) }
    if let holder { throw .inUse("\(address)", holder: holder) }
  }

  /// To be asked after ``close(leavingDark:)``.
  ///
  /// - Throws: ``TorchError/inUse(_:holder:)`` where the lamp obeyed another to the end;
  ///   ``TorchError/interrupted(_:reason:lost:of:)`` when the connection was lost or stood still, and with it light that should
  ///   have shone.
  public func checkDelivery() throws(TorchError) {
    try checkTurn()
    let (report, reason) = state.withLock { ($0.report, $0.reason) }
    guard report.replaced > 0 || report.interruptions > 0 else { return }
    throw .interrupted("\(settings.address)", reason: reason, lost: report.replaced, of: report.changes)
  }

  /// Ends the connection. Waits for the server to read what it was sent, and to end it as well, some seconds at most.
  ///
  /// - Parameter leavingDark: Whether the server is told to show nothing; most go dark by themselves.
  public func close(leavingDark: Bool = true) {
    let (channel, rest) = state.withLock { state in
      state.isClosed = true
      let newest = state.isUnsent ? state.levels : nil
      return (state.channel, [newest, leavingDark ? .dark : nil].compactMap(\.self))
    }
    guard let channel else {
      // What has waited to be sent is lost, unless the user wants none of it.
      return state.withLock { if $0.isUnsent, $0.settings.isOn { $0.report.replaced += 1 } }
    }
    let isOver = DispatchSemaphore(value: 0)
    channel.closeFuture.whenComplete { _ in isOver.signal() }
    Self.part(from: channel, saying: rest) { [weak self] in self?.noteSilence() }
    isOver.wait()
  }

  private func noteSilence() {
    state.withLock { state in
      state.report.interruptions += 1
      state.reason = "it does not answer"
    }
  }

  // MARK: Connecting

  /// Begins a new age.
  ///
  /// - Returns: The connection to part from.
  private static func leave(_ state: inout State) -> (any Channel)? {
    state.age += 1
    state.patience = Backoff()
    (state.isWriting, state.isStill, state.holder) = (false, false, nil)
    return state.channel.take()
  }

  private func start() {
    let (settings, age) = state.withLock { ($0.settings, $0.age) }
    guard settings.isOn else { return tell(.off) }
    tell(.connecting)
    connect(settings, age: age)
  }

  private func connect(_ settings: RemoteLightSettings, age: Int) {
    let hear: @Sendable (ServerHandler.Event) -> Void = { [weak self] in self?.hear($0, age: age) }
    ClientBootstrap(group: loop)
      .connectTimeout(Self.timeLimit)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      // Counted in milliseconds (tcp(7)); a peer that has vanished, or reads no more, would else be waited for by the hour.
      .channelOption(.tcpOption(.userTimeout), value: .init(Self.timeLimit.nanoseconds / 1_000_000))
      // As small as the system has it: what waits in there is out of date.
      .channelOption(.socketOption(.so_sndbuf), value: 1)
      // What is still in there at the end of a connection is read at one go.
      .channelOption(.socketOption(.so_rcvbuf), value: .init(ServerHandler.waitingBytes))
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: ServerHandler.bytesAtOnce)
      )
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            AcknowledgementWatch { [weak self] in self?.noteLine(isStill: $0, age: age) })
          if let handler = try Self.protection(settings) {
            try channel.pipeline.syncOperations.addHandler(handler)
          }
          try channel.pipeline.syncOperations.addHandler(
            ServerHandler(isSecure: settings.address.isSecure, timeLimit: Self.timeLimit, hear))
        }
      }
      .connect(host: settings.address.host, port: settings.address.port)
      .whenFailure { hear(.closed(nil, reason: NetworkWords.reason($0))) }
  }

  /// What encrypts a connection and makes sure of the server, for a secure address.
  private static func protection(_ settings: RemoteLightSettings) throws -> TLSHandler? {
    guard settings.address.isSecure else { return nil }
    guard let keys = settings.keys else {
      throw TorchError.noKeys("\(settings.address)", reason: "none were given")
    }
    return try TLSHandler(TLSContext(keys, .sender), host: settings.address.host)
  }

  /// What happens to a connection.
  private func hear(_ event: ServerHandler.Event, age: Int) {
    switch event {
    case .opened(let channel):
      let isWanted = state.withLock { state in
        guard state.age == age, state.channel == nil, !state.isClosed else { return false }
        state.channel = channel
        state.holder = nil
        state.patience.begin()
        return true
      }
      guard isWanted else { return channel.close(promise: nil) }
      tell(.connected)
      send()
    case .remarked(.inUse(let holder)): noteHolder(holder, age: age)
    case .remarked(.yourTurn): noteHolder(nil, age: age)
    case .remarked(.welcome), .remarked(.isProtected), .remarked(.isPlain): break
    case .closed(let channel, let said):
      let reason = said ?? "the server closed the connection"
      let seconds = state.withLock { state -> Double? in
        // A name may have several addresses, and the connection to one of them end while another is in use.
        guard state.age == age, state.channel == nil || state.channel === channel else { return nil }
        // In the end it is to be closed, but not by a failure.
        if state.isClosed, said == nil { return nil }
        if state.channel != nil { state.report.interruptions += 1 }
        state.channel = nil
        (state.isWriting, state.isStill) = (false, false)
        state.isUnsent = true
        state.reason = reason
        return state.isClosed ? nil : state.patience.next()
      }
      guard let seconds else { return }
      tell(.away(reason: reason, retryingIn: seconds))
      loop.scheduleTask(in: TimeAmount(inSeconds: seconds)) { [weak self] in
        guard let self, state.withLock({ $0.age == age && !$0.isClosed }) else { return }
        connect(settings, age: age)
      }
    }
  }

  private func noteHolder(_ holder: String?, age: Int) {
    let isNews = state.withLock { state in
      guard state.age == age, state.holder != holder else { return false }
      state.holder = holder
      return true
    }
    if isNews { tell(holder.map { .inUse(by: $0) } ?? .obeyed) }
  }

  private func noteLine(isStill: Bool, age: Int) {
    let isNews = state.withLock { state in
      guard state.age == age, state.channel != nil, state.isStill != isStill else { return false }
      state.isStill = isStill
      if isStill {
        state.report.interruptions += 1
        state.reason = "it does not answer"
      }
      return !state.isClosed
    }
    guard isNews else { return }
    tell(isStill ? .still : .connected)
    send()
  }

  // MARK: Sending

  /// Sends the newest levels unless others are still on their way.
  private func send(again: Bool = false) {
    let work = state.withLock { state -> (channel: any Channel, levels: LightLevels, age: Int)? in
      guard !state.isWriting, !state.isStill, !state.isClosed, state.isUnsent || again,
        let channel = state.channel, let levels = state.levels
      else { return nil }
      state.isWriting = true
      state.isUnsent = false
      return (channel, levels, state.age)
    }
    guard let (channel, levels, age) = work else { return }
    channel.writeAndFlush(ByteBuffer(bytes: levels.bytes)).whenSuccess { [weak self] in
      guard let self else { return }
      let isWanted = state.withLock { state in
        guard state.age == age else { return false }
        state.isWriting = false
        return true
      }
      if isWanted { send() }
    }
  }

  /// Says the last words over a connection, and lets the server end it once it has read them: what its system has acknowledged
  /// may never be read.
  ///
  /// - Parameter despair: Called where it does not; the connection is ended in any case.
  private static func part(
    from channel: any Channel, saying levels: [LightLevels],
    orElse despair: @escaping @Sendable () -> Void = {}
  ) {
    let end = channel.eventLoop.scheduleTask(in: farewell) {
      despair()
      channel.close(promise: nil)
    }
    channel.closeFuture.whenComplete { _ in end.cancel() }
    channel.writeAndFlush(ByteBuffer(bytes: levels.flatMap(\.bytes)), promise: nil)
    channel.close(mode: .output, promise: nil)
  }
}
