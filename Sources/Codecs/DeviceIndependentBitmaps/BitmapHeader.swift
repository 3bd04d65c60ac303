import ConverterCore

/// What stands before the colours and pixels of a device-independent bitmap: those of OS/2 (12, 16 and 64 bytes) and
/// of Windows (40 to 124 bytes; Microsoft, "Bitmap Header Types").
struct BitmapHeader {
  enum Compression: Equatable {
    case none, rle8, rle4, rle24, bitfields
    case jpeg, png
  }

  /// Bytes of the header itself.
  let byteCount: Int
  let width: Int
  let height: Int
  let isTopDown: Bool
  let bitCount: Int
  let compression: Compression
  /// Bytes of the pixels; 0 where the file does not say.
  let pixelByteCount: Int
  let dotsPerInch: (x: Double, y: Double)?
  /// As the file has it; 0 is all that an index can name.
  let coloursUsed: Int
  /// Of red, green, blue and alpha.
  let masks: [UInt32]
  /// Bytes of masks that follow the header.
  let maskByteCount: Int
  let colourSpace: UInt32
  /// Of a colour profile, counted from the beginning of the header.
  let profile: Range<Int>?

  /// Bytes of a colour of the palette.
  var colourByteCount: Int { byteCount == 12 ? 3 : 4 }

  private static let knownSizes: Set<Int> = Set(16...64).union([12, 108, 124])

  /// - Parameter bytes: from the header's beginning on, as many as 140 where there are so many.
  /// - Throws: `damagedInput`, `unsupportedContent`.
  init(parsing bytes: [UInt8]) throws(ConversionError) {
    let fields = LittleEndianFields(bytes: bytes)
    byteCount = Int(fields.long(0))
    guard Self.knownSizes.contains(byteCount) else {
      throw ConversionError(
        .unsupportedContent, "has a bitmap header of \(byteCount) bytes, which nobody describes")
    }
    guard bytes.count >= byteCount else {
      throw ConversionError(
        .damagedInput, "the file is cut off: it ends inside the bitmap's header")
    }
    let own = LittleEndianFields(bytes: Array(bytes.prefix(byteCount)))
    let isCore = byteCount == 12
    let signedHeight = isCore ? own.word(6) : own.signed(8)
    width = isCore ? own.word(4) : own.signed(4)
    height = abs(signedHeight)
    isTopDown = signedHeight < 0
    bitCount = own.word(isCore ? 10 : 14)
    guard width > 0, height > 0 else {
      throw ConversionError(.damagedInput, "gives its size as \(width)×\(signedHeight)")
    }
    compression = try Self.compression(
      Int(own.long(16)), isOS2: byteCount < 40 || byteCount == 64)
    pixelByteCount = Int(own.long(20))
    let (x, y) = (own.signed(24), own.signed(28))
    dotsPerInch = x > 0 && y > 0 ? (Double(x) * 0.0254, Double(y) * 0.0254) : nil
    coloursUsed = Int(own.long(32))
    (masks, maskByteCount) = Self.masks(
      bytes, byteCount, bitCount, compression, withAlpha: own.long(16) == 6)
    colourSpace = byteCount >= 108 ? own.long(56) : 0
    let (start, count) = (Int(own.long(112)), Int(own.long(116)))
    profile = byteCount >= 124 && count > 0 ? start..<start + count : nil
    try check()
  }

  private static func compression(
    _ number: Int, isOS2: Bool
  ) throws(ConversionError) -> Compression {
    switch (number, isOS2) {
    case (0, _): return .none
    case (1, _): return .rle8
    case (2, _): return .rle4
    case (4, true): return .rle24
    case (3, false), (6, false): return .bitfields
    case (4, false): return .jpeg
    case (5, false): return .png
    case (3, true):
      throw ConversionError(
        .unsupportedContent, "is a bitmap with OS/2's Huffman coding, which fairy does not decode")
    default:
      throw ConversionError(
        .unsupportedContent, "is a bitmap with the unknown compression \(number)")
    }
  }

  /// - Returns: the masks, and how many bytes they take behind the header.
  private static func masks(
    _ bytes: [UInt8], _ byteCount: Int, _ bitCount: Int, _ compression: Compression,
    withAlpha: Bool
  ) -> ([UInt32], Int) {
    guard compression == .bitfields else {
      return (bitCount == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF0000, 0xFF00, 0xFF, 0], 0)
    }
    let fields = LittleEndianFields(bytes: bytes)
    let hasOwn = byteCount >= 52
    let hasAlpha = byteCount >= 56 || !hasOwn && withAlpha
    let masks = (0..<4).map { $0 < 3 || hasAlpha ? fields.long(40 + 4 * $0) : 0 }
    return (masks, hasOwn ? 0 : withAlpha ? 16 : 12)
  }

  private func check() throws(ConversionError) {
    let depths: [Int] =
      switch compression {
      case .none: [1, 2, 4, 8, 16, 24, 32]
      case .rle8: [8]
      case .rle4: [4]
      case .rle24: [24]
      case .bitfields: [16, 32]
      case .jpeg, .png: [bitCount]
      }
    guard depths.contains(bitCount) else {
      throw ConversionError(
        .damagedInput, "has \(bitCount) bits a pixel, which do not go with how it is coded")
    }
    guard !isTopDown || compression == .none || compression == .bitfields else {
      throw ConversionError(
        .damagedInput, "runs from top to bottom, which does not go with how it is coded")
    }
    for mask in masks where !Self.isContiguous(mask) {
      throw ConversionError(
        .unsupportedContent, "has samples whose bits do not stand side by side")
    }
  }

  private static func isContiguous(_ mask: UInt32) -> Bool {
    guard mask != 0 else { return true }
    let ones = mask >> UInt32(mask.trailingZeroBitCount)
    return ones & (ones &+ 1) == 0
  }
}
