package import ConverterCore

/// LZWDecode (ISO 32000-1, 7.4.4), as TIFF has it: codes of 9 to 12 bits, the highest bit first.
package enum LZW {
  private static let clear = 256
  private static let end = 257

  /// Data that end without an end mark are taken as they are.
  ///
  /// - Parameter earlyChange: whether codes grow one entry before they must.
  /// - Throws: `damagedInput` for a code that is not there yet, or more than `limit` bytes.
  package static func decode(
    _ bytes: [UInt8], earlyChange: Bool, atMost limit: Int
  ) throws(ConversionError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(min(limit, bytes.count * 4))
    // An entry is a piece of what came out: where it begins, and how long it is.
    var starts = [Int](repeating: 0, count: 4096)
    var counts = [Int](repeating: 1, count: 4096)
    let early = earlyChange ? 1 : 0
    var (next, width) = (258, 9)
    var (buffer, available) = (UInt32(0), 0)
    var previous: (start: Int, count: Int)?
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      available += 8
      guard available >= width else { continue }
      available -= width
      let code = Int(buffer >> UInt32(available)) & (1 << width - 1)
      if code == end { break }
      if code == clear {
        (next, width, previous) = (258, 9, nil)
        continue
      }
      let start = result.count
      if code < 256 {
        result.append(UInt8(code))
      } else {
        guard let previous, code < next || code == next && next < 4096 else {
          throw ConversionError(.damagedInput, "its LZW data are damaged")
        }
        let isNew = code == next
        let from = isNew ? previous.start : starts[code]
        let count = isNew ? previous.count + 1 : counts[code]
        guard start + count <= limit else { throw tooMuch }
        // It may run into itself: an entry that is just being made.
        for offset in 0..<count { result.append(result[from + offset]) }
      }
      guard result.count <= limit else { throw tooMuch }
      if let previous, next < 4096 {
        starts[next] = previous.start
        counts[next] = previous.count + 1
        next += 1
        if next + early >= 1 << width, width < 12 { width += 1 }
      }
      previous = (start, result.count - start)
    }
    return result
  }

  private static let tooMuch = ConversionError(
    .damagedInput, "it has more data than its size says")
}
