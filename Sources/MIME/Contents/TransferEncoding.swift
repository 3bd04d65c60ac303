/// How the content of a part is written in its lines (RFC 2045, 6).
public enum TransferEncoding: String, Sendable {
  /// As it is: `7bit`, `8bit`, `binary`.
  case identity
  case base64
  case quotedPrintable = "quoted-printable"
  case uuencode
  case yEnc = "yenc"
}
