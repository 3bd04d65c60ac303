import Broker
import ConverterCore

/// The key and the certificate with which a phone is spoken to: made anew each time, and signed by nobody but itself.
struct PhoneCertificate {
  let identity: TLSIdentity
  /// The SHA-256 digest of the certificate, as browsers show it: `AB CD …`.
  let fingerprint: String

  /// How long browsers take it; a phone is spoken to for ten minutes.
  private static let seconds = 24 * 3600

  /// - Parameter address: the IPv4 address that it is for.
  /// - Throws: `missingLibrary`; `internalError`.
  init(for address: String) throws(ConversionError) {
    let octets = address.split(separator: ".").compactMap { UInt8($0) }
    guard octets.count == 4 else {
      throw ConversionError(.internalError, "\(address) is no IPv4 address for a certificate")
    }
    // The first byte keeps the number positive.
    let serial = [1] + Secret.random(bytes: 15).bytes
    let now = LocalTime.seconds
    do {
      // A phone's clock may be slow.
      identity = try TLSIdentity(
        for: octets, valid: now - Self.seconds...now + Self.seconds, serial: serial)
    } catch let error as ConversionError {
      throw error
    } catch {
      throw ConversionError(
        .internalError, "no certificate could be made for a phone: \(error)", cause: error)
    }
    fingerprint = Digest.sha256(identity.certificate).map { byte in
      String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
    }.joined(separator: " ")
  }
}
