import ConverterCore
import Crypto
import FoundationEssentials
import NIOSSL
import SwiftASN1
import SystemPackage
import X509

/// The key and the certificate with which a phone is spoken to: made anew each time, and signed by nobody but itself.
struct PhoneCertificate {
  let context: NIOSSLContext
  /// The SHA-256 digest of the certificate, as browsers show it: `AB CD …`.
  let fingerprint: String

  /// How long browsers take it; a phone is spoken to for ten minutes.
  private static let seconds = 24.0 * 3600

  /// - Parameter address: the IPv4 address that it is for.
  /// - Throws: `internalError`.
  init(for address: String) throws(ConversionError) {
    do {
      let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
      let name = try DistinguishedName { CommonName("fairy") }
      let octets = address.split(separator: ".").compactMap { UInt8($0) }
      let certificate = try Certificate(
        version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
        // A phone's clock may be slow.
        notValidBefore: Date.now.addingTimeInterval(-Self.seconds),
        notValidAfter: Date.now.addingTimeInterval(Self.seconds), issuer: name, subject: name,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.notCertificateAuthority)
          Critical(KeyUsage(digitalSignature: true))
          try ExtendedKeyUsage([.serverAuth])
          SubjectAlternativeNames([.ipAddress(ASN1OctetString(contentBytes: octets[...]))])
        }, issuerPrivateKey: key)
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      let bytes = serializer.serializedBytes
      var settings = TLSConfiguration.makeServerConfiguration(
        certificateChain: [.certificate(try NIOSSLCertificate(bytes: bytes, format: .der))],
        privateKey: .privateKey(
          try NIOSSLPrivateKey(
            bytes: Array(try key.serializeAsPEM().pemString.utf8), format: .pem)))
      settings.minimumTLSVersion = .tlsv12
      settings.applicationProtocols = ["http/1.1"]
      context = try NIOSSLContext(configuration: settings)
      fingerprint = Digest.sha256(bytes).map { byte in
        String(byte >> 4, radix: 16, uppercase: true)
          + String(byte & 15, radix: 16, uppercase: true)
      }.joined(separator: " ")
    } catch {
      throw ConversionError(
        .internalError, "no certificate could be made for a phone: \(error)", cause: error)
    }
  }
}
