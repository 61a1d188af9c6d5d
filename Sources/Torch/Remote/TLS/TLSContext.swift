#if TLS
internal import COpenSSL
import Localization
internal import NIOCore

/// The TLS settings of one side of a protected remote light. Its connections share them.
///
/// Only TLS 1.3 is allowed. Each side must have a certificate of the keys' authority that is meant for that side.
final class TLSContext: Sendable {
  let side: LightKeys.Side
  /// How long the other side may take to confirm the end of a connection.
  let closingTimeout: TimeAmount
  private let context: OpenSSLObject

  /// - Throws: ``OpenSSLError``, also if the private key does not belong to the certificate.
  init(_ keys: LightKeys, _ side: LightKeys.Side) throws(OpenSSLError) {
    self.side = side
    // A server must not wait long for the end of each connection when a client floods it.
    closingTimeout = .milliseconds(side == .lamp ? 10 : 500)
    context = try OpenSSLObject(SSL_CTX_new(side == .lamp ? TLS_server_method() : TLS_client_method())) {
      SSL_CTX_free($0)
    }
    try OpenSSLError.check(aldis_require_tls13(context.pointer))
    SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    let trusted = SSL_CTX_get_cert_store(context.pointer)
    for authority in try OpenSSLObject.certificates(pem: keys.authority) {
      try OpenSSLError.check(X509_STORE_add_cert(trusted, authority.pointer))
    }
    let chain = try OpenSSLObject.certificates(pem: keys.certificate)
    try OpenSSLError.check(SSL_CTX_use_certificate(context.pointer, chain[0].pointer))
    for certificate in chain.dropFirst() {
      try OpenSSLError.check(aldis_add_to_chain(context.pointer, certificate.pointer))
    }
    let key = try OpenSSLObject.privateKey(pem: keys.privateKey)
    try OpenSSLError.check(SSL_CTX_use_PrivateKey(context.pointer, key.pointer))
    try OpenSSLError.check(SSL_CTX_check_private_key(context.pointer))
    // Sessions are never resumed, so tickets would be useless.
    try OpenSSLError.check(SSL_CTX_set_num_tickets(context.pointer, 0))
  }

  /// The state of a new connection, which is not connected yet.
  ///
  /// - Parameter host: The name or address that the server's certificate must be for; `nil` if this side is the server.
  func connection(to host: String? = nil) throws(OpenSSLError) -> OpenSSLObject {
    let connection = try OpenSSLObject(SSL_new(context.pointer)) { SSL_free($0) }
    guard let host else {
      SSL_set_accept_state(connection.pointer)
      return connection
    }
    SSL_set_connect_state(connection.pointer)
    let parameters = SSL_get0_param(connection.pointer)
    if X509_VERIFY_PARAM_set1_ip_asc(parameters, host) != 1 {
      // Checks the alternative names of the certificate, not its common name (RFC 6125, 6.4.4).
      X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
      try OpenSSLError.check(X509_VERIFY_PARAM_set1_host(parameters, host, 0))
      try OpenSSLError.check(aldis_set_server_name(connection.pointer, host))
    }
    return connection
  }
}

/// Why a connection could not be protected.
enum TLSError: Error, LocalizedTextConvertible, Equatable {
  /// The other side's certificate is of another authority, has expired, or is meant for the other side.
  case untrusted
  /// The server's certificate is for another name or address.
  case wrongHost
  /// The other side ended the connection by this alert (RFC 8446, 6).
  case alert(Int32)
  /// The other side uses another protocol.
  case notTLS
  /// The connection ended before it was protected.
  case cutShort
  /// The connection ended without a closing alert of the other side (RFC 8446, 6.1).
  case cutOff
  case failed(OpenSSLError)

  /// - Parameter connection: An SSL object whose last call has failed.
  init(_ connection: OpenSSLObject) {
    let error = OpenSSLError()
    let alert = aldis_alert(error.code)
    self =
      switch (alert, aldis_tls_reason(error.code)) {
      // The other side ended the connection during the handshake.
      case _ where error.code == 0: .cutShort
      case (0..., _): .alert(alert)
      case (_, SSL_R_CERTIFICATE_VERIFY_FAILED):
        [X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH]
          .contains(Int32(SSL_get_verify_result(connection.pointer))) ? .wrongHost : .untrusted
      case (_, SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE): .untrusted
      case (_, SSL_R_WRONG_VERSION_NUMBER), (_, SSL_R_HTTP_REQUEST), (_, SSL_R_PACKET_LENGTH_TOO_LONG):
        .notTLS
      default: .failed(error)
      }
  }

  var text: LocalizedText {
    switch self {
    case .untrusted: "its certificate has expired, or is not of the authority of these keys"
    case .wrongHost: "its certificate is for another name or address"
    case .alert(SSL_AD_CERTIFICATE_EXPIRED): "it says that the certificate has expired"
    case .alert(SSL_AD_CERTIFICATE_REQUIRED): "it demands a certificate"
    case .alert(SSL_AD_PROTOCOL_VERSION): "it does not speak TLS 1.3"
    case .alert: "it does not accept the certificate"
    case .notTLS: "it does not speak TLS"
    case .cutShort: "it closed the connection before it was protected; does it speak TLS?"
    case .cutOff: "the connection was broken off"
    case .failed(let error): error.text
    }
  }
}
#endif
