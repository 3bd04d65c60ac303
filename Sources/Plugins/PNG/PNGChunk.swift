/// A chunk in memory.
struct PNGChunk: Equatable {
  var type: PNGChunkType
  var bytes: [UInt8]

  /// As it stands in a file: length, type, bytes, checksum.
  var serialized: [UInt8] {
    let body = type.bytes + bytes
    return bytes.count.bigEndianBytes + body + Int(Zlib.crc32(body[...])).bigEndianBytes
  }
}
