/// The first directory of a TIFF file, as far as detection looks at it.
package struct TIFFDirectorySample {
  private let entries: [TIFFEntry]
  private let bytes: [UInt8]
  private let header: TIFFHeader
  private let sample: FileSample

  /// A hundred tags are many for a first directory.
  private static let mostEntries = 512

  /// `nil` where there is none.
  init?(_ header: TIFFHeader, in sample: FileSample) throws(ConversionError) {
    guard let offset = header.firstDirectory else { return nil }
    let start = try sample.bytes(at: offset, count: header.countWidth)
    guard let claimed = start.number(at: 0, width: header.countWidth, header.order), claimed > 0
    else { return nil }
    let count = min(claimed, Self.mostEntries)
    let bytes = try sample.bytes(
      at: offset + header.countWidth, count: count * header.entrySize)
    entries = TIFFEntry.all(in: bytes.span, at: 0, most: count, of: header)
    (self.bytes, self.header, self.sample) = (bytes, header, sample)
  }

  package func has(_ tag: UInt16) -> Bool { entries.contains { $0.tag == tag } }

  /// Whether a field with this tag begins with one of these numbers of 16 bits.
  package func has(_ tag: UInt16, of numbers: Set<Int>) -> Bool {
    entries.contains { entry in
      entry.tag == tag
        && numbers.contains(bytes.number(at: entry.place, width: 2, header.order) ?? 0)
    }
  }

  /// The first letters of a text, 32 at most; none where there is none.
  ///
  /// - Throws: `readFailed`.
  package func text(_ tag: UInt16) throws(ConversionError) -> [UInt8] {
    guard let entry = entries.last(where: { $0.tag == tag }) else { return [] }
    let length = min(entry.count ?? 0, 32)
    if length <= header.offsetWidth {
      return Array(bytes.dropFirst(entry.place).prefix(length))
    }
    return try sample.bytes(at: entry.offset ?? -1, count: length)
  }
}
