/// Where a chunk of a RIFF file is (WebP Container Specification, "RIFF File Format").
public struct RIFFChunk: Equatable, Sendable {
  public let type: FourCC
  /// Its bytes, without type, size and padding.
  public let body: Range<Int>

  public init(type: FourCC, body: Range<Int>) {
    self.type = type
    self.body = body
  }

  /// Type and size, which stand before them.
  public var start: Int { body.lowerBound - 8 }
}

/// Walks from chunk to chunk of a RIFF file, reading nothing but their headers.
public struct RIFFCursor {
  public private(set) var offset: Int
  public let end: Int
  private let input: InputFile
  private var window: [UInt8] = []
  private var windowOffset = 0

  /// - Precondition: `range` lies within the file.
  public init(_ input: InputFile, in range: Range<Int>) {
    self.input = input
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The next chunk; `nil` at the end.
  ///
  /// - Throws: `damagedInput` for a chunk that goes beyond the end.
  public mutating func next() throws(ConversionError) -> RIFFChunk? {
    guard end - offset >= 8 else { return nil }
    let (type, count) = try header()
    guard count <= end - offset - 8 else {
      throw ConversionError(
        .damagedInput,
        "the \(type) chunk at byte \(offset) has \(count) bytes, more than what holds it")
    }
    let body = offset + 8..<offset + 8 + count
    // Chunks begin at even offsets; the last one's padding may be missing.
    offset = min(end, body.upperBound + count % 2)
    return RIFFChunk(type: type, body: body)
  }

  private mutating func header() throws(ConversionError) -> (type: FourCC, count: Int) {
    let bytes = try bytes(8, at: offset)
    var cursor = ByteCursor(bytes.span)
    do throws(EndOfBytes) {
      return (FourCC(rawValue: try cursor.u32be()), Int(try cursor.u32le()))
    } catch {
      throw Self.becameShorter
    }
  }

  /// The first bytes of a chunk, as many of them as it has.
  public mutating func head(of chunk: RIFFChunk, _ count: Int) throws(ConversionError) -> [UInt8] {
    try bytes(min(count, chunk.body.count), at: chunk.body.lowerBound)
  }

  /// Bytes within the file, by pieces that spare a system call for each.
  private mutating func bytes(_ count: Int, at place: Int) throws(ConversionError) -> [UInt8] {
    if place < windowOffset || place + count > windowOffset + window.count {
      window = try input.read(at: place, count: max(count, 1024))
      windowOffset = place
    }
    guard let range = window.span.range(at: place - windowOffset, length: count) else {
      throw Self.becameShorter
    }
    return Array(window[range])
  }

  private static let becameShorter = ConversionError(
    .readFailed, "became shorter while it was read")
}
