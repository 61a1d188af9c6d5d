import Dispatch
import Localization
internal import NIOCore
internal import NIOPosix
import Synchronization

/// The sender's side of a remote light: keeps a connection to its server, which shows the newest levels.
///
/// No call waits for the network. While levels are being sent, only the newest later ones are kept. A lost connection is opened
/// again, at first soon and then less and less often. Problems are reported as a ``RemoteLightStatus``. Settings can change at
/// any time: then the connection is closed and another one opened.
///
/// ```swift
/// let light = RemoteLight(.init(LightAddress(host: "lamp.local"))) { status in print(status) }
/// light.show(.bright)
/// light.settings.address.port = 1845   // closes, and opens again
/// light.close()
/// ```
public final class RemoteLight: Sendable {
  /// Statistics of the sent levels.
  struct Report: Sendable, Equatable {
    /// Changes of the levels, and how many of them were replaced by newer ones before they could be sent.
    var changes = 0
    var replaced = 0
    /// How often the connection was lost or stalled.
    var interruptions = 0
  }

  private struct State {
    var settings: RemoteLightSettings
    /// The newest levels; `nil` before the first.
    var levels: LightLevels?
    /// Counts the settings. Events of connections with older settings have an older generation, and are ignored.
    var generation = 0
    var channel: (any Channel)?
    /// Whether levels are being sent, and whether the connection is stalled. In both cases more levels would arrive late.
    var isWriting = false
    var isStalled = false
    /// The address of another client that controls the lamp.
    var holder: String?
    /// Whether the newest levels have not been sent yet.
    var isUnsent = false
    var backoff = Backoff()
    /// Why the last connection ended, or could not be made.
    var reason: LocalizedText = "the server takes no more"
    var report = Report()
    var isClosed = false
  }

  private let state: Mutex<State>
  private let onStatus: @Sendable (RemoteLightStatus) -> Void
  /// One of the library's shared threads: a name lookup may last longer than this object, and its event loop must still exist
  /// then.
  private let loop = MultiThreadedEventLoopGroup.singleton.next()

  /// The timeout for opening a connection, and for its TLS handshake. A connection that accepts no data for this time is lost.
  static let timeLimit = TimeAmount.seconds(5)
  /// The interval of repeated levels, because a server closes the connection of a silent client.
  private static let repetition = TimeAmount.seconds(1)
  /// How long the server may take to read the last levels and to end the connection. Closing a protected connection may take
  /// this time again.
  private static let closingTimeout = TimeAmount.seconds(2)

  /// Begins to connect.
  ///
  /// - Parameter onStatus: Called for every change of the status, mostly on a thread of the network, which it must not block.
  public init(_ settings: RemoteLightSettings, onStatus: @escaping @Sendable (RemoteLightStatus) -> Void) {
    state = Mutex(State(settings: settings))
    self.onStatus = onStatus
    loop.scheduleRepeatedTask(initialDelay: Self.repetition, delay: Self.repetition) { [weak self] task in
      guard let self, !state.withLock({ $0.isClosed }) else { return task.cancel() }
      send(again: true)
    }
    start()
  }

  /// Begins to connect, and waits some seconds at most for the result. Does not wait for a light that is off.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the waiting early.
  ///   - onStatus: Called if the light is off, and for every change of the status afterwards.
  /// - Throws: ``TorchError/unreachable(_:reason:)``.
  public static func connected(
    _ settings: RemoteLightSettings, cancellation: Cancellation? = nil,
    onStatus: @escaping @Sendable (RemoteLightStatus) -> Void
  ) throws(TorchError) -> RemoteLight {
    let first = FirstConnectionStatus()
    let light = RemoteLight(settings) { status in
      if !first.take(status) { onStatus(status) }
    }
    switch first.wait(cancellation) {
    case .away(let reason, _):
      light.close()
      throw .unreachable("\(settings.address)", reason: reason)
    case .off: onStatus(.off)
    default: break
    }
    return light
  }

  deinit {
    if let channel = state.withLock({ $0.channel }) { Self.endConnection(channel, sending: [.dark]) }
  }

  /// New settings close the connection, with the light dark, and open another one.
  public var settings: RemoteLightSettings {
    get { state.withLock { $0.settings } }
    set {
      let (isNew, old) = state.withLock { state -> (Bool, (any Channel)?) in
        guard newValue != state.settings, !state.isClosed else { return (false, nil) }
        state.settings = newValue
        state.reason = "its settings were changed"
        return (true, Self.detach(&state))
      }
      if let old { Self.endConnection(old, sending: [.dark]) }
      if isNew { start() }
    }
  }

  /// Shows `levels` on the server's lamps.
  public func show(_ levels: LightLevels) {
    state.withLock { state in
      guard levels != state.levels else { return }
      state.report.changes += 1
      // Levels of a light that the user has switched off do not count as lost.
      if state.isUnsent, state.settings.isOn { state.report.replaced += 1 }
      state.levels = levels
      state.isUnsent = true
    }
    send()
  }

  var report: Report { state.withLock { $0.report } }

  /// - Throws: ``TorchError/inUse(_:holder:)`` if another client controls the lamp.
  func checkTurn() throws(TorchError) {
    let (holder, address) = state.withLock { ($0.holder, $0.settings.address) }
    if let holder { throw .inUse("\(address)", holder: holder) }
  }

  /// Call this after ``close(leavingDark:)``.
  ///
  /// - Throws: ``TorchError/inUse(_:holder:)`` if another client controlled the lamp to the end;
  ///   ``TorchError/interrupted(_:reason:lost:of:)`` if the connection was lost or stalled, so that levels may not have been
  ///   shown.
  public func checkDelivery() throws(TorchError) {
    try checkTurn()
    let (report, reason) = state.withLock { ($0.report, $0.reason) }
    guard report.replaced > 0 || report.interruptions > 0 else { return }
    throw .interrupted("\(settings.address)", reason: reason, lost: report.replaced, of: report.changes)
  }

  /// Ends the connection. Waits some seconds at most until the server has read everything and ends the connection too.
  ///
  /// - Parameter leavingDark: Whether dark levels are sent at the end. Most servers switch the lamp off by themselves.
  public func close(leavingDark: Bool = true) {
    let (channel, rest) = state.withLock { state in
      state.isClosed = true
      let newest = state.isUnsent ? state.levels : nil
      return (state.channel, [newest, leavingDark ? .dark : nil].compactMap(\.self))
    }
    guard let channel else {
      // Unsent levels are lost, unless the user has switched the light off.
      return state.withLock { if $0.isUnsent, $0.settings.isOn { $0.report.replaced += 1 } }
    }
    let isOver = DispatchSemaphore(value: 0)
    channel.closeFuture.whenComplete { _ in isOver.signal() }
    Self.endConnection(channel, sending: rest) { [weak self] in self?.noteSilence() }
    isOver.wait()
  }

  private func noteSilence() {
    state.withLock { state in
      state.report.interruptions += 1
      state.reason = "it does not answer"
    }
  }

  // MARK: Connecting

  /// Begins a new generation.
  ///
  /// - Returns: The old connection, which the caller must end.
  private static func detach(_ state: inout State) -> (any Channel)? {
    state.generation += 1
    state.backoff = Backoff()
    (state.isWriting, state.isStalled, state.holder) = (false, false, nil)
    return state.channel.take()
  }

  private func start() {
    let (settings, generation) = state.withLock { ($0.settings, $0.generation) }
    guard settings.isOn else { return onStatus(.off) }
    onStatus(.connecting)
    connect(settings, generation: generation)
  }

  private func connect(_ settings: RemoteLightSettings, generation: Int) {
    let report: @Sendable (ServerHandler.Event) -> Void = { [weak self] in
      self?.handle($0, generation: generation)
    }
    ClientBootstrap(group: loop)
      .connectTimeout(Self.timeLimit)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      // In milliseconds (tcp(7)). Without it, TCP would wait for hours for a peer that has vanished or reads no more.
      .channelOption(.tcpOption(.userTimeout), value: .init(Self.timeLimit.nanoseconds / 1_000_000))
      // As small as the system allows, because levels in this buffer get out of date.
      .channelOption(.socketOption(.so_sndbuf), value: 1)
      // The bytes in this buffer at the end of a connection are read at once.
      .channelOption(.socketOption(.so_rcvbuf), value: .init(ServerHandler.waitingBytes))
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: ServerHandler.bytesAtOnce)
      )
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            AcknowledgementWatch { [weak self] in self?.noteStall(isStalled: $0, generation: generation) })
          if let handler = try Self.protection(settings) {
            try channel.pipeline.syncOperations.addHandler(handler)
          }
          try channel.pipeline.syncOperations.addHandler(
            ServerHandler(isSecure: settings.address.isSecure, report))
        }
      }
      .connect(host: settings.address.host, port: settings.address.port)
      .whenFailure { report(.closed(nil, reason: NetworkErrorText.reason($0))) }
  }

  /// The handler that encrypts a connection and authenticates the server, for a secure address.
  private static func protection(_ settings: RemoteLightSettings) throws -> TLSHandler? {
    guard settings.address.isSecure else { return nil }
    guard let keys = settings.keys else {
      throw TorchError.noKeys("\(settings.address)", reason: "none were given")
    }
    return try TLSHandler(TLSContext(keys, .sender), host: settings.address.host)
  }

  /// Handles an event of a connection.
  private func handle(_ event: ServerHandler.Event, generation: Int) {
    switch event {
    case .opened(let channel):
      let isCurrent = state.withLock { state in
        guard state.generation == generation, state.channel == nil, !state.isClosed else { return false }
        state.channel = channel
        state.holder = nil
        state.backoff.begin()
        return true
      }
      guard isCurrent else { return channel.close(promise: nil) }
      onStatus(.connected)
      send()
    case .message(.inUse(let holder)): noteHolder(holder, generation: generation)
    case .message(.yourTurn): noteHolder(nil, generation: generation)
    case .message(.welcome), .message(.requiresTLS), .message(.hasNoTLS): break
    case .closed(let channel, let said):
      let reason: LocalizedText = said ?? "the server closed the connection"
      let seconds = state.withLock { state -> Double? in
        // A name may have several addresses. The connection to one of them may end while another is in use.
        guard state.generation == generation, state.channel == nil || state.channel === channel else {
          return nil
        }
        // After `close` this is the expected end, unless it is a failure.
        if state.isClosed, said == nil { return nil }
        if state.channel != nil { state.report.interruptions += 1 }
        state.channel = nil
        (state.isWriting, state.isStalled) = (false, false)
        state.isUnsent = true
        state.reason = reason
        return state.isClosed ? nil : state.backoff.next()
      }
      guard let seconds else { return }
      onStatus(.away(reason: reason, retryingIn: seconds))
      loop.scheduleTask(in: TimeAmount(inSeconds: seconds)) { [weak self] in
        guard let self, state.withLock({ $0.generation == generation && !$0.isClosed }) else { return }
        connect(settings, generation: generation)
      }
    }
  }

  private func noteHolder(_ holder: String?, generation: Int) {
    let isNew = state.withLock { state in
      guard state.generation == generation, state.holder != holder else { return false }
      state.holder = holder
      return true
    }
    if isNew { onStatus(holder.map { .inUse(by: $0) } ?? .inControl) }
  }

  private func noteStall(isStalled: Bool, generation: Int) {
    let isNew = state.withLock { state in
      guard state.generation == generation, state.channel != nil, state.isStalled != isStalled else {
        return false
      }
      state.isStalled = isStalled
      if isStalled {
        state.report.interruptions += 1
        state.reason = "it does not answer"
      }
      return !state.isClosed
    }
    guard isNew else { return }
    onStatus(isStalled ? .stalled : .connected)
    send()
  }

  // MARK: Sending

  /// Sends the newest levels unless others are still being sent.
  private func send(again: Bool = false) {
    let work = state.withLock { state -> (channel: any Channel, levels: LightLevels, generation: Int)? in
      guard !state.isWriting, !state.isStalled, !state.isClosed, state.isUnsent || again,
        let channel = state.channel, let levels = state.levels
      else { return nil }
      state.isWriting = true
      state.isUnsent = false
      return (channel, levels, state.generation)
    }
    guard let (channel, levels, generation) = work else { return }
    channel.writeAndFlush(ByteBuffer(bytes: levels.bytes)).whenSuccess { [weak self] in
      guard let self else { return }
      let isCurrent = state.withLock { state in
        guard state.generation == generation else { return false }
        state.isWriting = false
        return true
      }
      if isCurrent { send() }
    }
  }

  /// Sends the last levels over a connection, and waits until the server ends it. Only this end shows that the server has read
  /// them: its system's acknowledgment does not.
  ///
  /// - Parameter onTimeout: Called if the server does not end it. The connection is then closed in any case.
  private static func endConnection(
    _ channel: any Channel, sending levels: [LightLevels],
    onTimeout: @escaping @Sendable () -> Void = {}
  ) {
    let end = channel.eventLoop.scheduleTask(in: closingTimeout) {
      onTimeout()
      channel.close(promise: nil)
    }
    channel.closeFuture.whenComplete { _ in end.cancel() }
    channel.writeAndFlush(ByteBuffer(bytes: levels.flatMap(\.bytes)), promise: nil)
    channel.close(mode: .output, promise: nil)
  }
}
