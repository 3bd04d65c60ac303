import ConverterCore

/// Rich text as [MS-OXRTFCP] frames it: compressed (LZFu), or as it is (MELA).
struct CompressedRTF {
  private let bytes: [UInt8]
  private let payload: Range<Int>
  private let byteCount: Int
  private let isCompressed: Bool

  /// - Throws: `damagedInput` for what cannot be such a text, `unsupportedContent` for another compression,
  ///   `limitExceeded` where memory is too small for it.
  init(
    _ bytes: [UInt8], _ part: Range<Int>, within limits: Limits
  ) throws(ConversionError) {
    var cursor = FieldCursor(bytes, part)
    guard let size = cursor.number(4), let byteCount = cursor.number(4),
      let kind = cursor.number(4), let checksum = cursor.number(4),
      // It counts the fields behind it.
      size >= 12, let payload = cursor.take(size - 12)
    else {
      throw ConversionError(.damagedInput, "is damaged: it is shorter than it says")
    }
    (self.bytes, self.payload, self.byteCount) = (bytes, payload, byteCount)
    switch kind {
    case 0x414C_454D: isCompressed = false
    case 0x7546_5A4C: isCompressed = true
    default:
      throw ConversionError(
        .unsupportedContent, "is rich text in a compression that is not known")
    }
    let most = isCompressed ? payload.count * Self.bestRatio : payload.count
    guard byteCount <= most else {
      throw ConversionError(
        .damagedInput,
        "is damaged: \(payload.count) bytes cannot give the \(byteCount) that it promises")
    }
    try limits.check(.memory, byteCount, for: "the rich text")
    guard !isCompressed || checksum == Self.checksum(bytes, payload) else {
      throw ConversionError(.damagedInput, "is damaged: its checksum is wrong")
    }
  }

  /// Eight references of 17 bytes each are the most that 17 bytes can say.
  private static let bestRatio = 8

  /// - Throws: `damagedInput` where it ends too early.
  func expanded() throws(ConversionError) -> [UInt8] {
    guard isCompressed else { return Array(bytes[payload].prefix(byteCount)) }
    var window = RTFWindow()
    var text: [UInt8] = []
    text.reserveCapacity(byteCount)
    var cursor = FieldCursor(bytes, payload)
    while text.count < byteCount {
      guard var flags = cursor.number(1) else { throw Self.endsTooEarly }
      for _ in 0..<8 where text.count < byteCount {
        if flags & 1 == 0 {
          guard let byte = cursor.number(1) else { throw Self.endsTooEarly }
          text.append(window.put(UInt8(truncatingIfNeeded: byte)))
        } else {
          guard let high = cursor.number(1), let low = cursor.number(1) else {
            throw Self.endsTooEarly
          }
          let place = high << 4 | low >> 4
          // Where it points to what comes next, the text ends.
          if place == window.end { return text }
          for offset in 0..<min(low & 0xF + 2, byteCount - text.count) {
            text.append(window.put(window[place + offset]))
          }
        }
        flags >>= 1
      }
    }
    return text
  }

  private static let endsTooEarly = ConversionError(
    .damagedInput, "is damaged: it ends before its last byte")

  /// A CRC-32 that is begun with 0 and not turned over in the end ([MS-OXRTFCP] 2.1.3.2).
  private static func checksum(_ bytes: [UInt8], _ part: Range<Int>) -> Int {
    var crc = CRC32(remainder: 0)
    crc.add(bytes.span[part])
    return Int(crc.remainder)
  }
}

/// The last 4096 bytes of a text, to which references point; at first what such texts often begin with.
private struct RTFWindow {
  private var ring = [UInt8](repeating: 0x20, count: 4096)
  /// Where the next byte goes.
  private(set) var end = 0

  init() {
    for byte in Self.start.utf8 { _ = put(byte) }
  }

  subscript(place: Int) -> UInt8 { ring[place & 0xFFF] }

  mutating func put(_ byte: UInt8) -> UInt8 {
    ring[end] = byte
    end = (end + 1) & 0xFFF
    return byte
  }

  /// [MS-OXRTFCP] 2.1.2.1.
  private static let start =
    #"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern "#
    + #"\fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"#
    + "\r\n" + #"\par \pard\plain\f0\fs20\b\i\u\tab\tx"#
}
