/// Photoshop's image resource blocks, as JPEG's APP13 segment holds them (Adobe Photoshop File
/// Formats Specification, "Image Resource Blocks").
public enum ImageResources {
  /// An IPTC-IIM stream as the block 0x0404 that JPEG files hold it in; `nil` for bytes that do not
  /// begin as such a stream does.
  public static func block(iptc: [UInt8]) -> [UInt8]? {
    let tagMarker: UInt8 = 0x1C
    guard iptc.first == tagMarker, let count = UInt32(exactly: iptc.count) else { return nil }
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    // Without a name; the data is padded to an even number of bytes.
    return Array("8BIM".utf8) + [0x04, 0x04, 0, 0] + size + iptc + (count % 2 == 1 ? [0] : [])
  }

  private static let iptcBlock = 0x0404

  /// The blocks but for those of IPTC.
  public static func removingIPTC(from blocks: [UInt8]) -> [UInt8] {
    removing([iptcBlock], from: blocks)
  }

  /// The IPTC-IIM stream of the first block 0x0404; `nil` where there is none.
  public static func iptc(in blocks: [UInt8]) -> [UInt8]? {
    let data = BoundedBytes(blocks)
    var offset = 0
    while let block = block(at: offset, in: data) {
      if block.identifier == iptcBlock { return Array(blocks[block.content]) }
      offset = block.range.upperBound
    }
    return nil
  }

  /// Blocks that hold a picture of the picture, or a copy of other metadata: thumbnails of
  /// Photoshop 4 and 5, Exif, XMP.
  static let copies: Set<Int> = [0x0409, 0x040C, 0x0422, 0x0423, 0x0424]

  /// The blocks without those of `identifiers`; the same bytes where they are not such blocks.
  ///
  /// What follows the last whole block stays.
  static func removing(_ identifiers: Set<Int>, from bytes: [UInt8]) -> [UInt8] {
    let data = BoundedBytes(bytes)
    var result: [UInt8] = []
    var offset = 0
    while let block = block(at: offset, in: data) {
      if !identifiers.contains(block.identifier) { result += bytes[block.range] }
      offset = block.range.upperBound
    }
    return result + bytes[offset...]
  }

  private static func block(
    at offset: Int, in data: BoundedBytes
  ) -> (identifier: Int, content: Range<Int>, range: Range<Int>)? {
    guard let signature = data.range(at: offset, length: 4),
      data.bytes[signature].elementsEqual("8BIM".utf8),
      let identifier = data.uint16(at: offset + 4),
      let name = data.range(at: offset + 6, length: 1)
    else { return nil }
    // A Pascal string with its length byte, padded to an even number of bytes, as is the data.
    let nameLength = (Int(data.bytes[name.lowerBound]) + 2) & ~1
    let sizeOffset = offset + 6 + nameLength
    guard let size = data.uint32(at: sizeOffset),
      let content = data.range(at: sizeOffset + 4, length: size)
    else { return nil }
    // The padding of the very last block is sometimes missing.
    let end = min(data.count, sizeOffset + 4 + (size + 1) & ~1)
    return (identifier, content, offset..<end)
  }
}
