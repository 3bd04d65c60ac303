import ConverterCore
import MIME
import Testing

/// All that comes of a content.
struct DecodedContent: Equatable, Sendable {
  var bytes: [UInt8]
  var odd: Int
  var isTruncated: Bool
  var isDamaged: Bool

  init(
    _ bytes: [UInt8], odd: Int = 0, isTruncated: Bool = false, isDamaged: Bool = false
  ) {
    self.bytes = bytes
    self.odd = odd
    self.isTruncated = isTruncated
    self.isDamaged = isDamaged
  }

  init(_ text: String, odd: Int = 0, isTruncated: Bool = false) {
    self.init(Array(text.utf8), odd: odd, isTruncated: isTruncated)
  }

  /// Decodes a content that is cut before the bytes at some places.
  init(decoding content: [UInt8], _ encoding: TransferEncoding, cutAt places: [Int] = []) {
    var decoder = ContentDecoder(encoding)
    let output = ByteBuffer()
    var at = 0
    for end in places + [content.count] {
      Array(content[at..<end]).withSpan {
        decoder.decode($0, isLast: end == content.count, into: output)
      }
      at = end
    }
    bytes = Array(output.bytes)
    odd = decoder.oddBytes
    isTruncated = decoder.isTruncated
    isDamaged = decoder.isDamaged
  }
}

/// Decodes a content as a whole, in two pieces of every size, and byte after byte; all must come to the same, and one
/// in base64 be as large as it is measured.
func decoded(
  _ content: [UInt8], _ encoding: TransferEncoding,
  sourceLocation: SourceLocation = #_sourceLocation
) -> DecodedContent {
  let whole = DecodedContent(decoding: content, encoding)
  for place in content.indices {
    let parts = DecodedContent(decoding: content, encoding, cutAt: [place])
    #expect(parts == whole, "cut at \(place)", sourceLocation: sourceLocation)
    if parts != whole { return whole }
  }
  let single = DecodedContent(decoding: content, encoding, cutAt: Array(content.indices))
  #expect(single == whole, "byte after byte", sourceLocation: sourceLocation)
  guard encoding == .base64 else { return whole }
  var measure = Base64Measure()
  let half = content.count / 2
  _ = Array(content[..<half]).withSpan { measure.add($0, isLast: false) }
  let count = Array(content[half...]).withSpan { measure.add($0, isLast: true) }
  #expect(count == whole.bytes.count, "measured", sourceLocation: sourceLocation)
  return whole
}

func decoded(
  _ content: String, _ encoding: TransferEncoding,
  sourceLocation: SourceLocation = #_sourceLocation
) -> DecodedContent {
  decoded(Array(content.utf8), encoding, sourceLocation: sourceLocation)
}

extension Collection<UInt8> {
  /// Gives the bytes to `body` as parsers take them.
  func withSpan<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    let bytes = Array(self)
    return try body(bytes.span)
  }
}
