import ConverterCore

/// Where the pictures and metadata of a file are (WebP Container Specification).
///
/// Only headers are read.
struct WebPFile: Sendable {
  let input: InputFile
  let width: Int
  let height: Int
  /// The picture of a file without an animation.
  private(set) var still: WebPBitstream?
  private(set) var frames: [WebPFrame] = []
  /// How often the animation is shown; 0 for without end.
  private(set) var repetitions = 0
  private(set) var profile: Range<Int>?
  private(set) var exif: Range<Int>?
  private(set) var xmp: Range<Int>?

  /// - Throws: `damagedInput`, also for a file that is cut off; `limitExceeded`; `readFailed`.
  init(scanning input: InputFile, in context: ConversionContext) throws(ConversionError) {
    self.input = input
    let end = try Self.end(of: input, in: context)
    var cursor = RIFFCursor(input, in: 12..<end)
    guard let first = try cursor.next() else { throw .damaged("the file holds no chunk") }
    let isExtended = first.type == .extended
    var images = WebPImages()
    if isExtended {
      (width, height) = try Self.canvas(try cursor.head(of: first, 10))
    } else {
      try images.take(first, with: &cursor)
      if images.first == nil, first.type == .alpha {
        throw .damaged("opacity stands in a file without the VP8X chunk")
      }
      guard let picture = images.first else {
        throw .damaged("the file begins with a \(first.type) chunk, which is no picture")
      }
      (width, height) = (picture.width, picture.height)
    }
    try context.limits.checkPixels(width: width, height: height)
    var number = 0
    while let chunk = try cursor.next() {
      number += 1
      if number.isMultiple(of: 1024) { try context.checkpoint() }
      if try images.take(chunk, with: &cursor) { continue }
      try take(chunk, with: &cursor, in: context)
    }
    if frames.isEmpty { still = images.first }
    guard let picture = still ?? frames.first?.bitstream else {
      throw .damaged("the file holds no picture")
    }
    guard still == nil || picture.width == width && picture.height == height else {
      throw .damaged(
        "the file is for \(width)×\(height) pixels, its picture has "
          + "\(picture.width)×\(picture.height)")
    }
  }

  private mutating func take(
    _ chunk: RIFFChunk, with cursor: inout RIFFCursor, in context: ConversionContext
  ) throws(ConversionError) {
    switch chunk.type {
    case .frame:
      try context.limits.check(.entries, frames.count + 1, for: "the animation")
      frames.append(try WebPFrame(chunk, of: input, canvas: (width, height)))
    case .animation:
      let head = try cursor.head(of: chunk, 6)
      guard let count = head.number(at: 4, width: 2, .little) else {
        throw .damaged("the ANIM chunk is too short")
      }
      repetitions = count
    case .profile: if profile == nil { profile = chunk.body }
    case .exif: if exif == nil { exif = chunk.body }
    case .xmp: if xmp == nil { xmp = chunk.body }
    default: break
    }
  }

  /// Where the RIFF file ends within the file.
  private static func end(
    of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> Int {
    let head = try input.read(at: 0, count: 12)
    guard head.count == 12, let count = head.number(at: 4, width: 4, .little) else {
      throw .damaged("the file ends after \(head.count) bytes")
    }
    guard head.prefix(4).elementsEqual(FourCC.riff.bytes),
      head[8...].elementsEqual(FourCC.webp.bytes)
    else { throw .damaged("the file does not begin like a WebP file") }
    let end = count + 8
    // The padding of the last chunk counts, and is often missing.
    guard end <= input.byteCount + 1 else {
      throw .damaged(
        "the file is cut off: it says that it has \(end) bytes, and there are \(input.byteCount)")
    }
    guard end >= 12 else { throw .damaged("the file says that it has \(end) bytes") }
    if end < input.byteCount - 1 {
      context.warn("\(input.byteCount - end) bytes after the end of the picture were ignored")
    }
    return min(end, input.byteCount)
  }

  private static func canvas(_ head: [UInt8]) throws(ConversionError) -> (Int, Int) {
    guard let width = head.number(at: 4, width: 3, .little),
      let height = head.number(at: 7, width: 3, .little)
    else { throw .damaged("the VP8X chunk is too short") }
    return (width + 1, height + 1)
  }
}
