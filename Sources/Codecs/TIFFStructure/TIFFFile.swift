package import ConverterCore

/// The header of a TIFF file, and the way to its directories (TIFF 6.0, section 2).
package struct TIFFFile: Sendable {
  package let input: InputFile
  package let header: TIFFHeader
  package let firstDirectory: Int

  package var isBigEndian: Bool { header.order == .big }
  /// Whether offsets have 64 bits.
  package var isBig: Bool { header.isBig }

  /// - Throws: `damagedInput`, `readFailed`.
  package init(_ input: InputFile) throws(ConversionError) {
    let head = try input.read(at: 0, count: TIFFHeader.mostBytes)
    guard let header = TIFFHeader(head.span), head.count >= (header.isBig ? 16 : 8) else {
      throw ConversionError(.damagedInput, "does not begin as a TIFF file does")
    }
    guard let offset = header.firstDirectory else {
      throw ConversionError(.damagedInput, "its first directory lies outside the file")
    }
    (self.input, self.header, firstDirectory) = (input, header, offset)
  }

  /// Reads the fields of a directory; those whose values lie outside the file, or whose type is unknown, are left out.
  ///
  /// - Throws: `damagedInput` where it lies outside the file itself, `readFailed`.
  package func directory(at offset: Int) throws(ConversionError) -> TIFFDirectory {
    let countWidth = header.countWidth
    let head = offset >= 8 ? try input.read(at: offset, count: countWidth) : []
    guard let count = head.number(at: 0, width: countWidth, header.order), count > 0,
      count <= 0xFFFF
    else {
      throw ConversionError(
        .damagedInput, "the directory that it says is at byte \(offset) is not there")
    }
    let size = count * header.entrySize
    let bytes = try input.read(at: offset + countWidth, count: size + header.offsetWidth)
    guard bytes.count >= size else {
      throw ConversionError(.damagedInput, "ends within the directory at byte \(offset)")
    }
    var fields: [UInt16: TIFFDirectory.Field] = [:]
    for entry in TIFFEntry.all(in: bytes.span, at: 0, most: count, of: header)
    where fields[entry.tag] == nil {
      fields[entry.tag] = field(entry, at: offset + countWidth + entry.place)
    }
    // The link may be cut off, or no link.
    let width = min(bytes.count - size, header.offsetWidth)
    return TIFFDirectory(
      file: self, offset: offset, fields: fields,
      next: bytes.number(at: size, width: width, header.order) ?? .max)
  }

  /// - Parameter place: where in the file the value field of the entry is.
  private func field(_ entry: TIFFEntry, at place: Int) -> TIFFDirectory.Field? {
    guard let size = TIFFType.byteCount(of: entry.type), let count = entry.count, count > 0 else {
      return nil
    }
    let (byteCount, isOverflow) = count.multipliedReportingOverflow(by: size)
    guard !isOverflow, byteCount <= input.byteCount else { return nil }
    var start = place
    if byteCount > header.offsetWidth {
      guard let said = entry.offset, said <= input.byteCount - byteCount else { return nil }
      start = said
    }
    return TIFFDirectory.Field(
      tag: entry.tag, type: entry.type, count: count, bytes: start..<start + byteCount)
  }
}
