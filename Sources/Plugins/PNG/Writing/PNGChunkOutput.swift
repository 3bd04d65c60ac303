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
    _ type: PNGChunkType, _ room: UnsafeMutableRawBufferPointer, count: Int,
    checksums: borrowing DeflateHandle
  ) throws(ConversionError) {
    let end = Self.headByteCount + count
    unsafe room.storeBytes(of: UInt32(count).bigEndian, as: UInt32.self)
    unsafe room.storeBytes(of: type.rawValue.bigEndian, toByteOffset: 4, as: UInt32.self)
    let content = unsafe UnsafeRawBufferPointer(rebasing: room[4..<end])
    let checksum = unsafe checksums.crc32(Span(borrowing: content))
    unsafe room.storeBytes(of: checksum.bigEndian, toByteOffset: end, as: UInt32.self)
    try unsafe output.write(
      UnsafeRawBufferPointer(rebasing: room[..<(end + Self.tailByteCount)]))
  }

  /// Length and type.
  static let headByteCount = 8
  /// The checksum.
  static let tailByteCount = 4
}
