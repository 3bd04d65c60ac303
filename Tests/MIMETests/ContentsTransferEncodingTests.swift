import MIME
import Testing

@Suite struct ContentsTransferEncodingTests {
  @Test(
    arguments: [
      ("base64", .base64), (" BASE64\r\n", .base64), ("\"base64\"", .base64),
      ("(a (nested\\) one)) Base64 (more)", .base64), ("base64(x)", .base64),
      ("base64; charset=x", .base64), ("quoted-printable", .quotedPrintable),
      ("Quoted-Printable,", .quotedPrintable), ("'quoted-printable'", .quotedPrintable),
      ("x-uuencode", .uuencode), ("uuencode", .uuencode), ("X-UUE", .uuencode),
      ("x-yencode", .yEnc), ("7bit", .identity), ("8BIT", .identity), ("binary", .identity),
      ("", .identity), (" (nothing) ", .identity), ("(open base64", .identity),
    ] as [(String, TransferEncoding)])
  func known(_ value: String, _ expected: TransferEncoding) {
    #expect(Array(value.utf8).withSpan { TransferEncoding(parsing: $0) } == expected)
  }

  @Test(arguments: ["base65", "base", "8", "gzip", String(repeating: "base64", count: 100)])
  func unknown(_ value: String) {
    #expect(Array(value.utf8).withSpan { TransferEncoding(parsing: $0) } == nil)
  }
}
