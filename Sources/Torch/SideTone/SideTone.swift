import CALSA
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// A tone that is heard while light shines, from ALSA's default device. A thread of its own plays it: a device that is slow, or
/// goes, holds nobody up.
public final class SideTone: Sendable {
  /// Hertz that people hear well and devices play.
  public static let pitches = 100.0...4000.0

  private let player: Player

  /// Opens the device, and is silent.
  ///
  /// - Parameter hertz: One of ``pitches``.
  /// - Throws: ``TorchError/noSound(reason:)``.
  public init(hertz: Double) throws(TorchError) {
    player = Player(try Self.open(), ToneGenerator(hertz: hertz))
    startThread { [player] in player.play() }
  }

  deinit { end() }

  /// Begins or ends the tone; never waits.
  public func sound(_ isOn: Bool) { player.isOn.store(isOn, ordering: .relaxed) }

  /// Why the tone was lost on the way; `nil` while it sounds.
  public var failure: String? { player.failure.withLock { $0 } }

  /// Silence, for good: the device is given back when this returns, unless it has hung.
  public func end() {
    sound(false)
    guard !player.isEnding.exchange(true, ordering: .relaxed) else { return }
    _ = player.hasEnded.wait(timeout: .now() + .milliseconds(300))
  }

  /// Microseconds that a device may keep sounds back.
  private static let latency: CUnsignedInt = 40_000

  private static func open() throws(TorchError) -> OpaquePointer {
    alsa_hush()
    var device: OpaquePointer?
    // One that is in use is not waited for.
    var code = snd_pcm_open(&device, "default", SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
    guard code == 0, let device else { throw .noSound(reason: String(cString: snd_strerror(code))) }
    code = snd_pcm_set_params(
      device, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, CUnsignedInt(ToneGenerator.rate), 1,
      latency)
    if code == 0 { code = snd_pcm_nonblock(device, 0) }
    guard code == 0 else {
      snd_pcm_close(device)
      throw .noSound(reason: String(cString: snd_strerror(code)))
    }
    return device
  }
}

/// What the thread does; it knows nothing of its owner.
private final class Player: Sendable {
  let isOn = Atomic(false)
  let isEnding = Atomic(false)
  let hasEnded = DispatchSemaphore(value: 0)
  let failure = Mutex<String?>(nil)
  // Used on the thread alone.
  private nonisolated(unsafe) let device: OpaquePointer
  private let generator: ToneGenerator

  /// Samples at a time: 2 ms.
  private static let block = 96
  /// Seconds that may be played ahead of time. A device takes no more than its latency; one that takes all there is, such as a
  /// file, gets it at the pace at which it would be heard.
  private static let lead = 0.1

  init(_ device: OpaquePointer, _ generator: ToneGenerator) {
    (self.device, self.generator) = (device, generator)
  }

  func play() {
    runAheadOfOthers()
    var generator = generator
    var samples = [Int16](repeating: 0, count: Self.block)
    let start = Moment.now
    var played = 0
    while !isEnding.load(ordering: .relaxed) || !generator.isSilent {
      let isOn = isOn.load(ordering: .relaxed)
      for index in samples.indices { samples[index] = generator.next(isOn: isOn) }
      let count = snd_pcm_writei(device, samples, snd_pcm_uframes_t(samples.count))
      // A device that ran dry goes on; one that has gone does not.
      if count < 0, snd_pcm_recover(device, CInt(count), 1) < 0 {
        failure.withLock { $0 = String(cString: snd_strerror(CInt(count))) }
        break
      }
      played += samples.count
      let ahead = Double(played) / ToneGenerator.rate - (Moment.now - start) - Self.lead
      if ahead > 0 { usleep(UInt32(ahead * 1e6)) }
    }
    snd_pcm_drain(device)
    snd_pcm_close(device)
    hasEnded.signal()
  }
}
