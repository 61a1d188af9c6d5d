internal import Crypto
import Foundation
import Glibc
internal import SwiftASN1
internal import X509

/// Makes the keys of one remote light and of those who may switch it.
///
/// Its own key exists only as long as this value: once the keys are made, nobody can make others that they trust.
public struct LightAuthority {
  /// What a certificate is for; it is good for nothing else.
  public enum Purpose: Sendable {
    /// A server that is reached by these names and addresses.
    case server(hosts: [String])
    case client
  }

  private let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
  private let certificate: Certificate

  /// - Parameter validity: When what is made is valid.
  public init(validity: Range<Date>) throws {
    let name = try DistinguishedName { CommonName("Aldis light authority") }
    certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: validity.lowerBound,
      notValidAfter: validity.upperBound, issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try .init {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true))
      }, issuerPrivateKey: key)
  }

  /// - Parameter validity: When the certificate is valid, the authority's being valid as well.
  public func keys(for purpose: Purpose, validity: Range<Date>) throws -> LightKeys {
    let own = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let extensions: Certificate.Extensions
    let name: String
    switch purpose {
    case .server(let hosts):
      name = "Aldis light"
      extensions = try .init {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(hosts.map(Self.name))
      }
    case .client:
      name = "Aldis light sender"
      extensions = try .init {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.clientAuth])
      }
    }
    let made = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: own.publicKey, notValidBefore: validity.lowerBound,
      notValidAfter: validity.upperBound, issuer: certificate.subject,
      subject: try DistinguishedName { CommonName(name) }, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: extensions, issuerPrivateKey: key)
    return LightKeys(
      authority: try certificate.serializeAsPEM().pemString + "\n",
      certificate: try made.serializeAsPEM().pemString + "\n",
      privateKey: try own.serializeAsPEM().pemString + "\n")
  }

  /// A host as certificates name it: an address by its bytes (RFC 5280, 4.2.1.6).
  private static func name(_ host: String) -> GeneralName {
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, host, &four) == 1 {
      return .ipAddress(ASN1OctetString(contentBytes: withUnsafeBytes(of: four) { ArraySlice($0) }))
    }
    if inet_pton(AF_INET6, host, &six) == 1 {
      return .ipAddress(ASN1OctetString(contentBytes: withUnsafeBytes(of: six) { ArraySlice($0) }))
    }
    return .dnsName(host)
  }
}
