import ConverterCore

/// Walks from chunk to chunk.
struct PNGChunkCursor {
  /// Where the next chunk begins.
  private(set) var offset: Int

  private let input: InputFile
  /// A piece of the file, so that small chunks do not cost a system call each.
  private var window: [UInt8] = []
  private var windowOffset = 0

  private static let windowSize = 4096

  init(_ input: InputFile, at offset: Int) {
    self.input = input
    self.offset = offset
  }

  /// The place of the next chunk, which lies within the file.
  ///
  /// - Throws: `damagedInput` when the file ends before the chunk does.
  mutating func next() throws(ConversionError) -> PNGChunkList.Place {
    guard offset < input.byteCount else {
      throw .damaged("the file is cut off: it ends without an IEND chunk")
    }
    guard input.byteCount - offset >= 8 else {
      throw .damaged("the file is cut off: it ends inside the chunk that begins at byte \(offset)")
    }
    if offset < windowOffset || offset + 8 > windowOffset + window.count {
      window = try input.read(at: offset, count: Self.windowSize)
      windowOffset = offset
    }
    let start = offset - windowOffset
    guard window.count >= start + 8 else {
      throw ConversionError(.readFailed, "became shorter while it was read")
    }
    var fields = PNGFields(Array(window[start..<start + 8]))
    let count = fields.number() ?? 0
    let type = PNGChunkType(rawValue: UInt32(truncatingIfNeeded: fields.number() ?? 0))
    guard type.isValid else {
      throw .damaged("what stands at byte \(offset) is not a chunk: its type is not four letters")
    }
    guard count <= Int32.max else {
      throw .damaged("the \(type) chunk at byte \(offset) gives a length over 2³¹−1")
    }
    guard count + 12 <= input.byteCount - offset else {
      throw .damaged(
        "the file is cut off: the \(type) chunk at byte \(offset) has \(count + 12) bytes, the file "
          + "ends after \(input.byteCount - offset) of them")
    }
    let body = offset + 8..<offset + 8 + count
    offset = body.upperBound + 4
    return PNGChunkList.Place(type: type, body: body)
  }

  /// The bytes of a chunk on which the picture depends.
  ///
  /// - Throws: `damagedInput` when the checksum is wrong.
  func chunk(_ place: PNGChunkList.Place) throws(ConversionError) -> PNGChunk {
    guard let chunk = try PNGChunk(place, of: input) else {
      throw .damaged("the checksum of the \(place.type) chunk is wrong: the file is damaged")
    }
    return chunk
  }
}

extension PNGChunk {
  /// `nil` when the checksum is wrong.
  init?(_ place: PNGChunkList.Place, of input: InputFile) throws(ConversionError) {
    let body = try input.read(at: place.body.lowerBound - 4, count: place.body.count + 8)
    guard body.count == place.body.count + 8 else {
      throw ConversionError(.readFailed, "became shorter while it was read")
    }
    var checksum = PNGFields(Array(body.suffix(4)))
    guard Zlib.crc32(body.dropLast(4)) == UInt32(truncatingIfNeeded: checksum.number() ?? 0) else {
      return nil
    }
    self.init(type: place.type, bytes: Array(body[4..<place.body.count + 4]))
  }
}
