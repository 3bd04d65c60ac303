internal import ConverterCore

/// The directories of a TIFF stream (TIFF 6.0, section 2), as multi-picture indexes use them.
struct TIFFStream {
  private let bytes: [UInt8]
  private let header: TIFFHeader
  /// The offset of the first directory.
  let firstDirectory: Int

  /// `nil` without the header of a TIFF stream.
  init?(_ bytes: [UInt8]) {
    guard let header = TIFFHeader(bytes.span), !header.isBig,
      let firstDirectory = header.firstDirectory
    else { return nil }
    (self.bytes, self.header, self.firstDirectory) = (bytes, header, firstDirectory)
  }

  /// An unsigned integer of 2 or 4 bytes; `nil` past the end.
  func integer(at offset: Int, byteCount: Int) -> Int? {
    bytes.number(at: offset, width: byteCount, header.order)
  }

  /// An unsigned integer of 4 bytes as the stream writes it.
  func bytes(of value: UInt32) -> [UInt8] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    return header.order == .little ? bytes : bytes.reversed()
  }

  /// The first entry of a tag in the directory at `offset`, whose values do not fit into it.
  ///
  /// A directory that runs past the end has the entries that are there.
  func list(_ tag: UInt16, at offset: Int) -> (count: Int, offset: Int)? {
    guard offset >= 8, let count = integer(at: offset, byteCount: 2) else { return nil }
    let entries = TIFFEntry.all(in: bytes.span, at: offset + 2, most: count, of: header)
    guard let entry = entries.first(where: { $0.tag == tag }), let values = entry.count,
      let place = entry.offset
    else { return nil }
    return (values, place)
  }
}
