import ConverterCore

/// Four letters that say what a chunk holds.
struct ChunkType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The letters as a big-endian number.
  let rawValue: UInt32

  static let riff = ChunkType("RIFF")
  static let webp = ChunkType("WEBP")
  static let lossy = ChunkType("VP8 ")
  static let lossless = ChunkType("VP8L")
  static let extended = ChunkType("VP8X")
  static let alpha = ChunkType("ALPH")
  static let animation = ChunkType("ANIM")
  static let frame = ChunkType("ANMF")
  static let profile = ChunkType("ICCP")
  static let exif = ChunkType("EXIF")
  static let xmp = ChunkType("XMP ")

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(_ letters: StaticString) {
    rawValue = letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) } }
  var description: String { String(decoding: bytes, as: UTF8.self).printable }
}

/// Where a chunk of a RIFF file is (WebP Container Specification, "RIFF File Format").
struct RIFFChunk: Equatable, Sendable {
  let type: ChunkType
  /// Its bytes, without type, size and padding.
  let body: Range<Int>

  /// Type and size, which stand before them.
  var start: Int { body.lowerBound - 8 }
}

/// Walks from chunk to chunk, reading nothing but their headers.
struct RIFFCursor {
  private(set) var offset: Int
  let end: Int
  private let input: InputFile
  private var window: [UInt8] = []
  private var windowOffset = 0

  /// - Precondition: `range` lies within the file.
  init(_ input: InputFile, in range: Range<Int>) {
    self.input = input
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The next chunk; `nil` at the end.
  ///
  /// - Throws: `damagedInput` for a chunk that goes beyond the end.
  mutating func next() throws(ConversionError) -> RIFFChunk? {
    guard end - offset >= 8 else { return nil }
    let header = try bytes(8, at: offset)
    let type = ChunkType(rawValue: header.bigEndian32(at: 0))
    let count = header.littleEndian(at: 4, width: 4)
    guard count <= end - offset - 8 else {
      throw .damaged(
        "the \(type) chunk at byte \(offset) has \(count) bytes, more than what holds it")
    }
    let body = offset + 8..<offset + 8 + count
    // Chunks begin at even offsets; the last one's padding may be missing.
    offset = min(end, body.upperBound + count % 2)
    return RIFFChunk(type: type, body: body)
  }

  /// The first bytes of a chunk, as many of them as it has.
  mutating func head(of chunk: RIFFChunk, _ count: Int) throws(ConversionError) -> [UInt8] {
    try bytes(min(count, chunk.body.count), at: chunk.body.lowerBound)
  }

  /// Bytes within the file, by pieces that spare a system call for each.
  private mutating func bytes(_ count: Int, at place: Int) throws(ConversionError) -> [UInt8] {
    if place < windowOffset || place + count > windowOffset + window.count {
      window = try input.read(at: place, count: max(count, 1024))
      windowOffset = place
    }
    guard window.count >= place - windowOffset + count else {
      throw ConversionError(.readFailed, "became shorter while it was read")
    }
    return Array(window[place - windowOffset..<place - windowOffset + count])
  }
}

extension [UInt8] {
  /// - Precondition: there are as many bytes.
  func littleEndian(at offset: Int, width: Int) -> Int {
    self[offset..<offset + width].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  fileprivate func bigEndian32(at offset: Int) -> UInt32 {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  init(littleEndian value: Int, width: Int) {
    self = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension ConversionError {
  static func damaged(_ message: String) -> ConversionError {
    ConversionError(.damagedInput, message)
  }
}
