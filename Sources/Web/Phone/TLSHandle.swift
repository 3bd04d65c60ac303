import CGnuTLS
import ConverterCore
import NIOCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SystemLibrary {
  static let gnutls = unsafe SystemLibrary(
    "GnuTLS", package: "libgnutls30", opening: { unsafe fairy_gnutls_open() })
}

/// What GnuTLS says of a call that failed.
struct TLSError: Error, CustomStringConvertible {
  let description: String

  fileprivate init(_ status: CInt) {
    // The library's own text, which lives as long as it does.
    description = unsafe gnutls_strerror(status).map { unsafe String(cString: $0) } ?? "\(status)"
  }

  /// - Throws: what a negative status means.
  fileprivate static func check(_ status: CInt) throws(TLSError) {
    if status < 0 { throw TLSError(status) }
  }
}

/// A new key on the curve P-256 and its certificate, which is signed with that key.
///
/// The sessions of all connections share it, each on its own thread: GnuTLS only reads credentials once they are set up.
@safe final class TLSIdentity: @unchecked Sendable {
  fileprivate let credentials: gnutls_certificate_credentials_t
  /// The certificate in DER.
  let certificate: [UInt8]

  /// - Parameters:
  ///   - address: the four bytes of the IPv4 address that it is for.
  ///   - times: when it begins and ceases to be valid, in seconds since 1970.
  ///   - serial: its number, positive when read as two's complement; at most 20 bytes.
  /// - Throws: `missingLibrary`; `TLSError`.
  init(for address: [UInt8], valid times: ClosedRange<Int>, serial: [UInt8]) throws {
    try SystemLibrary.gnutls.open()
    precondition(address.count == 4)
    var key: gnutls_x509_privkey_t?
    try unsafe TLSError.check(gnutls_x509_privkey_init(&key))
    defer { unsafe gnutls_x509_privkey_deinit(key) }
    try unsafe TLSError.check(
      gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, fairy_gnutls_p256_bits(), 0))
    var made: gnutls_x509_crt_t?
    try unsafe TLSError.check(gnutls_x509_crt_init(&made))
    defer { unsafe gnutls_x509_crt_deinit(made) }
    try unsafe TLSError.check(gnutls_x509_crt_set_version(made, 3))
    try unsafe TLSError.check(gnutls_x509_crt_set_serial(made, serial, serial.count))
    try unsafe TLSError.check(gnutls_x509_crt_set_activation_time(made, times.lowerBound))
    try unsafe TLSError.check(gnutls_x509_crt_set_expiration_time(made, times.upperBound))
    try unsafe TLSError.check(gnutls_x509_crt_set_key(made, key))
    let name = Array("fairy".utf8)
    try unsafe TLSError.check(
      gnutls_x509_crt_set_dn_by_oid(
        made, GNUTLS_OID_X520_COMMON_NAME, 0, name, UInt32(name.count)))
    try unsafe TLSError.check(gnutls_x509_crt_set_basic_constraints(made, 0, -1))
    try unsafe TLSError.check(
      gnutls_x509_crt_set_key_usage(made, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)))
    try unsafe TLSError.check(
      gnutls_x509_crt_set_key_purpose_oid(made, GNUTLS_KP_TLS_WWW_SERVER, 0))
    try unsafe TLSError.check(
      gnutls_x509_crt_set_subject_alt_name(
        made, GNUTLS_SAN_IPADDRESS, address, UInt32(address.count), UInt32(GNUTLS_FSAN_SET)))
    try unsafe TLSError.check(gnutls_x509_crt_sign2(made, made, key, GNUTLS_DIG_SHA256, 0))
    // A certificate with one short name and one address has some 400 bytes.
    var bytes = [UInt8](repeating: 0, count: 4096)
    var count = bytes.count
    try unsafe TLSError.check(gnutls_x509_crt_export(made, GNUTLS_X509_FMT_DER, &bytes, &count))
    certificate = Array(bytes.prefix(count))

    var credentials: gnutls_certificate_credentials_t?
    try unsafe TLSError.check(gnutls_certificate_allocate_credentials(&credentials))
    guard let credentials = unsafe credentials else { throw TLSError(GNUTLS_E_MEMORY_ERROR) }
    // The key and the certificate are copied.
    let status = unsafe gnutls_certificate_set_x509_key(credentials, &made, 1, key)
    guard status >= 0 else {
      unsafe gnutls_certificate_free_credentials(credentials)
      throw TLSError(status)
    }
    unsafe self.credentials = unsafe credentials
  }

  deinit { unsafe gnutls_certificate_free_credentials(credentials) }
}

/// The server's side of one TLS connection, which reads and writes memory: what the other side sent is put into ``received``,
/// and what it is to be sent is taken from ``toSend``.
///
/// A session serves one thread.
@safe final class TLSSession {
  private let session: gnutls_session_t
  /// Kept for as long as the session uses it.
  private let identity: TLSIdentity
  /// Encrypted bytes that came and were not read yet.
  var received = ByteBuffer()
  /// Encrypted bytes that wait to be sent.
  var toSend = ByteBuffer()

  /// How many bytes a record of TLS holds at most.
  private static let record = 16 << 10

  /// - Throws: `TLSError`.
  init(_ identity: TLSIdentity) throws(TLSError) {
    var session: gnutls_session_t?
    try unsafe TLSError.check(
      gnutls_init(&session, UInt32(GNUTLS_SERVER.rawValue | GNUTLS_NONBLOCK.rawValue)))
    guard let session = unsafe session else { throw TLSError(GNUTLS_E_MEMORY_ERROR) }
    unsafe self.session = unsafe session
    self.identity = identity
    // The callbacks are only called by the functions below, which are called while this object lives.
    unsafe gnutls_transport_set_ptr(session, Unmanaged.passUnretained(self).toOpaque())
    unsafe gnutls_transport_set_pull_function(session) { unsafe TLSSession.pull($0, $1, $2) }
    unsafe gnutls_transport_set_push_function(session) { unsafe TLSSession.push($0, $1, $2) }
    try unsafe TLSError.check(
      gnutls_priority_set_direct(
        session, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:%SAFE_RENEGOTIATION", nil))
    try unsafe TLSError.check(
      gnutls_credentials_set(
        session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(identity.credentials)))
    // The name is copied.
    var http = Array("http/1.1".utf8)
    try unsafe TLSError.check(
      http.withUnsafeMutableBufferPointer { bytes in
        var name = unsafe gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
        return unsafe gnutls_alpn_set_protocols(session, &name, 1, 0)
      })
  }

  deinit { unsafe gnutls_deinit(session) }

  /// Goes on with the handshake as far as what was received allows.
  ///
  /// - Returns: whether it is complete.
  /// - Throws: what is wrong with the other side; ``toSend`` may hold an alert for it.
  func shakeHands() throws(TLSError) -> Bool {
    let status = unsafe gnutls_handshake(session)
    guard status != GNUTLS_E_AGAIN else { return false }
    try TLSError.check(status)
    return true
  }

  /// What the other side says next.
  ///
  /// - Returns: a record's bytes, none at the orderly end; `nil` where more has to be received first.
  /// - Throws: what is wrong with the other side. To begin a second handshake is wrong, too.
  func read() throws(TLSError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Self.record)
    let count = unsafe gnutls_record_recv(session, &bytes, bytes.count)
    guard count != Int(GNUTLS_E_AGAIN) else { return nil }
    try TLSError.check(CInt(clamping: count))
    return Array(bytes.prefix(count))
  }

  /// Encrypts bytes for the other side; call it after the handshake.
  func write(_ bytes: ByteBufferView) throws(TLSError) {
    var rest = bytes
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes {
        unsafe gnutls_record_send(session, $0.baseAddress, min($0.count, Self.record))
      }
      try TLSError.check(CInt(clamping: sent))
      rest = rest.dropFirst(sent)
    }
  }

  /// Says that nothing more will be sent.
  func sayEnd() { _ = unsafe gnutls_bye(session, GNUTLS_SHUT_WR) }

  /// GnuTLS takes what was received.
  private static func pull(
    _ pointer: gnutls_transport_ptr_t?, _ to: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    guard let pointer = unsafe pointer, let to = unsafe to else { return -1 }
    let own = unsafe Unmanaged<TLSSession>.fromOpaque(pointer).takeUnretainedValue()
    let taken = min(count, own.received.readableBytes)
    guard taken > 0, let bytes = own.received.readSlice(length: taken) else {
      unsafe gnutls_transport_set_errno(own.session, EAGAIN)
      return -1
    }
    unsafe bytes.withUnsafeReadableBytes { from in
      if let start = from.baseAddress { unsafe to.copyMemory(from: start, byteCount: taken) }
    }
    return taken
  }

  /// GnuTLS gives what is to be sent.
  private static func push(
    _ pointer: gnutls_transport_ptr_t?, _ from: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    guard let pointer = unsafe pointer, let from = unsafe from else { return -1 }
    let own = unsafe Unmanaged<TLSSession>.fromOpaque(pointer).takeUnretainedValue()
    return unsafe own.toSend.writeBytes(UnsafeRawBufferPointer(start: from, count: count))
  }
}
