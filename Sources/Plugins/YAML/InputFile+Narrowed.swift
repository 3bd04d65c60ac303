import ConverterCore

extension InputFile {
  /// The text in UTF-8; UTF-16 and UTF-32, as their marks name them, are transcoded in memory, so that places and
  /// comments are found in one way.
  ///
  /// - Throws: `damagedInput` for halves of surrogate pairs, `limitExceeded` where memory is too small.
  func narrowed(_ context: ConversionContext) throws(ConversionError) -> InputFile {
    let head = try read(at: 0, count: 4)
    let width: Int
    if head == [0xFF, 0xFE, 0, 0] || head == [0, 0, 0xFE, 0xFF] {
      width = 4
    } else if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      width = 2
    } else {
      return self
    }
    let (needed, overflow) = byteCount.multipliedReportingOverflow(by: 4)
    try context.limits.check(.memory, overflow ? .max : needed, for: "YAML in UTF-16 or UTF-32")
    var text = WideText(width: width, isBigEndian: head[0] != 0xFF)
    var position = width
    while position < byteCount {
      try context.checkpoint()
      let piece = try read(at: position, count: 1 << 18)
      if piece.isEmpty { break }
      text.decode(piece)
      position += piece.count
    }
    text.finish()
    let bytes = text.utf8
    let narrowed = InputFile(transcoded: bytes, of: self) { offset in
      bytes.prefix(offset).reduce(width) { count, byte in
        count + (byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 4 : width)
      }
    }
    guard let bad = text.firstBad else { return narrowed }
    throw .damaged(
      "expected a character of UTF-\(8 * width), found a part of one",
      at: try TextPlace(bad, in: narrowed))
  }
}

/// Text of units of two or four bytes.
private struct WideText {
  private(set) var utf8: [UInt8] = []
  /// Where in `utf8` the first character stands that is none.
  private(set) var firstBad: Int?
  private let width: Int
  private let isBigEndian: Bool
  private var unit: UInt32 = 0
  /// How many bytes of a unit have come.
  private var filled = 0
  private var high: UInt32?

  init(width: Int, isBigEndian: Bool) {
    (self.width, self.isBigEndian) = (width, isBigEndian)
  }

  mutating func decode(_ bytes: [UInt8]) {
    for byte in bytes {
      unit = isBigEndian ? unit << 8 | UInt32(byte) : unit | UInt32(byte) << UInt32(8 * filled)
      filled += 1
      guard filled == width else { continue }
      take(unit)
      (unit, filled) = (0, 0)
    }
  }

  mutating func finish() {
    if high != nil || filled > 0 { append(nil) }
  }

  private mutating func take(_ unit: UInt32) {
    guard width == 2 else { return append(Unicode.Scalar(unit)) }
    if let high {
      self.high = nil
      if unit & 0xFC00 == 0xDC00 {
        return append(Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)))
      }
      append(nil)
    }
    if unit & 0xFC00 == 0xD800 {
      high = unit
    } else {
      append(Unicode.Scalar(unit))
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar?) {
    if scalar == nil, firstBad == nil { firstBad = utf8.count }
    utf8 += UTF8.encode(scalar ?? "\u{FFFD}").map { Array($0) } ?? []
  }
}
