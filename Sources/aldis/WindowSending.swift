import Foundation
import Graphics
import Interface
import Monitor
import Morse
import Shaders
import Synchronization
import Torch

/// Messages from the window to a light, one at a time. Whatever may wait, taking the light, keying it and giving it back,
/// does so on a thread of its own; the window's thread looks at how it goes. The window's own lamp is
/// keyed on the window's thread, picture by picture.
final class WindowSending {
  /// How it goes.
  struct State: Sendable {
    var sending: Compose.Sending?
    var fault: (any Error)?
    /// How the connection to a remote light fares, since this was last looked at.
    var status: RemoteLightStatus?
    /// Messages on their way since this was last looked at, and when they began: seconds of the kernel's monotonic clock.
    var begun: [(keying: Keying, start: Double)] = []
    /// The message; progress of an earlier one comes too late.
    fileprivate var number = 0
  }

  private final class Board: Sendable {
    let state = Mutex(State())
    private let waker: Waker

    init(_ waker: Waker) { self.waker = waker }

    func change(_ number: Int, _ work: (inout State) -> Void) {
      state.withLock { if $0.number == number { work(&$0) } }
      waker.wake()
    }
  }

  private let board: Board
  /// What the window itself is sending.
  private var painted: (keyer: RefreshKeyer, keying: Keying)?
  private var cancellation: Cancellation?
  private let ending = DispatchGroup()

  /// Seconds of darkness before a message of the window's own lamp, in which the display's refreshes are found.
  private static let leadIn = 0.3

  init(_ waker: Waker) { board = Board(waker) }

  /// How it goes; what began is told once.
  func look() -> State {
    board.state.withLock { state in
      defer { (state.begun, state.status) = ([], nil) }
      return state
    }
  }

  /// Sends `message` if none is on its way.
  ///
  /// - Parameters:
  ///   - torch: `nil` is the window itself.
  ///   - refreshRate: Of the display that the window is on.
  func send(_ message: OutgoingMessage, _ timing: Timing, on torch: TorchChoice?, refreshRate: Double) {
    guard board.state.withLock({ $0.sending == nil }) else { return }
    do {
      // They may have changed since the window was opened.
      let settings = try Settings.load()
      let keying = try message.keyed(timing).keying
      let cancellation = try Cancellation()
      // A signal makes the light dark at once, not when the window looks; held, the program would leave it as it is.
      Interruption.watch(rousing: cancellation.descriptor, atStop: true)
      self.cancellation = cancellation
      let number = board.state.withLock { state in
        (state.sending, state.fault) = (.init(keying), nil)
        state.number += 1
        return state.number
      }
      guard let torch else { return try paint(keying, refreshRate) }
      let board = board
      run(keying, as: number, name: torch.description, cancellation) { () throws(TorchError) in
        let taken = try torch.take(settings, cancellation) { status in
          board.change(number) { $0.status = status }
        }
        return (taken, torch.follow(settings, with: taken))
      }
    } catch {
      end(error)
    }
  }

  private func end(_ error: (any Error)? = nil) {
    painted = nil
    board.state.withLock { ($0.sending, $0.fault) = (nil, error) }
  }

  /// Ends the message at once, the light dark.
  func stop() {
    cancellation?.cancel()
    if painted != nil { end() }
  }

  private func paint(_ keying: Keying, _ refreshRate: Double) throws {
    let (commands, lead) = try Self.commands(for: keying, of: "\(TorchChoice.screen)")
    let keyer = RefreshKeyer(commands, rate: refreshRate, start: .now + Self.leadIn)
    painted = (keyer, keying)
    board.state.withLock { $0.begun.append((keying, keyer.start.seconds + lead)) }
  }

  /// Whether the window's lamp shines in a picture that is drawn now.
  func isLit(at now: Moment = .now) -> Bool {
    guard var message = painted else { return false }
    do throws(TorchError) {
      let isLit = try message.keyer.isLit(at: now)
      painted = message
      let time = message.keyer.time(at: now)
      board.state.withLock { state in _ = state.sending?.note(message.keying, at: time) }
      if message.keyer.isOver { end() }
      return isLit
    } catch {
      end(error)
      return false
    }
  }

  /// Pictures are wanted that show nothing new.
  var wantsPictures: Bool { painted?.keyer.wantsPictures ?? false }

  /// Seconds until the window's lamp wants a picture.
  func patience(at now: Moment = .now) -> Double {
    painted.map { max(0, $0.keyer.nextTurn(at: now) - now) } ?? .infinity
  }

  /// Whether a picture can be begun now without being in the way of the lamp's own.
  var allowsPicture: Bool { painted?.keyer.allowsPicture(at: .now) ?? true }

  /// A picture has just been shown.
  func noteShown() { painted?.keyer.noteShown(at: .now) }

  /// The same, and waits until the light has been given back.
  func close() {
    stop()
    _ = ending.wait(timeout: .now() + .seconds(2))
  }

  private func run(
    _ keying: Keying, as number: Int, name: String, _ cancellation: Cancellation,
    take: @escaping @Sendable () throws(TorchError) -> (torch: any Torch, watch: FolderWatch?)
  ) {
    let (board, ending) = (board, ending)
    ending.enter()
    let thread = Thread {
      var fault: (any Error)?
      do {
        let (torch, watch) = try take()
        let sent = Result {
          try withExtendedLifetime(watch) {
            try Self.key(keying, as: number, name: name, torch, cancellation, board)
          }
        }
        let givenBack = Result { try torch.release() }
        try sent.get()
        try givenBack.get()
      } catch {
        fault = error
      }
      board.change(number) { ($0.sending, $0.fault) = (nil, fault) }
      ending.leave()
    }
    thread.name = "sending"
    thread.start()
  }

  /// What a light is told to shine as `keying` says, so many seconds later.
  private static func commands(for keying: Keying, of name: String) throws -> (commands: Keying, lead: Double)
  {
    let delays = try MeasuredTorches.load().delays[name] ?? .zero
    let lead = max(delays.longest, 0)
    guard let commands = keying.anticipating(delays, lead: lead) else {
      throw Failure(
        .usage, "\(name) is too slow for this speed; send slower", cause: Trouble.tooSlow(name))
    }
    return (commands, lead)
  }

  private static func key(
    _ keying: Keying, as number: Int, name: String, _ torch: any Torch, _ cancellation: Cancellation,
    _ board: Board
  ) throws {
    let (commands, lead) = try commands(for: keying, of: name)
    let start = Moment.now + Keyer.leadIn
    let keyer = Keyer(sending: commands, on: torch, cancellation: cancellation, start: start)
    board.change(number) { $0.begun.append((keying, start.seconds + lead)) }
    Task {
      for await progress in keyer.progress {
        board.change(number) { state in
          state.sending?.number = progress.number
          state.sending?.secondsLeft = progress.timeLeft
        }
      }
    }
    _ = try keyer.finish()
  }
}

extension Compose.Sending {
  /// Notes how far the message has come, so many seconds after its start.
  fileprivate mutating func note(_ keying: Keying, at time: Double) {
    while number < keying.characters.count, keying.characters[number].range.lowerBound <= time {
      secondsLeft = keying.duration - keying.characters[number].range.lowerBound
      number += 1
    }
  }
}
