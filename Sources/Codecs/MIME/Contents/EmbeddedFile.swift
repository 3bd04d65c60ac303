/// A file that stands in the text of a mail, as it was before there was MIME.
public struct EmbeddedFile: Equatable, Sendable {
  /// As it is written; it may be empty.
  public let name: [UInt8]
  /// ``TransferEncoding/uuencode`` or ``TransferEncoding/yEnc``.
  public let encoding: TransferEncoding
  /// From its first line to behind its last one, for ``ContentDecoder``.
  public let range: Range<Int>
}
