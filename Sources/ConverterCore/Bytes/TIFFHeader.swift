/// How a TIFF stream writes numbers, and where its first directory is (TIFF 6.0, section 2; BigTIFF).
public struct TIFFHeader: Equatable, Sendable {
  public let order: ByteOrder
  /// Whether offsets have 64 bits.
  public let isBig: Bool
  /// `nil` where the bytes end before it, or no file is as large.
  public let firstDirectory: Int?

  /// Bytes of the longest header.
  public static let mostBytes = 16

  /// `nil` for bytes that do not begin as a TIFF stream does: a byte order, then 42, or 43, in that order.
  public init?(_ head: Span<UInt8>) {
    if head.has("II") {
      order = .little
    } else if head.has("MM") {
      order = .big
    } else {
      return nil
    }
    guard let version = head.number(at: 2, width: 2, order), version == 42 || version == 43 else {
      return nil
    }
    isBig = version == 43
    firstDirectory = head.number(at: isBig ? 8 : 4, width: isBig ? 8 : 4, order)
  }

  /// For a directory without a header, as makers' notes have it: numbers of 32 bits.
  public init(order: ByteOrder) {
    (self.order, isBig, firstDirectory) = (order, false, nil)
  }

  /// Bytes of the number of entries that a directory begins with, of each entry, and of an offset.
  public var countWidth: Int { isBig ? 8 : 2 }
  public var entrySize: Int { isBig ? 20 : 12 }
  public var offsetWidth: Int { isBig ? 8 : 4 }
}

/// A field of a directory, as its entry describes it.
public struct TIFFEntry: Equatable, Sendable {
  public let tag: UInt16
  public let type: UInt16
  /// How many values; `nil` for more than any file holds.
  public let count: Int?
  /// Where the value field is among the bytes; it holds the values, or the offset of more than it has room for.
  public let place: Int
  /// What the value field says as an offset; `nil` where no file is as large.
  public let offset: Int?

  /// `nil` where the bytes end before the entry does.
  public init?(_ bytes: Span<UInt8>, at start: Int, of header: TIFFHeader) {
    guard bytes.range(at: start, length: header.entrySize) != nil,
      let tag = bytes.number(at: start, width: 2, header.order),
      let type = bytes.number(at: start + 2, width: 2, header.order)
    else { return nil }
    self.tag = UInt16(truncatingIfNeeded: tag)
    self.type = UInt16(truncatingIfNeeded: type)
    let width = header.offsetWidth
    count = bytes.number(at: start + 4, width: width, header.order)
    place = start + 4 + width
    offset = bytes.number(at: place, width: width, header.order)
  }

  /// The entries from a place on, as far as the bytes reach; at most `most`.
  public static func all(
    in bytes: Span<UInt8>, at start: Int, most: Int, of header: TIFFHeader
  ) -> [TIFFEntry] {
    guard start >= 0 else { return [] }
    let there = max(0, (bytes.count - start) / header.entrySize)
    return (0..<max(0, min(most, there))).compactMap {
      TIFFEntry(bytes, at: start + $0 * header.entrySize, of: header)
    }
  }
}
