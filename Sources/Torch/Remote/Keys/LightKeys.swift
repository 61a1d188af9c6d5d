import FoundationEssentials
import Frames
import Glibc
import Localization

/// The keys of one side of a protected remote light: the certificate of the authority that both sides trust, its own
/// certificate, and its private key. They are three files of a folder, in PEM (RFC 7468).
public struct LightKeys: Sendable, Equatable {
  /// The certificate of the authority whose certificates are trusted.
  var authority: String
  var certificate: String
  var privateKey: String

  static let authorityFile = "authority.pem"
  static let certificateFile = "certificate.pem"
  static let privateKeyFile = "key.pem"
  /// The largest accepted file, in bytes: far more than a chain of certificates needs.
  private static let largestFile = 1_048_576

  init(authority: String, certificate: String, privateKey: String) {
    self.authority = authority
    self.certificate = certificate
    self.privateKey = privateKey
  }

  /// The owner of the keys.
  public enum Side: Sendable {
    case lamp, sender
  }

  /// Reads the keys in `folder`.
  ///
  /// - Throws: ``TorchError/noKeys(_:reason:)``, also for the keys of the other side; ``TorchError/badKeys(_:reason:)``.
  public init(folder: String, for side: Side) throws(TorchError) {
    func text(_ file: String) throws(TorchError) -> String {
      let path = "\(folder)/\(file)"
      var status = stat()
      // Reading a pipe would wait, and reading a device might not end.
      if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG || status.st_size > Self.largestFile {
        throw .badKeys(path, reason: "it is no file of keys")
      }
      do {
        return try String(contentsOfFile: path, encoding: .utf8)
      } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        throw .noKeys(path, reason: "there is no such file")
      } catch let error as CocoaError where error.code == .fileReadNoPermission {
        throw .noKeys(path, reason: "it may not be read by you")
      } catch {
        throw .badKeys(path, reason: "it is no text")
      }
    }
    authority = try text(Self.authorityFile)
    certificate = try text(Self.certificateFile)
    privateKey = try text(Self.privateKeyFile)
    try check(in: folder)
    guard isMeant(for: side) else {
      throw .noKeys(
        folder, reason: side == .lamp ? "these are the keys of who sends" : "these are the keys of the lamp")
    }
  }

  /// Writes the keys to a new folder that only its owner can read.
  ///
  /// - Throws: ``TorchError/keysNotWritten(_:reason:)``.
  public func write(to folder: String) throws(TorchError) {
    let files = [
      (Self.authorityFile, authority), (Self.certificateFile, certificate), (Self.privateKeyFile, privateKey),
    ]
    try Self.makeFolder(folder)
    for (file, text) in files {
      let descriptor = open("\(folder)/\(file)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      defer { close(descriptor) }
      guard descriptor >= 0, Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else {
        throw .keysNotWritten(folder, reason: LocalizedText(errno: errno))
      }
    }
  }

  /// Makes a folder that only its owner can read.
  ///
  /// - Throws: ``TorchError/keysNotWritten(_:reason:)``, also if the name exists.
  public static func makeFolder(_ path: String) throws(TorchError) {
    guard mkdir(path, 0o700) == 0 else { throw .keysNotWritten(path, reason: LocalizedText(errno: errno)) }
  }
}
