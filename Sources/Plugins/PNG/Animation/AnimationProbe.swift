import ConverterCore

/// Knows animated PNG, which has the signature and most often the name of a picture that stands still (PNG specification,
/// section 11.3.6.1).
enum AnimationProbe: FileProbe {
  static let types: [ContentType.ID] = ["org.w3.apng"]
  static let isForBeginnings = true

  /// More chunks than any file has before its picture.
  private static let mostChunks = 100

  static func examine(_ sample: FileSample) throws(ConversionError) -> [TypeFinding] {
    guard sample.head.has("PNG\r\n\u{1A}\n", at: 1), sample.head[0] == 0x89 else { return [] }
    var offset = 8
    for _ in 0..<mostChunks {
      let chunk = try sample.bytes(at: offset, count: 12)
      guard let length = chunk.number(at: 0, width: 4, .big), !chunk.has("IDAT", at: 4) else {
        return []
      }
      if chunk.has("acTL", at: 4) {
        guard let count = chunk.number(at: 8, width: 4, .big), count > 1 else { return [] }
        return [
          TypeFinding(
            .structure, "org.w3.apng", 0.98, "an acTL chunk announces \(count) pictures")
        ]
      }
      offset += 12 + length
    }
    return []
  }
}
