import ConverterCore

/// Goes from one entry to the next by the headers before their contents (APPNOTE 4.3.7), from the beginning
/// of the file on.
///
/// It ends before what is no whole entry.
struct LocalEntryWalk {
  /// A header that was found.
  struct Found {
    let place: Int
    /// The header with its name and extra fields.
    let header: [UInt8]
    let sizes: ZIP64Sizes
    let checksum: UInt32
  }

  private let input: InputFile
  private var place = 0

  init(_ input: InputFile) {
    self.input = input
  }

  mutating func next() throws(ConversionError) -> Found? {
    guard let fixed = try input.bytes(at: place, count: LocalHeader.byteCount),
      fixed.uint32(at: 0) == Signature.localHeader,
      let header = try input.bytes(
        at: place, count: LocalHeader.byteCount + fixed.uint16(at: 26) + fixed.uint16(at: 28))
    else { return nil }
    var sizes = ZIP64Sizes(
      byteCount: header.uint32(at: 22), compressedByteCount: header.uint32(at: 18))
    let isLarge = sizes.complete(fromExtraFieldsOf: header.span)
    var checksum = UInt32(header.uint32(at: 14))
    let content = place + header.count
    var end = content.addingReportingOverflow(sizes.compressedByteCount)
    let flags = CentralRecord.Flags(rawValue: UInt16(header.uint16(at: 6)))
    if flags.contains(.dataDescriptor), sizes.compressedByteCount == 0 {
      guard let found = try descriptor(after: content, isLarge: isLarge) else { return nil }
      (sizes, checksum) = (found.sizes, found.checksum)
      end = (found.end, false)
    }
    guard !end.overflow, end.partialValue <= input.byteCount else { return nil }
    defer { place = end.partialValue }
    return Found(place: place, header: header, sizes: sizes, checksum: checksum)
  }

  // MARK: Sizes behind the content

  private static let pieceByteCount = 1 << 16
  private static let signature = 0x0807_4b50

  /// The first descriptor whose size is that of all bytes before it.
  private func descriptor(
    after content: Int, isLarge: Bool
  ) throws(ConversionError) -> (sizes: ZIP64Sizes, checksum: UInt32, end: Int)? {
    let width = isLarge ? 8 : 4
    let count = 8 + 2 * width
    var start = content
    while start + count <= input.byteCount {
      let piece = try input.read(at: start, count: Self.pieceByteCount + count)
      guard piece.count >= count else { return nil }
      for index in 0...piece.count - count
      where piece[index] == 0x50 && piece.uint32(at: index) == Self.signature {
        let compressed = isLarge ? piece.uint64(at: index + 8) : piece.uint32(at: index + 8)
        let whole =
          isLarge ? piece.uint64(at: index + 16) : piece.uint32(at: index + 12)
        guard compressed == start + index - content, let compressed, let whole else { continue }
        return (
          ZIP64Sizes(byteCount: whole, compressedByteCount: compressed),
          UInt32(piece.uint32(at: index + 4)), start + index + count
        )
      }
      start += piece.count - count + 1
    }
    return nil
  }
}

extension ZIP64Sizes {
  /// Takes what is missing from the extra fields of a local header.
  ///
  /// - Returns: whether it has the field for large numbers.
  fileprivate mutating func complete(fromExtraFieldsOf header: Span<UInt8>) -> Bool {
    let start = LocalHeader.byteCount + Int(header.uint16(at: 26))
    var fields = ExtraFields(header, start..<header.count)
    while let (identifier, content) = fields.next() {
      guard identifier == ExtraFields.Identifier.zip64 else { continue }
      _ = complete(from: header, content)
      return true
    }
    return false
  }
}
