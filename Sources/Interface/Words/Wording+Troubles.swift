import Capture
import Graphics
import Luma
import Monitor
import Morse
import Torch

/// Texts of errors.
extension Wording {
  /// A sentence; in English the same as in the log. An error without a phrase stays as it is.
  public func trouble(_ error: any Error) -> String {
    guard let (phrase, values) = phrase(of: error) else { return "\(error)" }
    let words = fill(phrase, values)
    // A value from the user or the system keeps its spelling.
    return self[phrase].hasPrefix("{}") ? words + "." : sentence(words)
  }

  /// The same within a sentence.
  private func words(_ error: any Error) -> String {
    phrase(of: error).map { fill($0.0, $0.1) } ?? "\(error)"
  }

  /// Why a camera cannot be chosen, beside its name.
  func obstacle(_ error: CaptureError) -> String {
    if case .notACamera(_, let why) = error { reason(why) } else { words(error) }
  }

  /// Why the GPU does not measure.
  func reason(_ reason: Verification.Reason) -> String {
    switch reason {
    case .precision(let bits): self(.tooFewBits, "\(bits)", "\(LumaPass.leastPrecision)")
    case .size(let width, let height, let largest):
      self(.tooLargeForGPU, "\(width)", "\(height)", "\(largest)")
    case .mismatch(let tiles, let count): self(.measuredWrong, "\(tiles)", "\(count)")
    case .failure(let error): words(error)
    }
  }

  /// The reason of the system, a library or a driver, translated if it is in the table.
  public func reason(_ words: String) -> String {
    if let phrase = Phrase.reasons[words] { return self[phrase] }
    for phrase in Phrase.formedReasons {
      if let values = phrase.values(in: words) { return fill(phrase, values.map(reason)) }
    }
    return words
  }

  /// The status of a remote light; `nil` if it need not be shown.
  public func light(_ status: RemoteLightStatus) -> String? {
    let words: String
    switch status {
    case .connecting: return nil
    case .off: words = self(.lightOff, self[.remoteLight])
    case .connected: words = self(.lightBack, self[.remoteLight])
    case .stalled: words = self(.lightStill, self[.remoteLight])
    case .inUse(let holder): words = self(.lightTaken, self[.remoteLight], holder)
    case .inControl: words = self(.lightFree, self[.remoteLight])
    case .away(let reason, let seconds):
      words = self(.lightAway, self[.remoteLight], self.reason(reason), brief(seconds))
    }
    return sentence(words)
  }

  /// The note about a shader that was left out, because it hung in the last run.
  public var wasStopped: String { self[.wasStopped] }

  /// With as many decimals as needed, at most two.
  private func brief(_ seconds: Double) -> String {
    "\((seconds * 100).rounded() / 100)".replacing(".", with: language.decimalMark)
  }

  private func phrase(of error: any Error) -> (Phrase, [String])? {
    switch error {
    case let error as CaptureError: parts(of: error)
    case let error as TorchError: parts(of: error)
    case let error as GraphicsError: parts(of: error)
    case let error as SettingsError: parts(of: error)
    case let error as EncodingError: parts(of: error)
    case let error as Trouble: parts(of: error)
    default: nil
    }
  }

  private func parts(of error: CaptureError) -> (Phrase, [String]) {
    switch error {
    case .noSuchFile(let path): (.noSuchFile, [path])
    case .isDirectory(let path): (.isFolder, [path])
    case .unreadable(let path, let why): (.unreadableFile, [path, reason(why)])
    case .notUnderstood(let path, let why): (.notUnderstood, [path, reason(why)])
    case .noPicture(let path): (.noMovingPicture, [path])
    case .truncated(let path, let why): (.breaksOff, [path, reason(why)])
    case .readFailed(let path, let why): (.readingFailed, [path, reason(why)])
    case .noSuchCamera(let name): (.noSuchCamera, [name])
    case .noCamera: (.plugCameraIn, [])
    case .notACamera(let path, let why): (.notACamera, [path, reason(why)])
    case .cameraBusy(let path): (.cameraBusy, [path])
    case .cameraDenied(let path): (.cameraDenied, [path])
    case .cameraGone(let path): (.cameraGone, [path])
    case .noUsableFormat(let path, let offered): (.noUsableFormat, [path, offered.joined(separator: ", ")])
    case .deviceFailed(let path, let request, let why): (.deviceFailed, [path, request, reason(why)])
    }
  }

  private func parts(of error: TorchError) -> (Phrase, [String])? {
    switch error {
    case .noSuchLED(let name, let folder, let existing):
      existing.isEmpty
        ? (.noLED, [name, folder]) : (.noSuchLED, [name, folder, existing.joined(separator: ", ")])
    case .notPermitted(let torch, let path): (.lightDenied, [torch, path])
    case .inUse(let torch, let holder): (.lightInUse, [torch, holder])
    case .gone(let torch): (.lightGone, [torch])
    case .unreachable(let torch, let why): (.lightUnreachable, [torch, reason(why)])
    case .switchedOff(let settings): (.lightSwitchedOff, [settings])
    case .interrupted(let torch, let why, lost: 0, _): (.someLightLost, [torch, reason(why)])
    case .interrupted(let torch, let why, let lost, let count):
      (.changesLost, [torch, reason(why), "\(lost)", "\(count)"])
    case .heldUp(let torch, let seconds): (.heldUp, [torch, brief(seconds)])
    case .noKeys(let path, let why): (.noKeys, [path, reason(why)])
    case .badKeys(let path, let why): (.badKeys, [path, reason(why)])
    case .failed(let torch, let why): (.cannotSwitch, [torch, reason(why)])
    // Errors of commands without a window.
    case .cannotListen, .exposed, .keysNotWritten, .noSound: nil
    }
  }

  private func parts(of error: GraphicsError) -> (Phrase, [String])? {
    switch error {
    case .noDisplay(let why): (.noDisplay, [why])
    case .noWindow(let why): (.noWindow, [why])
    case .contextLost(let why): (.contextLost, [reason(why)])
    case .size(let width, let height, let largest):
      (.tooLargeForGPU, ["\(width)", "\(height)", "\(largest)"])
    case .incompleteTarget(let width, let height, let status):
      (.cannotDrawInto, ["\(width)", "\(height)", String(status, radix: 16)])
    // Errors for authors of shaders and drivers.
    case .noOffscreenContext, .compile, .link, .driver: nil
    }
  }

  private func parts(of error: SettingsError) -> (Phrase, [String])? {
    switch error {
    case .unreadable: nil
    case .syntax(let line, let column, let why): (.settingsLine, ["\(line)", "\(column)", why])
    case .unknown(let key, let known): (.settingsKey, [key, known.sorted().joined(separator: ", ")])
    case .wrong(let key, let expected): (.settingsValue, [key, reason(expected)])
    }
  }

  private func parts(of error: EncodingError) -> (Phrase, [String]) {
    switch error {
    case .noCodeWord(let signs): (.noCodeWord, [EncodingError.listed(signs)])
    case .badProsign(let prosign): (.noProsign, [prosign.count > 20 ? prosign.prefix(20) + "…" : prosign])
    }
  }

  private func parts(of trouble: Trouble) -> (Phrase, [String]) {
    switch trouble {
    case .cannotWrite(let path, let why): (.cannotWrite, [path, reason(why)])
    case .writingFailed(let path, let why): (.writingFailed, [path, reason(why)])
    case .badSettings(let path, .unreadable(let why)): (.badSettings, [path, reason(why)])
    case .badSettings(let path, let error): (.badSettings, [path, words(error)])
    case .nothingToSend: (.nothingToSend, [])
    case .tooSlow(let torch): (.tooSlow, [torch])
    }
  }
}
