import Localization

/// Why a torch cannot be taken or switched.
public enum TorchError: Error, Sendable, Equatable {
  /// The LED's name, the searched folder, and the existing LEDs.
  case noSuchLED(String, folder: String, existing: [String])
  /// The system lets this user read, but not write.
  case notPermitted(String, path: String)
  /// Another program or client uses the torch.
  case inUse(String, holder: String)
  /// The torch was removed.
  case gone(String)
  /// A remote light that does not answer.
  case unreachable(String, reason: LocalizedText)
  /// The user has switched the remote light off in this file.
  case switchedOff(settings: String)
  /// The connection to a remote light was lost or stalled, with the number of lost changes and of all changes.
  case interrupted(String, reason: LocalizedText, lost: Int, of: Int)
  /// The light was switched too late, by this number of seconds, and the message ended.
  case heldUp(String, seconds: Double)
  /// The address on which the server cannot listen, and the reason.
  case cannotListen(String, reason: LocalizedText)
  /// An address that other machines can reach, without protection and without the user's permission.
  case exposed(String)
  /// A file of keys that is missing, not readable, or of the other side.
  case noKeys(String, reason: LocalizedText)
  /// A file of keys that is damaged or not valid.
  case badKeys(String, reason: LocalizedText)
  /// The folder into which new keys could not be written.
  case keysNotWritten(String, reason: LocalizedText)
  /// No sound device can be used for a tone, with the system's reason.
  case noSound(reason: LocalizedText)
  /// Another error, with the system's reason.
  case failed(String, reason: LocalizedText)
}

extension TorchError: LocalizedTextConvertible {
  /// What failed, with which name, and what to try.
  public var text: LocalizedText {
    switch self {
    case .noSuchLED(let name, let folder, let existing) where existing.isEmpty:
      "no LED is called \(name), and there is none at all in \(folder); choose another torch"
    case .noSuchLED(let name, let folder, let existing):
      "no LED is called \(name); \(folder) has \(existing.joined(separator: ", "))"
    case .notPermitted(let torch, let path):
      "no permission to switch \(torch): \(path) cannot be written; try as root, or let a udev rule allow it"
    case .inUse(let torch, let holder):
      "\(torch) is in use by \(holder); wait for its end, or choose another torch"
    case .gone(let torch): "\(torch) has gone; plug it in again"
    case .unreachable(let torch, let reason):
      """
      cannot reach \(torch): \(reason); see that aldis light serve runs there, and that address and keys are the right ones
      """
    case .switchedOff(let settings):
      "the remote light is switched off in \(settings); write on = true below [remote-light]"
    case .interrupted(let torch, let reason, lost: 0, _):
      "\(torch) was not reached all the time: \(reason); some of the light may be lost; send it again"
    case .interrupted(let torch, let reason, let lost, let count):
      """
      \(torch) was not reached all the time: \(reason); \(lost) of \(count) changes of the light are lost; send it again
      """
    case .heldUp(let torch, let seconds):
      "\(torch) was held up by \((seconds * 100).rounded() / 100) s, which ended the message; send it again"
    case .cannotListen(let address, let reason):
      "cannot listen on \(address): \(reason); choose another by --listen HOST:PORT"
    case .exposed(let address):
      """
      \(address) can be reached from other machines, and anyone there could switch the lamp; protect it by --keys FOLDER \
      (see aldis help light keys), or say --insecure to allow it
      """
    case .noKeys(let path, let reason):
      "no keys for the light in \(path): \(reason); name the folder server or client that aldis light keys made"
    case .badKeys(let path, let reason): "cannot use \(path): \(reason); make new keys with aldis light keys"
    case .keysNotWritten(let folder, let reason):
      "cannot write keys to \(folder): \(reason); name another folder, one that does not exist yet"
    case .noSound(let reason):
      "no sound: \(reason); leave out --tone"
    case .failed(let torch, let reason): "cannot switch \(torch): \(reason)"
    }
  }
}
