#if TLS
internal import COpenSSL
import FoundationEssentials
import Glibc

/// Makes the keys of one remote light and of its senders.
///
/// The authority's private key exists only in this value. Without the value, no further keys can be made that the existing keys
/// trust.
public struct LightAuthority: Sendable {
  /// The purpose of a certificate. It is not valid for other purposes.
  public enum Purpose: Sendable {
    /// A server that is reached by these names and addresses.
    case server(hosts: [String])
    case client
  }

  private let key: OpenSSLObject
  private let certificate: OpenSSLObject

  /// - Parameter validity: When the authority's certificate is valid.
  /// - Throws: An error of OpenSSL.
  public init(validity: Range<Date>) throws {
    key = try Self.newKey()
    certificate = try Self.newCertificate(named: "Aldis light authority", of: key, validity: validity)
    try Self.extend(certificate, NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
    try Self.extend(certificate, NID_key_usage, "critical,keyCertSign")
    // Distinguishes authorities of the same name (4.2.1.1 and 4.2.1.2).
    try Self.extend(certificate, NID_subject_key_identifier, "hash")
    try sign(certificate)
  }

  /// - Parameter validity: When the certificate is valid, if the authority's certificate is valid too.
  /// - Throws: An error of OpenSSL.
  public func keys(for purpose: Purpose, validity: Range<Date>) throws -> LightKeys {
    let leafKey = try Self.newKey()
    let name = if case .server = purpose { "Aldis light" } else { "Aldis light sender" }
    let leaf = try Self.newCertificate(named: name, of: leafKey, validity: validity)
    try Self.extend(leaf, NID_basic_constraints, "critical,CA:FALSE")
    try Self.extend(leaf, NID_key_usage, "critical,digitalSignature")
    try Self.extend(leaf, NID_subject_key_identifier, "hash")
    try Self.extend(leaf, NID_authority_key_identifier, "keyid:always", issuer: certificate)
    switch purpose {
    case .server(let hosts):
      try Self.extend(leaf, NID_ext_key_usage, "serverAuth")
      try Self.setAlternativeNames(of: leaf, hosts)
    case .client:
      try Self.extend(leaf, NID_ext_key_usage, "clientAuth")
    }
    try sign(leaf)
    return LightKeys(
      authority: try OpenSSLObject.pem { PEM_write_bio_X509($0, certificate.pointer) },
      certificate: try OpenSSLObject.pem { PEM_write_bio_X509($0, leaf.pointer) },
      privateKey: try OpenSSLObject.pem {
        PEM_write_bio_PrivateKey($0, leafKey.pointer, nil, nil, 0, nil, nil)
      })
  }

  // MARK: Certificates (RFC 5280)

  private static func newKey() throws(OpenSSLError) -> OpenSSLObject {
    try OpenSSLObject(aldis_new_p256_key()) { EVP_PKEY_free($0) }
  }

  /// A certificate without extensions or signature.
  private static func newCertificate(
    named name: String, of key: OpenSSLObject, validity: Range<Date>
  ) throws(OpenSSLError) -> OpenSSLObject {
    let made = try OpenSSLObject(X509_new()) { X509_free($0) }
    // 2 means version 3 (4.1.2.1).
    try OpenSSLError.check(X509_set_version(made.pointer, 2))
    // Positive and at most 20 bytes long (4.1.2.2).
    let serial = try OpenSSLObject(BN_new()) { BN_free($0) }
    try OpenSSLError.check(BN_rand(serial.pointer, 159, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY))
    guard BN_to_ASN1_INTEGER(serial.pointer, X509_get_serialNumber(made.pointer)) != nil,
      ASN1_TIME_set(X509_getm_notBefore(made.pointer), time_t(validity.lowerBound.timeIntervalSince1970))
        != nil,
      ASN1_TIME_set(X509_getm_notAfter(made.pointer), time_t(validity.upperBound.timeIntervalSince1970))
        != nil
    else { throw OpenSSLError() }
    try OpenSSLError.check(
      X509_NAME_add_entry_by_txt(X509_get_subject_name(made.pointer), "CN", MBSTRING_UTF8, name, -1, -1, 0))
    try OpenSSLError.check(X509_set_pubkey(made.pointer, key.pointer))
    return made
  }

  /// - Parameter value: In the syntax of x509v3_config(5ssl).
  private static func extend(
    _ certificate: OpenSSLObject, _ kind: Int32, _ value: String, issuer: OpenSSLObject? = nil
  ) throws(OpenSSLError) {
    let made = try OpenSSLObject(
      aldis_extension(kind, value, (issuer ?? certificate).pointer, certificate.pointer)
    ) { X509_EXTENSION_free($0) }
    try OpenSSLError.check(X509_add_ext(certificate.pointer, made.pointer, -1))
  }

  /// Adds the hosts of a server: an address as its bytes, a name as text (4.2.1.6).
  private static func setAlternativeNames(
    of certificate: OpenSSLObject, _ hosts: [String]
  ) throws(OpenSSLError) {
    let names = try OpenSSLObject(GENERAL_NAMES_new()) { GENERAL_NAMES_free($0) }
    for host in hosts {
      guard let name = GENERAL_NAME_new() else { throw OpenSSLError() }
      guard aldis_append(names.pointer, name) > 0 else { throw OpenSSLError() }
      if let address = a2i_IPADDRESS(host) {
        GENERAL_NAME_set0_value(name, GEN_IPADD, address)
      } else {
        let text = ASN1_IA5STRING_new()
        GENERAL_NAME_set0_value(name, GEN_DNS, text)
        try OpenSSLError.check(ASN1_STRING_set(text, host, Int32(host.utf8.count)))
      }
    }
    try OpenSSLError.check(
      X509_add1_ext_i2d(
        certificate.pointer, NID_subject_alt_name, UnsafeMutableRawPointer(names.pointer), 0, 0))
  }

  private func sign(_ made: OpenSSLObject) throws(OpenSSLError) {
    try OpenSSLError.check(X509_set_issuer_name(made.pointer, X509_get_subject_name(certificate.pointer)))
    // X509_sign(3ssl) returns the signature's size.
    guard X509_sign(made.pointer, key.pointer, EVP_sha256()) > 0 else { throw OpenSSLError() }
  }
}
#endif
