/// Lays out directories as bytes.
package struct DirectoryBuilder {
  package struct Field {
    package let tag: UInt16
    package let type: UInt16
    package let count: Int
    package let value: Value

    package init(tag: UInt16, type: UInt16, count: Int, value: Value) {
      self.tag = tag
      self.type = type
      self.count = count
      self.value = value
    }
  }

  package enum Value {
    /// In the byte order of the builder.
    case bytes([UInt8])
    case directory([Field])
    /// Bytes that are somewhere else in the file already.
    case elsewhere(Int)
  }

  package let isBigEndian: Bool
  package let isBig: Bool

  package init(isBigEndian: Bool, isBig: Bool) {
    self.isBigEndian = isBigEndian
    self.isBig = isBig
  }

  /// What a file begins with (TIFF 6.0, section 2; of BigTIFF, offsets have 8 bytes).
  package func header(firstDirectory: Int) -> [UInt8] {
    let order: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    guard isBig else { return order + number(42, 2) + number(firstDirectory, 4) }
    return order + number(43, 2) + number(8, 2) + number(0, 2) + number(firstDirectory, 8)
  }

  /// The directory and, behind it, what does not fit into it.
  ///
  /// - Parameter base: where it will stand.
  /// - Returns: its bytes, with 0 for the next directory, and where among them that link is.
  package func bytes(of fields: [Field], at base: Int) -> (bytes: [UInt8], link: Int) {
    let fields = fields.sorted { $0.tag < $1.tag }
    let width = isBig ? 8 : 4
    let link = (isBig ? 8 : 2) + fields.count * (4 + 2 * width)
    var directory = number(fields.count, isBig ? 8 : 2)
    var values: [UInt8] = []
    for field in fields {
      let content: [UInt8]
      var place = base + link + width + values.count
      switch field.value {
      case .bytes(let bytes): content = bytes
      case .elsewhere(let offset):
        content = []
        place = offset
      case .directory(let fields):
        content = self.bytes(of: fields, at: place).bytes
      }
      directory += number(Int(field.tag), 2) + number(Int(field.type), 2)
      directory += number(field.count, width)
      if content.count <= width, case .bytes = field.value {
        directory += content + Array(repeating: 0, count: width - content.count)
      } else {
        directory += number(place, width)
        values += content
        // Values begin on word boundaries.
        values += Array(repeating: 0, count: -values.count & (isBig ? 7 : 1))
      }
    }
    return (directory + number(0, width) + values, link)
  }

  package func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map {
      UInt8(truncatingIfNeeded: value >> (8 * (isBigEndian ? count - 1 - $0 : $0)))
    }
  }
}

/// Fields from Swift's values.
extension DirectoryBuilder {
  package func short(_ tag: UInt16, _ values: [Int]) -> Field {
    Field(
      tag: tag, type: TIFFType.short, count: values.count,
      value: .bytes(values.flatMap { number($0, 2) }))
  }

  package func short(_ tag: UInt16, _ value: Int) -> Field { short(tag, [value]) }

  package func long(_ tag: UInt16, _ value: Int) -> Field {
    Field(tag: tag, type: TIFFType.long, count: 1, value: .bytes(number(value, 4)))
  }

  /// Offsets and lengths, in the width that the file has for them.
  package func offsets(_ tag: UInt16, _ values: [Int]) -> Field {
    Field(
      tag: tag, type: isBig ? TIFFType.long8 : TIFFType.long, count: values.count,
      value: .bytes(values.flatMap { number($0, isBig ? 8 : 4) }))
  }

  /// Whole numbers as the type has them.
  package func integers(_ tag: UInt16, type: UInt16, _ values: [Int]) -> Field {
    Field(
      tag: tag, type: type, count: values.count,
      value: .bytes(values.flatMap { number($0, TIFFType.byteCount(of: type) ?? 4) }))
  }

  package func bytes(_ tag: UInt16, _ type: UInt16, _ bytes: [UInt8]) -> Field {
    Field(tag: tag, type: type, count: bytes.count, value: .bytes(bytes))
  }

  /// A positive number as a fraction: of 1 where it is whole, else as exact as 32 bits allow.
  package func rational(_ tag: UInt16, _ value: Double) -> Field {
    var denominator = 1.0
    while value * denominator != (value * denominator).rounded(), denominator < 1e6,
      value * denominator < 4e8
    {
      denominator *= 10
    }
    let numerator = min(4_294_967_295, max(0, (value * denominator).rounded()))
    return rationals(tag, [(Int(numerator), Int(denominator))])
  }

  /// Fractions of numbers that 32 bits hold.
  package func rationals(_ tag: UInt16, _ values: [(numerator: Int, denominator: Int)]) -> Field {
    Field(
      tag: tag, type: TIFFType.rational, count: values.count,
      value: .bytes(values.flatMap { number($0.numerator, 4) + number($0.denominator, 4) }))
  }

  /// A text, which a zero ends.
  package func text(_ tag: UInt16, _ text: String) -> Field {
    bytes(tag, TIFFType.ascii, Array(text.utf8) + [0])
  }

  package func directory(_ tag: UInt16, _ fields: [Field]) -> Field {
    Field(
      tag: tag, type: isBig ? 18 : TIFFType.long, count: 1, value: .directory(fields))
  }
}
