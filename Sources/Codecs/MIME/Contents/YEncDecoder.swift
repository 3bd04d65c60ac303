import ConverterCore

/// yEnc (yenc.org, draft 1.3): each byte plus 42, with four of them escaped.
struct YEncDecoder: LineForm {
  private enum Place {
    case before, inside, after
  }

  var lines = LineCutter()
  private var place = Place.before
  private(set) var oddBytes = 0
  private(set) var isDamaged = false
  private var lacksEnd = false
  var isTruncated: Bool { lacksEnd || place != .after }

  /// What the lines of keywords say of the file, or of its part.
  private var lineLength: Int?
  private var isPart = false
  private var expected: Int?
  /// What came out of it.
  private var decoded = 0
  private var checksum = CRC32()

  /// Whether the second half of an escape stands in the next part of a long line.
  private var isEscaped = false
  /// Whether dots were found that a news server doubled.
  private var hasDoubledDots = false

  mutating func take(_ line: LineCutter.Line, _ output: ByteBuffer) {
    if line.isWhole, line.bytes.first == UInt8(ascii: "="),
      let keywords = YEncKeywords(line.bytes)
    {
      switch keywords.kind {
      case .begin: return begin(keywords)
      case .part where place == .inside: return beginPart(keywords)
      case .end where place == .inside: return end(keywords)
      default: break
      }
    }
    guard place == .inside else { return oddBytes += line.bytes.inkCount }
    var bytes = line.bytes
    if line.isWhole, hasDoubledDot(bytes) {
      oddBytes += 1
      bytes = bytes.dropFirst()
    }
    let start = output.count
    decode(bytes, into: output)
    if line.ends, isEscaped {
      isEscaped = false
      oddBytes += 1
    }
    decoded += output.count - start
    checksum.add(output.span[start...])
  }

  private mutating func begin(_ keywords: YEncKeywords) {
    if place == .inside { lacksEnd = true }
    place = .inside
    lineLength = keywords.number(" line=")
    isPart = keywords.number(" part=") != nil
    expected = isPart ? nil : keywords.number(" size=")
    decoded = 0
    checksum = CRC32()
  }

  private mutating func beginPart(_ keywords: YEncKeywords) {
    isPart = true
    expected = nil
    if let first = keywords.number(" begin="), let last = keywords.number(" end="), last >= first {
      expected = last - first + 1
    }
  }

  private mutating func end(_ keywords: YEncKeywords) {
    place = .after
    for size in [expected, keywords.number(" size=")] {
      if let size, size != decoded { isDamaged = true }
    }
    // `crc32` is that of the whole file, which a part cannot know.
    let whole = isPart ? nil : keywords.checksum(" crc32=")
    for sum in [keywords.checksum(" pcrc32="), whole] {
      if let sum, sum != checksum.value { isDamaged = true }
    }
  }

  /// Whether the first of two dots at the beginning of a line is a news server's (RFC 3977, 3.1.1): the line is longer
  /// than it should be, or the file would be.
  private mutating func hasDoubledDot(_ line: Span<UInt8>) -> Bool {
    guard line.has("..") else { return false }
    if let lineLength, line.count > lineLength {
      // An escape at the end makes a line longer, too.
      let endsEscaped = line[line.count - 2] == UInt8(ascii: "=")
      if endsEscaped, line.count == lineLength + 1 { return hasDoubledDots }
      hasDoubledDots = true
      return true
    }
    guard let expected else { return hasDoubledDots }
    return decoded + line.count { $0 != UInt8(ascii: "=") } - 1 == expected
  }

  private mutating func decode(_ line: Span<UInt8>, into output: ByteBuffer) {
    var at = 0
    while at < line.count {
      if isEscaped {
        output.append(line[at] &- 64 &- 42)
        isEscaped = false
        at += 1
        continue
      }
      let stop = line.offset(of: UInt8(ascii: "="), or: UInt8(ascii: "\r"), from: at)
      output.append(line[at..<stop], adding: 0 &- 42)
      if stop < line.count {
        // A CR that is not escaped belongs to no encoding.
        if line[stop] == UInt8(ascii: "=") { isEscaped = true } else { oddBytes += 1 }
      }
      at = stop + 1
    }
  }
}
