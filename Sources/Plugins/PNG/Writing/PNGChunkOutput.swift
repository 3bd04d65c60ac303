import ConverterCore
import Deflate

/// A PNG file on its way to the disk, chunk by chunk.
struct PNGChunkOutput {
  private let output: OutputFile

  /// Writes the signature.
  init(_ output: OutputFile) throws(ConversionError) {
    self.output = output
    try output.write(PNGChunkList.signature)
  }

  func write(_ chunk: PNGChunk) throws(ConversionError) {
    try output.write(chunk.serialized)
  }

  /// Writes PLTE and, where a colour is not opaque, tRNS; nothing where there are no colours.
  func writePalette(_ colours: [SIMD4<UInt8>]) throws(ConversionError) {
    guard !colours.isEmpty else { return }
    try write(PNGChunk(type: .palette, bytes: colours.flatMap { [$0.x, $0.y, $0.z] }))
    // Colours after the last translucent one are opaque without being mentioned.
    guard let last = colours.lastIndex(where: { $0.w != 255 }) else { return }
    try write(PNGChunk(type: .transparency, bytes: colours[...last].map(\.w)))
  }

  /// Writes a chunk of what `room` holds behind its first ``headByteCount`` bytes.
  ///
  /// - Parameter count: bytes of the content, behind which are ``tailByteCount`` free ones.
  func write(
    _ type: PNGChunkType, _ room: inout MutableSpan<UInt8>, count: Int,
    checksums: borrowing DeflateHandle
  ) throws(ConversionError) {
    let end = Self.headByteCount + count
    Self.put(UInt32(count), at: 0, of: &room)
    Self.put(type.rawValue, at: 4, of: &room)
    Self.put(checksums.crc32(room.span[4..<end]), at: end, of: &room)
    try output.write(room.span[..<(end + Self.tailByteCount)])
  }

  /// The most significant byte first.
  private static func put(_ number: UInt32, at place: Int, of room: inout MutableSpan<UInt8>) {
    for index in 0..<4 {
      room[place + index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * index))
    }
  }

  /// Length and type.
  static let headByteCount = 8
  /// The checksum.
  static let tailByteCount = 4
}
