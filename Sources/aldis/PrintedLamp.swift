import Torch

/// A lamp on paper: standard output gets a line for each change, `SECONDS,BASS,MIDDLE,TREBLE`.
final class PrintedLamp: ServedLamp {
  private let start = ContinuousClock.now
  private let end: Cancellation

  /// - Parameter end: Cancelled when nobody reads any more.
  init(end: Cancellation) { self.end = end }

  func show(_ levels: LightLevels) throws(TorchError) {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let columns = [seconds] + levels.bytes.map { Double($0) / 255 }
    let line = columns.map { (($0 * 1000).rounded() / 1000).plain }.joined(separator: ",")
    do {
      try Output.standard.write(line + "\n")
    } catch let failure as Failure {
      throw .failed("the log", reason: failure.message)
    } catch {
      end.cancel()
    }
  }
}
