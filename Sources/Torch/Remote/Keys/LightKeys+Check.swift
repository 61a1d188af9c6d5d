#if TLS
internal import COpenSSL
import Localization

extension LightKeys {
  /// Whether the certificate is meant for `side`. A certificate without a purpose is valid for both sides (RFC 5280, 4.2.1.12).
  func isMeant(for side: Side) -> Bool {
    guard let certificate = try? OpenSSLObject.certificates(pem: certificate)[0] else { return true }
    // Without a purpose, all bits are set (X509_get_extended_key_usage(3ssl)).
    let uses = X509_get_extended_key_usage(certificate.pointer)
    return uses & UInt32(side == .lamp ? XKU_SSL_SERVER : XKU_SSL_CLIENT) != 0
  }

  /// Checks for errors that would make every connection fail.
  ///
  /// - Throws: ``TorchError/badKeys(_:reason:)``.
  func check(in folder: String) throws(TorchError) {
    func require(
      _ file: String, reason: LocalizedText, _ condition: () throws -> Bool
    ) throws(TorchError) {
      guard (try? condition()) == true else { throw .badKeys("\(folder)/\(file)", reason: reason) }
    }
    func chain() throws -> [OpenSSLObject] { try OpenSSLObject.certificates(pem: certificate) }
    try require(Self.authorityFile, reason: "it holds no certificate") {
      _ = try OpenSSLObject.certificates(pem: authority)
      return true
    }
    try require(Self.certificateFile, reason: "it holds no certificate") {
      _ = try chain()
      return true
    }
    // X509_cmp_time(3ssl): 1 for a time in the future, -1 for one in the past, 0 for an error.
    try require(Self.certificateFile, reason: "it has expired") {
      try chain().allSatisfy { X509_cmp_time(X509_get0_notAfter($0.pointer), nil) == 1 }
    }
    try require(Self.certificateFile, reason: "it is not valid yet, or the clock of this machine is wrong") {
      try chain().allSatisfy { X509_cmp_time(X509_get0_notBefore($0.pointer), nil) == -1 }
    }
    try require(Self.privateKeyFile, reason: "it holds no private key") {
      _ = try OpenSSLObject.privateKey(pem: privateKey)
      return true
    }
    try require(Self.privateKeyFile, reason: "it is not the key of \(Self.certificateFile)") {
      _ = try TLSContext(self, .lamp)
      return true
    }
  }
}
#endif
