import CALSA
import Dispatch
import FoundationEssentials
import Frames
import Glibc
import Localization
import Synchronization

/// A tone that sounds while light shines, from ALSA's default device. A separate thread plays it, so a slow or removed device
/// blocks no other thread.
public final class SideTone: Sendable {
  /// The range of pitches in hertz that people hear well and devices play.
  public static let pitches = 100.0...4000.0

  private let player: Player

  /// Opens the device; silent at first.
  ///
  /// - Parameter hertz: One of ``pitches``.
  /// - Throws: ``TorchError/noSound(reason:)``.
  public init(hertz: Double) throws(TorchError) {
    player = Player(try Self.open(), ToneGenerator(hertz: hertz))
    startRealTimeThread { [player] in player.play() }
  }

  deinit { end() }

  /// Begins or ends the tone; never waits.
  public func sound(_ isOn: Bool) { player.isOn.store(isOn, ordering: .relaxed) }

  /// Why the tone has failed; `nil` while it works.
  public var failure: LocalizedText? { player.failure.withLock { $0 } }

  /// Ends the tone. The device is closed when this returns, unless it hangs.
  public func end() {
    sound(false)
    guard !player.isEnding.exchange(true, ordering: .relaxed) else { return }
    _ = player.hasEnded.wait(timeout: .now() + .milliseconds(300))
  }

  /// The latency of the device in microseconds.
  private static let latency: CUnsignedInt = 40_000

  private static func open() throws(TorchError) -> OpaquePointer {
    alsa_silence_errors()
    var device: OpaquePointer?
    // Does not wait for a device that is in use.
    var code = snd_pcm_open(&device, "default", SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
    guard code == 0, let device else { throw .noSound(reason: Self.reason(code)) }
    code = snd_pcm_set_params(
      device, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, CUnsignedInt(ToneGenerator.rate), 1,
      latency)
    if code == 0 { code = snd_pcm_nonblock(device, 0) }
    guard code == 0 else {
      snd_pcm_close(device)
      throw .noSound(reason: Self.reason(code))
    }
    return device
  }

  /// ALSA's text for one of its error codes.
  fileprivate static func reason(_ code: CInt) -> LocalizedText {
    code == -ENOENT
      ? "there is no sound device here" : LocalizedText(system: String(cString: snd_strerror(code)))
  }
}

/// The work of the thread. It has no reference to its owner.
private final class Player: Sendable {
  let isOn = Atomic(false)
  let isEnding = Atomic(false)
  let hasEnded = DispatchSemaphore(value: 0)
  let failure = Mutex<LocalizedText?>(nil)
  // Used only on the thread.
  private nonisolated(unsafe) let device: OpaquePointer
  private let generator: ToneGenerator

  /// Samples of one write: 2 ms.
  private static let block = 96
  /// Seconds of sound that may be written before they are due. A sound device accepts no more than its latency. A file accepts
  /// any amount, so it must be limited to the pace of playing.
  private static let largestAdvance = 0.1

  init(_ device: OpaquePointer, _ generator: ToneGenerator) {
    (self.device, self.generator) = (device, generator)
  }

  func play() {
    var generator = generator
    var samples = [Int16](repeating: 0, count: Self.block)
    let start = Timestamp.now
    var played = 0
    while !isEnding.load(ordering: .relaxed) || !generator.isSilent {
      let isOn = isOn.load(ordering: .relaxed)
      for index in samples.indices { samples[index] = generator.next(isOn: isOn) }
      let count = snd_pcm_writei(device, samples, snd_pcm_uframes_t(samples.count))
      // A device recovers from an underrun, but not from being removed.
      if count < 0, snd_pcm_recover(device, CInt(count), 1) < 0 {
        failure.withLock { $0 = SideTone.reason(CInt(count)) }
        break
      }
      played += samples.count
      let ahead = Double(played) / ToneGenerator.rate - (Timestamp.now - start) - Self.largestAdvance
      if ahead > 0 { usleep(UInt32(ahead * 1e6)) }
    }
    snd_pcm_drain(device)
    snd_pcm_close(device)
    hasEnded.signal()
  }
}
