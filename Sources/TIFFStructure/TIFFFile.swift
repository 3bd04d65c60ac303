package import ConverterCore

/// The header of a TIFF file, and the way to its directories (TIFF 6.0, section 2).
package struct TIFFFile: Sendable {
  package let input: InputFile
  package let isBigEndian: Bool
  /// Whether offsets have 64 bits.
  package let isBig: Bool
  package let firstDirectory: Int

  /// - Throws: `damagedInput`, `readFailed`.
  package init(_ input: InputFile) throws(ConversionError) {
    let head = try input.read(at: 0, count: 16)
    guard head.count >= 8, head[0] == head[1], head[0] == 0x49 || head[0] == 0x4D else {
      throw ConversionError(.damagedInput, "does not begin as a TIFF file does")
    }
    isBigEndian = head[0] == 0x4D
    self.input = input
    let version = Self.number(head[2..<4], isBigEndian)
    isBig = version == 43
    guard version == 42 || version == 43 && head.count == 16 else {
      throw ConversionError(.damagedInput, "does not begin as a TIFF file does")
    }
    guard let offset = Self.offset(isBig ? head[8..<16] : head[4..<8], isBigEndian) else {
      throw ConversionError(.damagedInput, "its first directory lies outside the file")
    }
    firstDirectory = offset
  }

  /// An unsigned number in the file's byte order; `nil` where it is larger than any file.
  package static func offset(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int? {
    Int(exactly: number(bytes, isBigEndian))
  }

  package static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> UInt64 {
    isBigEndian
      ? bytes.reduce(0) { $0 << 8 | UInt64($1) }
      : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads the fields of a directory; those whose values lie outside the file, or whose type is unknown, are left out.
  ///
  /// - Throws: `damagedInput` where it lies outside the file itself, `readFailed`.
  package func directory(at offset: Int) throws(ConversionError) -> TIFFDirectory {
    let (countBytes, entryBytes) = isBig ? (8, 20) : (2, 12)
    let head = offset >= 8 ? try input.read(at: offset, count: countBytes) : []
    guard head.count == countBytes,
      let count = Self.offset(head[...], isBigEndian), count > 0, count <= 0xFFFF
    else {
      throw ConversionError(
        .damagedInput, "the directory that it says is at byte \(offset) is not there")
    }
    let bytes = try input.read(
      at: offset + countBytes, count: count * entryBytes + (isBig ? 8 : 4))
    guard bytes.count >= count * entryBytes else {
      throw ConversionError(.damagedInput, "ends within the directory at byte \(offset)")
    }
    var fields: [UInt16: TIFFDirectory.Field] = [:]
    for index in 0..<count {
      let start = index * entryBytes
      let place = offset + countBytes + start
      guard let field = field(bytes[start..<start + entryBytes], at: place),
        fields[field.tag] == nil
      else { continue }
      fields[field.tag] = field
    }
    let link = bytes[(count * entryBytes)...]
    return TIFFDirectory(
      file: self, offset: offset, fields: fields,
      next: link.isEmpty ? 0 : Self.offset(link, isBigEndian) ?? .max)
  }

  /// - Parameter place: where in the file the entry begins.
  private func field(_ entry: ArraySlice<UInt8>, at place: Int) -> TIFFDirectory.Field? {
    let start = entry.startIndex
    let width = isBig ? 8 : 4
    let type = UInt16(Self.number(entry[start + 2..<start + 4], isBigEndian))
    guard let size = TIFFType.byteCount(of: type),
      let count = Self.offset(entry[start + 4..<start + 4 + width], isBigEndian), count > 0
    else { return nil }
    let (byteCount, isOverflow) = count.multipliedReportingOverflow(by: size)
    guard !isOverflow, byteCount <= input.byteCount else { return nil }
    var offset = place + 4 + width
    if byteCount > width {
      guard let said = Self.offset(entry[start + 4 + width..<start + 4 + 2 * width], isBigEndian),
        said <= input.byteCount - byteCount
      else { return nil }
      offset = said
    }
    return TIFFDirectory.Field(
      tag: UInt16(Self.number(entry[start..<start + 2], isBigEndian)), type: type, count: count,
      bytes: offset..<offset + byteCount)
  }
}
