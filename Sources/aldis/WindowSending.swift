import Foundation
import Graphics
import Interface
import Monitor
import Morse
import Shaders
import Synchronization
import Torch

/// Messages from the window to a light, one at a time. Whatever may wait, taking the light, keying it and giving it back,
/// does so on a thread of its own; the window's thread looks at how it goes.
final class WindowSending {
  /// How it goes.
  struct State: Sendable {
    var sending: Compose.Sending?
    var fault: String?
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

  /// What the window itself shines with.
  let lamp: PaintedLamp
  private let board: Board
  private var cancellation: Cancellation?
  private let ending = DispatchGroup()

  init(_ waker: Waker) {
    lamp = PaintedLamp(waker)
    board = Board(waker)
  }

  /// How it goes; what began is told once.
  func look() -> State {
    board.state.withLock { state in
      defer { (state.begun, state.status) = ([], nil) }
      return state
    }
  }

  /// Sends `message` if none is on its way.
  ///
  /// - Parameter torch: `nil` is the window itself.
  func send(_ message: OutgoingMessage, _ timing: Timing, on torch: TorchChoice?) {
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
      let (lamp, board) = (lamp, board)
      run(keying, as: number, name: torch?.description ?? lamp.name, cancellation) { () throws(TorchError) in
        guard let torch else { return (lamp, nil) }
        let taken = try torch.take(settings, cancellation) { status in
          board.change(number) { $0.status = status }
        }
        return (taken, torch.follow(settings, with: taken))
      }
    } catch {
      tell(error)
    }
  }

  private func tell(_ error: any Error) {
    let words = (error as? Failure)?.message ?? (error as? TorchError)?.message ?? "\(error)"
    board.state.withLock { $0.fault = words }
  }

  /// Ends the message at once, the light dark.
  func stop() { cancellation?.cancel() }

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
      var fault: String?
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
        fault = (error as? TorchError)?.message ?? (error as? Failure)?.message ?? "\(error)"
      }
      board.change(number) { ($0.sending, $0.fault) = (nil, fault) }
      ending.leave()
    }
    thread.name = "sending"
    thread.start()
  }

  private static func key(
    _ keying: Keying, as number: Int, name: String, _ torch: any Torch, _ cancellation: Cancellation,
    _ board: Board
  ) throws {
    let delays = try MeasuredTorches.load().delays[name] ?? .zero
    let lead = max(delays.longest, 0)
    guard let commands = keying.anticipating(delays, lead: lead) else {
      throw Failure(.usage, "\(name) is too slow for this speed; send slower")
    }
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
