import ConverterCore
import Deflate

/// What the IDAT chunks of a file hold together, inflated as it is asked for.
final class PNGDataStreamReader {
  private let input: InputFile
  private let context: ConversionContext
  private let stream: InflateStreamHandle
  private let checksums: DeflateHandle
  private var cursor: PNGChunkCursor
  private let end: Int

  /// What has been read of the file, and how much of it has not been taken yet.
  private var window: [UInt8]
  private var taken = 0
  private var filled = 0
  /// Bytes of the chunk at hand that have not been read.
  private var rest = 0..<0
  /// Of what has been read of it.
  private var chunkChecksum: UInt32 = 0
  private var checksum: UInt32 = 1
  private var isAtEnd = false

  private static let windowByteCount = 1 << 17

  /// `nil` where a library is missing, or the data do not begin as a zlib stream does.
  init?(
    _ chunks: PNGChunkList, of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) {
    guard let stream = InflateStreamHandle.make(), let checksums = try? DeflateHandle(level: 1)
    else { return nil }
    self.stream = stream
    self.checksums = checksums
    self.input = input
    self.context = context
    cursor = PNGChunkCursor(input, at: chunks.pictureData.lowerBound)
    end = chunks.pictureData.upperBound
    window = [UInt8](repeating: 0, count: Self.windowByteCount)
    guard let first = try nextByte(), let second = try nextByte(), first & 0x0F == 8,
      (Int(first) << 8 | Int(second)) % 31 == 0, second & 0x20 == 0
    else { return nil }
  }

  /// Inflates as much as `room` holds; `false` where there is less, or the data are damaged.
  func fill(_ room: inout MutableSpan<UInt8>) throws(ConversionError) -> Bool {
    var made = 0
    while made < room.count {
      guard !isAtEnd, try hasBytes() else { return false }
      guard let step = inflate(into: &room, from: made) else { return false }
      made += step.produced
    }
    checksum = checksums.adler32(room.span, after: checksum)
    return true
  }

  /// Whether nothing is left but the checksum, and that is right.
  func isAtGoodEnd() throws(ConversionError) -> Bool {
    var rest: [UInt8] = [0]
    while !isAtEnd {
      guard try hasBytes() else { return false }
      var room = rest.mutableSpan
      guard let step = inflate(into: &room, from: 0), step.produced == 0 else { return false }
    }
    var stored: [UInt8] = []
    for _ in 0..<4 {
      guard let byte = try nextByte() else { return false }
      stored.append(byte)
    }
    guard stored.number(at: 0, width: 4, .big) == Int(checksum) else { return false }
    return try !hasBytes()
  }

  private func inflate(
    into room: inout MutableSpan<UInt8>, from start: Int
  ) -> InflateStreamHandle.Step? {
    let step = stream.inflate(window.span[taken..<filled], into: &room, from: start)
    guard let step, step.consumed > 0 || step.produced > 0 || step.isAtEnd else { return nil }
    taken += step.consumed
    isAtEnd = step.isAtEnd
    return step
  }

  private func nextByte() throws(ConversionError) -> UInt8? {
    guard try hasBytes() else { return nil }
    defer { taken += 1 }
    return window[taken]
  }

  /// Sees that the window is not empty; `false` at the end of the data, and where a checksum is wrong.
  private func hasBytes() throws(ConversionError) -> Bool {
    guard taken == filled else { return true }
    try context.checkpoint()
    (taken, filled) = (0, 0)
    while filled < window.count {
      if rest.isEmpty {
        guard cursor.offset < end else { break }
        let place = try cursor.next()
        rest = place.body
        let type = place.type.bytes
        chunkChecksum = checksums.crc32(type.span)
        if rest.isEmpty, try !isChunkGood() { return false }
        continue
      }
      let room = filled..<min(window.count, filled + rest.count)
      let count = try input.read(at: rest.lowerBound, into: &window, room)
      guard count > 0 else {
        throw ConversionError(.readFailed, "became shorter while it was read")
      }
      chunkChecksum = checksums.crc32(window.span[room.prefix(count)], after: chunkChecksum)
      rest = rest.dropFirst(count)
      filled += count
      if rest.isEmpty, try !isChunkGood() { return false }
    }
    return filled > 0
  }

  private func isChunkGood() throws(ConversionError) -> Bool {
    let stored = try input.read(at: rest.upperBound, count: 4)
    return stored.number(at: 0, width: 4, .big) == Int(chunkChecksum)
  }
}
