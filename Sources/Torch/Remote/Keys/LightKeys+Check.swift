#if TLS
internal import COpenSSL

extension LightKeys {
  /// Whether the certificate is meant for `side`; one that does not say is good for both (RFC 5280, 4.2.1.12).
  func isGood(for side: Side) -> Bool {
    guard let certificate = try? OpenSSLObject.certificates(pem: certificate)[0] else { return true }
    // All bits are set where it does not say (X509_get_extended_key_usage(3ssl)).
    let uses = X509_get_extended_key_usage(certificate.pointer)
    return uses & UInt32(side == .lamp ? XKU_SSL_SERVER : XKU_SSL_CLIENT) != 0
  }

  /// Finds what would make every connection fail.
  ///
  /// - Throws: ``TorchError/badKeys(_:reason:)``.
  func check(in folder: String) throws(TorchError) {
    func require(_ file: String, _ reason: String, _ condition: () throws -> Bool) throws(TorchError) {
      guard (try? condition()) == true else { throw .badKeys("\(folder)/\(file)", reason: reason) }
    }
    func chain() throws -> [OpenSSLObject] { try OpenSSLObject.certificates(pem: certificate) }
    try require(Self.authorityFile, "it holds no certificate") {
      _ = try OpenSSLObject.certificates(pem: authority)
      return true
    }
    try require(Self.certificateFile, "it holds no certificate") {
      _ = try chain()
      return true
    }
    // X509_cmp_time(3ssl): 1 for a time that is yet to come, -1 for one that has been, 0 for none.
    try require(Self.certificateFile, "it has expired") {
      try chain().allSatisfy { X509_cmp_time(X509_get0_notAfter($0.pointer), nil) == 1 }
    }
    try require(Self.certificateFile, "it is not valid yet, or the clock of this machine is wrong") {
      try chain().allSatisfy { X509_cmp_time(X509_get0_notBefore($0.pointer), nil) == -1 }
    }
    try require(Self.privateKeyFile, "it holds no private key") {
      _ = try OpenSSLObject.privateKey(pem: privateKey)
      return true
    }
    try require(Self.privateKeyFile, "it is not the key of \(Self.certificateFile)") {
      _ = try TLSContext(self, .lamp)
      return true
    }
  }
}
#endif
