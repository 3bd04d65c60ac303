package import ConverterCore

/// RunLengthDecode (ISO 32000-1, 7.4.5), which is PackBits with an end mark.
package enum RunLength {
  /// - Throws: `damagedInput` where more than `limit` bytes come out.
  package static func decode(
    _ bytes: [UInt8], atMost limit: Int
  ) throws(ConversionError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(min(limit, bytes.count * 2))
    var position = 0
    while position < bytes.count {
      let length = Int(bytes[position])
      position += 1
      if length == 128 { break }
      let count = length < 128 ? length + 1 : 257 - length
      guard result.count + count <= limit else {
        throw ConversionError(.damagedInput, "it has more data than its size says")
      }
      if length < 128 {
        let end = min(position + count, bytes.count)
        result += bytes[position..<end]
        position = end
      } else if position < bytes.count {
        result += repeatElement(bytes[position], count: count)
        position += 1
      }
    }
    return result
  }
}
