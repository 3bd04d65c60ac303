/// A keyword and a text, from tEXt, zTXt or iTXt (PNG specification, section 11.3.3).
struct PNGText {
  let keyword: String
  /// The text in the file's encoding, expanded.
  let bytes: [UInt8]
  /// Whether ``bytes`` are UTF-8; otherwise they are ISO 8859-1.
  let isUnicode: Bool

  /// The keyword under which XMP is kept (XMP specification, part 3, section 1.1.5).
  static let xmpKeyword = "XML:com.adobe.xmp"

  /// - Parameter allowance: the bytes that compressed text may expand to; reduced by what it took.
  init(parsing chunk: PNGChunk, allowance: inout Int) throws(PNGChunkFlaw) {
    var fields = PNGFields(chunk.bytes)
    guard let name = fields.terminated(), !name.isEmpty else { throw .malformed }
    keyword = String(latin1: name)
    isUnicode = chunk.type == .internationalText
    var isCompressed = chunk.type == .compressedText
    if isUnicode {
      guard let flag = fields.byte(), flag <= 1 else { throw .malformed }
      isCompressed = flag == 1
    }
    if isUnicode || isCompressed {
      guard let method = fields.byte(), method == 0 || !isCompressed else { throw .malformed }
    }
    // The language and the translated keyword.
    if isUnicode, fields.terminated() == nil || fields.terminated() == nil { throw .malformed }
    guard isCompressed else {
      bytes = Array(fields.remaining)
      return
    }
    do {
      bytes = try Zlib.expand(fields.remaining, limit: allowance)
    } catch {
      throw PNGChunkFlaw(error)
    }
    allowance -= bytes.count
  }

  var text: String {
    isUnicode ? String(decoding: bytes, as: UTF8.self) : String(latin1: bytes)
  }
}
