import ConverterCore

/// Where the chunks of a PNG file are (PNG specification, section 5).
///
/// Only the chunks' headers are read, and the short chunks that the pixels depend on, so a scan
/// costs the same for a large picture as for a small one. Picture data stay unread.
struct PNGChunkList {
  struct Place {
    let type: PNGChunkType
    /// Where the chunk's bytes are in the file, without length, type and checksum.
    let body: Range<Int>
    /// The whole chunk.
    var whole: Range<Int> { body.lowerBound - 8..<body.upperBound + 4 }
  }

  let header: PNGHeader
  let headerChunk: PNGChunk
  /// Whether the file is in Apple's variant (`CgBI`).
  let isApple: Bool
  private(set) var palette: PNGChunk?
  private(set) var transparency: PNGChunk?
  /// The chunks that tell more about the picture, in file order.
  private(set) var informative: [Place] = []
  /// All IDAT chunks, which stand side by side.
  private(set) var pictureData: Range<Int>
  /// What the IDAT chunks hold in all.
  private(set) var pictureByteCount = 0
  /// Bytes of the file after the picture's end.
  private(set) var trailingByteCount = 0

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// More informative chunks than any picture has; the rest is left out.
  private static let informativeLimit = 10_000

  /// - Throws: `damagedInput` with the place of the damage, `unsupportedContent` for a critical
  ///   chunk that is not known, `readFailed`.
  init(scanning input: InputFile, in context: ConversionContext) throws(ConversionError) {
    try Self.checkSignature(of: input)
    var cursor = PNGChunkCursor(input, at: Self.signature.count)

    var first = try cursor.next()
    isApple = first.type == .apple
    if isApple { first = try cursor.next() }
    guard first.type == .header else {
      throw .damaged("the first chunk is \(first.type), it must be IHDR")
    }
    guard first.body.count == 13 else {
      throw .damaged("the IHDR chunk holds \(first.body.count) bytes, it must hold 13")
    }
    headerChunk = try cursor.chunk(first)
    header = try PNGHeader(parsing: headerChunk.bytes)
    pictureData = 0..<0

    for number in 1... {
      if number.isMultiple(of: 1024) { try context.checkpoint() }
      let place = try cursor.next()
      if place.type == .end {
        guard place.body.isEmpty else { throw .damaged("the IEND chunk is not empty") }
        _ = try cursor.chunk(place)
        break
      }
      try add(place, from: cursor, in: context)
    }
    guard !pictureData.isEmpty else {
      throw .damaged("the file has no picture data: there is no IDAT chunk")
    }
    trailingByteCount = input.byteCount - cursor.offset
  }

  private mutating func add(
    _ place: Place, from cursor: PNGChunkCursor, in context: ConversionContext
  ) throws(ConversionError) {
    switch place.type {
    case .data:
      guard header.colourType != .indexed || palette != nil else {
        throw .damaged("the picture is indexed but has no palette before its data")
      }
      guard pictureData.isEmpty || pictureData.upperBound == place.whole.lowerBound else {
        throw .damaged(
          "the picture data are torn apart: there is another chunk between IDAT chunks before "
            + "byte \(place.whole.lowerBound)")
      }
      let start = pictureData.isEmpty ? place.whole.lowerBound : pictureData.lowerBound
      pictureData = start..<place.whole.upperBound
      pictureByteCount += place.body.count
    case .palette:
      try addPalette(place, from: cursor)
    case .transparency:
      try addTransparency(place, from: cursor, in: context)
    case .header:
      throw .damaged("there is a second IHDR chunk at byte \(place.whole.lowerBound)")
    case _ where PNGChunkType.informative.contains(place.type):
      if informative.count < Self.informativeLimit {
        informative.append(place)
      } else {
        context.warn("more than \(Self.informativeLimit) chunks of metadata: the rest was left out")
      }
    case _ where place.type.isCritical:
      throw ConversionError(
        .unsupportedContent,
        "the file has a critical chunk of type \(place.type), without which it cannot be decoded, "
          + "and fairy does not know that type")
    default:
      break
    }
  }

  private mutating func addPalette(
    _ place: Place, from cursor: PNGChunkCursor
  ) throws(ConversionError) {
    guard palette == nil else {
      throw .damaged("there is a second PLTE chunk at byte \(place.whole.lowerBound)")
    }
    guard pictureData.isEmpty else {
      throw .damaged("the PLTE chunk comes after the picture data")
    }
    guard (3...768).contains(place.body.count), place.body.count.isMultiple(of: 3) else {
      throw .damaged(
        "the PLTE chunk holds \(place.body.count) bytes: a palette has 1 to 256 colours of 3 bytes")
    }
    palette = try cursor.chunk(place)
  }

  private mutating func addTransparency(
    _ place: Place, from cursor: PNGChunkCursor, in context: ConversionContext
  ) throws(ConversionError) {
    let isUsable =
      switch header.colourType {
      case .gray: place.body.count == 2
      case .rgb: place.body.count == 6
      case .indexed: (1...paletteCount).contains(place.body.count)
      case .grayAlpha, .rgba: false
      }
    guard isUsable, transparency == nil, pictureData.isEmpty else {
      context.warn(
        "the tRNS chunk at byte \(place.whole.lowerBound) does not fit the picture and was ignored")
      return
    }
    transparency = try cursor.chunk(place)
  }

  /// The colours of the palette that indices can reach, at least 1.
  var paletteCount: Int {
    max(1, min((palette?.bytes.count ?? 0) / 3, 1 << header.bitDepth))
  }

  /// Throws `damagedInput` when the picture data are far longer than any encoder makes them.
  ///
  /// libpng expands data that follow the last row only to throw them away, so that without a bound
  /// a small picture could cost hours.
  func checkPictureByteCount() throws(ConversionError) {
    try header.checkPictureByteCount(pictureByteCount)
  }

  private static func checkSignature(of input: InputFile) throws(ConversionError) {
    let start = try input.read(at: 0, count: signature.count)
    if start == signature { return }
    if start.isEmpty { throw .damaged("the file is empty") }
    if signature.starts(with: start) {
      throw .damaged("the file ends after \(start.count) bytes, inside the PNG signature")
    }
    // The signature is made to show what a transfer as text does to it (section 5.2).
    if start.dropFirst().starts(with: signature[1..<4]) {
      throw .damaged(
        "the PNG signature is damaged, as happens when a file is transferred as text")
    }
    throw .damaged("the file does not begin with the PNG signature")
  }
}
