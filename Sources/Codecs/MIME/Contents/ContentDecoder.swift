public import ConverterCore

/// Makes bytes of a content again that was written in lines for the mail, in pieces that may be cut anywhere.
///
/// Nothing is refused: what cannot be understood is skipped or kept as the encoding has it, and counted. The result
/// does not depend on where pieces are cut.
///
/// What comes out is no larger than what goes in, except for uuencode, whose lines may leave blanks at their ends out:
/// up to 32 times as large.
public struct ContentDecoder {
  private var form: any ContentForm

  public init(_ encoding: TransferEncoding) {
    form =
      switch encoding {
      case .identity: PlainContent()
      case .base64: Base64Decoder()
      case .quotedPrintable: QuotedPrintableDecoder()
      case .uuencode: UUDecoder()
      case .yEnc: YEncDecoder()
      }
  }

  /// Decodes a piece and appends what is complete.
  ///
  /// - Parameter isLast: whether nothing follows; the decoder must not be used again then.
  public mutating func decode(
    _ bytes: Span<UInt8>, isLast: Bool, into output: ByteBuffer
  ) {
    form.decode(bytes, isLast: isLast, into: output)
  }

  /// Bytes that were skipped or not understood, line ends and blanks not among them.
  public var oddBytes: Int { form.oddBytes }

  /// Whether the content lacks its end; known after the last piece.
  public var isTruncated: Bool { form.isTruncated }

  /// Whether what came out is not what the content itself says of its size or its checksum (yEnc); known after the last
  /// piece.
  public var isDamaged: Bool { form.isDamaged }
}

/// A way of writing content in lines.
protocol ContentForm {
  mutating func decode(_ bytes: Span<UInt8>, isLast: Bool, into output: ByteBuffer)
  var oddBytes: Int { get }
  var isTruncated: Bool { get }
  var isDamaged: Bool { get }
}

extension ContentForm {
  var isDamaged: Bool { false }
}

/// Content as it is.
private struct PlainContent: ContentForm {
  var oddBytes: Int { 0 }
  var isTruncated: Bool { false }

  func decode(_ bytes: Span<UInt8>, isLast: Bool, into output: ByteBuffer) {
    output.append(bytes)
  }
}
