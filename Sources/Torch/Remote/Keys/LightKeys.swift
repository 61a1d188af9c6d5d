import Foundation
import Glibc
internal import NIOCore
internal import NIOSSL
internal import X509

/// What one side of a protected remote light knows itself and the other by: the authority both trust, its own certificate, and
/// its private key. Three files of a folder, in PEM (RFC 7468).
public struct LightKeys: Sendable, Equatable {
  /// The certificate of the authority whose certificates are trusted.
  var authority: String
  var certificate: String
  var privateKey: String

  private static let authorityFile = "authority.pem"
  private static let certificateFile = "certificate.pem"
  private static let privateKeyFile = "key.pem"
  /// Bytes; far more than a chain of certificates has.
  private static let largestFile = 1_048_576

  init(authority: String, certificate: String, privateKey: String) {
    self.authority = authority
    self.certificate = certificate
    self.privateKey = privateKey
  }

  /// Who has the keys.
  public enum Side: Sendable {
    case lamp, sender
  }

  /// Reads the keys in `folder`.
  ///
  /// - Throws: ``TorchError/noKeys(_:reason:)``, also where they are the other side's; ``TorchError/badKeys(_:reason:)``.
  public init(folder: String, for side: Side) throws(TorchError) {
    func text(_ file: String) throws(TorchError) -> String {
      let path = "\(folder)/\(file)"
      var status = stat()
      // A pipe would be waited for, a device read for ever.
      if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG || status.st_size > Self.largestFile {
        throw .badKeys(path, reason: "it is no file of keys")
      }
      do {
        return try String(contentsOfFile: path, encoding: .utf8)
      } catch CocoaError.fileReadNoSuchFile {
        throw .noKeys(path, reason: "there is no such file")
      } catch CocoaError.fileReadNoPermission {
        throw .noKeys(path, reason: "it may not be read by you")
      } catch {
        throw .badKeys(path, reason: "it is no text")
      }
    }
    authority = try text(Self.authorityFile)
    certificate = try text(Self.certificateFile)
    privateKey = try text(Self.privateKeyFile)
    try check(in: folder)
    guard isGood(for: side) else {
      throw .noKeys(folder, reason: "these are the keys of \(side == .lamp ? "who sends" : "the lamp")")
    }
  }

  /// Whether the certificate is meant for `side`; one that does not say is good for both (RFC 5280, 4.2.1.12).
  private func isGood(for side: Side) -> Bool {
    guard let certificate = try? Certificate(pemEncoded: certificate),
      let uses = try? certificate.extensions.extendedKeyUsage
    else { return true }
    return uses.contains(side == .lamp ? .serverAuth : .clientAuth)
  }

  /// Writes them to a new folder that only its owner can look into.
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
        throw .keysNotWritten(folder, reason: systemReason())
      }
    }
  }

  /// Makes a folder that only its owner can look into.
  ///
  /// - Throws: ``TorchError/keysNotWritten(_:reason:)``, where there is something of that name as well.
  public static func makeFolder(_ path: String) throws(TorchError) {
    guard mkdir(path, 0o700) == 0 else { throw .keysNotWritten(path, reason: systemReason()) }
  }

  /// Finds out what would otherwise make every connection fail.
  private func check(in folder: String) throws(TorchError) {
    func require(_ file: String, _ reason: String, _ condition: () throws -> Bool) throws(TorchError) {
      guard (try? condition()) == true else { throw .badKeys("\(folder)/\(file)", reason: reason) }
    }
    let now = time(nil)
    try require(Self.authorityFile, "it holds no certificate") { try !trusted().isEmpty }
    try require(Self.certificateFile, "it holds no certificate") { try !chain().isEmpty }
    try require(Self.certificateFile, "it has expired") { try chain().allSatisfy { $0.notValidAfter > now } }
    try require(Self.certificateFile, "it is not valid yet, or the clock of this machine is wrong") {
      try chain().allSatisfy { $0.notValidBefore <= now }
    }
    try require(Self.privateKeyFile, "it holds no private key") {
      _ = try key()
      return true
    }
    try require(Self.privateKeyFile, "it is not the key of \(Self.certificateFile)") {
      _ = try serverContext()
      return true
    }
  }

  // MARK: TLS

  /// For the side with the lamp: whoever connects has to have a certificate of the authority.
  func serverContext() throws -> NIOSSLContext {
    try context(
      .makeServerConfigurationWithMTLS(
        certificateChain: try chain().map { .certificate($0) }, privateKey: .privateKey(try key()),
        trustRoots: .certificates(try trusted())),
      // Who floods a server with connections must not have it wait for the end of each.
      farewell: .milliseconds(10))
  }

  /// For the side that sends: the server has to have a certificate of the authority that is for its name or address.
  func clientContext() throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates(try trusted())
    configuration.certificateChain = try chain().map { .certificate($0) }
    configuration.privateKey = .privateKey(try key())
    return try context(configuration, farewell: .milliseconds(500))
  }

  /// - Parameter farewell: How long the other side gets to agree to the end of a connection.
  private func context(_ configuration: TLSConfiguration, farewell: TimeAmount) throws -> NIOSSLContext {
    var configuration = configuration
    configuration.minimumTLSVersion = .tlsv13
    configuration.shutdownTimeout = farewell
    return try NIOSSLContext(configuration: configuration)
  }

  private func trusted() throws -> [NIOSSLCertificate] {
    try NIOSSLCertificate.fromPEMBytes(Array(authority.utf8))
  }

  private func chain() throws -> [NIOSSLCertificate] {
    try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
  }

  private func key() throws -> NIOSSLPrivateKey {
    try NIOSSLPrivateKey(bytes: Array(privateKey.utf8), format: .pem)
  }
}
