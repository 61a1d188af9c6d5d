#if TLS
internal import COpenSSL
import FoundationEssentials
import Glibc
import Localization

/// An object of OpenSSL, freed with this value.
///
/// Objects that are shared between threads do not change after they are made: certificates, keys, contexts
/// (openssl-threads(7ssl)).
final class OpenSSLObject: @unchecked Sendable {
  let pointer: OpaquePointer
  private let free: @Sendable (OpaquePointer) -> Void

  /// - Parameters:
  ///   - pointer: The result of an OpenSSL function; `nil` means that it failed.
  ///   - free: The function that frees it.
  init(_ pointer: OpaquePointer?, free: @escaping @Sendable (OpaquePointer) -> Void) throws(OpenSSLError) {
    guard let pointer else { throw OpenSSLError() }
    self.pointer = pointer
    self.free = free
  }

  deinit { free(pointer) }
}

/// The newest failure of OpenSSL on this thread (ERR_peek_last_error(3ssl)).
struct OpenSSLError: Error, LocalizedTextConvertible, Equatable {
  let code: UInt

  init() {
    code = ERR_peek_last_error()
    ERR_clear_error()
  }

  /// OpenSSL's text.
  var description: String {
    ERR_reason_error_string(code).map { String(cString: $0) } ?? "OpenSSL error \(code)"
  }

  var text: LocalizedText { "the connection could not be protected (\(description))" }

  /// - Throws: If `status` is not 1, OpenSSL's value for success.
  static func check(_ status: Int32) throws(OpenSSLError) {
    guard status == 1 else { throw OpenSSLError() }
  }
}

// MARK: PEM (RFC 7468)

extension OpenSSLObject {
  /// The certificates in `text`, at least one.
  static func certificates(pem text: String) throws(OpenSSLError) -> [OpenSSLObject] {
    let memory = try reader(of: text)
    var found: [OpenSSLObject] = []
    while let certificate = withExtendedLifetime(
      memory, { PEM_read_bio_X509(memory.pointer, nil, { _, _, _, _ in -1 }, nil) })
    {
      found.append(try OpenSSLObject(certificate) { X509_free($0) })
    }
    // The end of the text is reported as an error, but is none.
    let end = OpenSSLError()
    guard !found.isEmpty, aldis_is_end_of_pem(end.code) == 1 else { throw end }
    return found
  }

  /// The private key in `text`. A key with a pass phrase cannot be read.
  static func privateKey(pem text: String) throws(OpenSSLError) -> OpenSSLObject {
    let memory = try reader(of: text)
    // Without a callback, OpenSSL asks for the pass phrase at the terminal (PEM_read_bio_PrivateKey(3ssl)).
    let key = withExtendedLifetime(memory) {
      PEM_read_bio_PrivateKey(memory.pointer, nil, { _, _, _, _ in -1 }, nil)
    }
    return try OpenSSLObject(key) { EVP_PKEY_free($0) }
  }

  /// The text that `write` writes into a buffer of OpenSSL.
  static func pem(_ write: (OpaquePointer) -> Int32) throws(OpenSSLError) -> String {
    let memory = try memory()
    try OpenSSLError.check(write(memory.pointer))
    var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(memory.pointer))
    let count = BIO_read(memory.pointer, &bytes, Int32(bytes.count))
    return String(decoding: bytes.prefix(max(Int(count), 0)), as: UTF8.self)
  }

  private static func memory() throws(OpenSSLError) -> OpenSSLObject {
    try OpenSSLObject(BIO_new(BIO_s_mem())) { BIO_free_all($0) }
  }

  private static func reader(of text: String) throws(OpenSSLError) -> OpenSSLObject {
    let memory = try memory()
    let bytes = Array(text.utf8)
    guard bytes.isEmpty || BIO_write(memory.pointer, bytes, Int32(bytes.count)) == bytes.count else {
      throw OpenSSLError()
    }
    return memory
  }
}
#endif
