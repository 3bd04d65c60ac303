extension Exif.Structure {
  /// The value at `index` of a field of any whole-number type.
  func integer(_ field: Field, at index: Int = 0) -> Int? {
    guard index >= 0, index < field.count, let type = Exif.FieldType(rawValue: field.type) else {
      return nil
    }
    let offset = field.value.lowerBound + index * type.byteCount
    return switch type {
    case .byte: Int(data.bytes[offset])
    case .signedByte: Int(Int8(bitPattern: data.bytes[offset]))
    case .short: data.uint16(at: offset)
    case .signedShort: data.uint16(at: offset).map { Int(Int16(truncatingIfNeeded: $0)) }
    case .long, .directory: data.uint32(at: offset)
    case .signedLong: data.int32(at: offset)
    case .ascii, .utf8, .undefined, .rational, .signedRational, .float, .double: nil
    }
  }

  /// The value at `index` of a field of fractions or whole numbers; `nil` for division by zero.
  func number(_ field: Field, at index: Int = 0) -> Double? {
    guard index >= 0, index < field.count else { return nil }
    let offset = field.value.lowerBound + index * 8
    let parts: (Int?, Int?) =
      switch Exif.FieldType(rawValue: field.type) {
      case .rational: (data.uint32(at: offset), data.uint32(at: offset + 4))
      case .signedRational: (data.int32(at: offset), data.int32(at: offset + 4))
      default: (integer(field, at: index), 1)
      }
    guard let numerator = parts.0, let denominator = parts.1, denominator != 0 else { return nil }
    return Double(numerator) / Double(denominator)
  }

  /// The text of a field up to its first NUL, without spaces around it; `nil` where that is empty.
  ///
  /// Exif says ASCII, cameras write UTF-8 too, and old ones Latin-1.
  func text(_ field: Field) -> String? {
    switch Exif.FieldType(rawValue: field.type) {
    case .ascii, .utf8, .byte, .undefined: break
    default: return nil
    }
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    var bytes = data.bytes[field.value].prefix { $0 != 0 }.drop(while: blanks.contains)
    while let last = bytes.last, blanks.contains(last) { bytes.removeLast() }
    guard !bytes.isEmpty else { return nil }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  func text(_ tag: UInt16, in name: DirectoryName) -> String? {
    field(tag, in: name).flatMap(text)
  }

  func number(_ tag: UInt16, in name: DirectoryName) -> Double? {
    field(tag, in: name).flatMap { number($0) }
  }

  /// Where the embedded thumbnail's own data lies: one JPEG stream, or strips of samples.
  ///
  /// A range that reaches past the end of the data is cut off there.
  var thumbnailData: [Range<Int>] {
    [(Exif.Tag.jpegOffset, Exif.Tag.jpegLength), (Exif.Tag.stripOffsets, Exif.Tag.stripByteCounts)]
      .flatMap { (offsetTag, lengthTag) -> [Range<Int>] in
        guard let offsets = field(offsetTag, in: .thumbnail),
          let lengths = field(lengthTag, in: .thumbnail)
        else { return [] }
        return (0..<min(offsets.count, lengths.count)).compactMap { index in
          guard let offset = integer(offsets, at: index), let length = integer(lengths, at: index),
            offset > 0, offset < data.count, length > 0
          else { return nil }
          return offset..<min(data.count, offset + length)
        }
      }
  }
}
