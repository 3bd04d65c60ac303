import CLibRSVG
import ConverterCore
import PictureModel

/// A drawing that librsvg has read.
@safe struct DrawingHandle: ~Copyable {
  private let drawing: OpaquePointer

  /// Cairo's limit.
  static let largestSide = 32767

  /// - Throws: `missingLibrary`, `damagedInput`.
  init(_ bytes: [UInt8]) throws(ConversionError) {
    try SystemLibrary.librsvg.open()
    var words = [CChar](repeating: 0, count: 256)
    let made = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe fairy_rsvg_create(bytes.baseAddress, bytes.count, &words, words.count)
    }
    guard let made = unsafe made else {
      throw ConversionError(
        .damagedInput, "is no drawing that librsvg can read: \(Self.text(words))")
    }
    unsafe drawing = made
  }

  deinit { unsafe fairy_rsvg_destroy(drawing) }

  /// In pixels, of which an inch has 96, and 0 where it says so; `nil` where the drawing has no size.
  var size: (width: Double, height: Double)? {
    var (width, height) = (0.0, 0.0)
    guard unsafe fairy_rsvg_size(drawing, &width, &height), width.isFinite, height.isFinite else {
      return nil
    }
    return (width, height)
  }

  /// Draws it as large as the buffer is, whose format is premultiplied RGBA.
  ///
  /// - Throws: `damagedInput`, also for drawings that are built to take for ever.
  func draw(into buffer: PixelBuffer) throws(ConversionError) {
    let plane = buffer.planes[0]
    for row in 0..<buffer.height {
      unsafe plane.row(row).initializeMemory(as: UInt8.self, repeating: 0, count: 4 * buffer.width)
    }
    var words = [CChar](repeating: 0, count: 256)
    guard
      unsafe fairy_rsvg_draw(
        drawing, plane.base.assumingMemoryBound(to: UInt8.self), Int32(buffer.width),
        Int32(buffer.height), Int32(plane.stride), &words, words.count)
    else {
      throw ConversionError(.damagedInput, "cannot be drawn: \(Self.text(words))")
    }
    for row in 0..<buffer.height { unsafe Self.order(plane.row(row), count: buffer.width) }
  }

  /// From words with opacity in the highest bits to bytes red, green, blue, opacity.
  private static func order(_ row: UnsafeMutableRawPointer, count: Int) {
    let words = unsafe row.assumingMemoryBound(to: UInt32.self)
    for x in 0..<count {
      let word = unsafe words[x]
      let (red, blue) = (word >> 16 & 255, word & 255)
      unsafe words[x] = (word & 0xFF00_FF00 | blue << 16 | red).littleEndian
    }
  }

  /// The library's words in one line, without the numbers of libxml2's errors: "line 1 column 9: …".
  private static func text(_ words: [CChar]) -> String {
    var words = String(
      decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
    ).split(whereSeparator: \.isWhitespace)
    // "Error domain 1 code 89 on line 1 column 9 of data: …"
    if let start = words.firstIndex(of: "Error"), words.count > start + 11,
      words[start + 1] == "domain", words[start + 6] == "line", words[start + 10] == "of"
    {
      words[start + 9] += ":"
      words.removeSubrange(start + 10..<start + 12)
      words.removeSubrange(start..<start + 6)
    }
    return words.joined(separator: " ").printable
  }
}

extension SystemLibrary {
  static let librsvg = unsafe SystemLibrary(
    "librsvg", package: "librsvg2-2", opening: { unsafe fairy_rsvg_open() })
}
