import CVectors
import ConverterCore

/// Base64 (RFC 2045, 6.8), with the mistakes of real mail.
///
/// They are met as Python 3.11 meets them, whose results others compare with: bytes outside of the alphabet are
/// skipped, `=` in the middle of a group is, too, and what follows the group that has its `=` is not decoded. So of
/// several contents one after the other only the first comes out, and ``oddBytes`` tells of the others. Where the last
/// group lacks its `=`, what it holds comes out; a single character holds no byte.
struct Base64Decoder: ContentForm {
  private var state = fairy_base64_state()
  private(set) var isTruncated = false

  var oddBytes: Int { Int(state.odd) }

  mutating func decode(_ bytes: Span<UInt8>, isLast: Bool, into output: ByteBuffer) {
    var rest = bytes
    // In steps, so that there need not be room for all of a large piece that may be mostly dirt.
    while !rest.isEmpty {
      output.append(base64: rest.prefix(1 << 18), &state)
      rest = rest.dropFirst(1 << 18)
    }
    if isLast, state.held > 0 {
      isTruncated = true
      output.finish(base64: &state)
    }
  }
}
