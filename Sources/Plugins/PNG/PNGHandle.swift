internal import CPNGShims
import ConverterCore

/// libpng decoding one stream.
struct PNGDecodingHandle: ~Copyable {
  private let png: OpaquePointer
  private let stream: PNGInputStream

  /// Reads up to the picture data.
  ///
  /// - Parameter header: of the same stream; libpng refuses a larger picture.
  /// - Throws: `damagedInput`, or what reading the file throws.
  static func open(
    _ stream: PNGInputStream, header: PNGHeader, isApple: Bool
  ) throws(ConversionError) -> PNGDecodingHandle {
    let read: fairy_png_read_function = { context, bytes, count in
      guard let context, let bytes else { return false }
      let stream = Unmanaged<PNGInputStream>.fromOpaque(context).takeUnretainedValue()
      return stream.fill(UnsafeMutableRawBufferPointer(start: bytes, count: count))
    }
    guard let png = fairy_png_reader(read, Unmanaged.passUnretained(stream).toOpaque()) else {
      throw .outOfMemory
    }
    let handle = PNGDecodingHandle(png: png, stream: stream)
    guard
      fairy_png_start_reading(png, UInt32(header.width), UInt32(header.height), isApple)
    else { throw handle.failure(at: nil) }
    return handle
  }

  private init(png: OpaquePointer, stream: PNGInputStream) {
    self.png = png
    self.stream = stream
  }

  deinit {
    fairy_png_free(png)
  }

  /// The bytes of a row as it is delivered.
  var rowByteCount: Int { fairy_png_row_byte_count(png) }

  /// Reads the next rows; of an interlaced picture the rows of the next pass.
  ///
  /// - Parameters:
  ///   - first: room for the first row, the others follow at a distance of `stride` bytes.
  ///   - y: the row's number, for the message of an error.
  borrowing func readRows(
    to first: UnsafeMutableRawPointer, stride: Int, count: Int, at y: Int
  ) throws(ConversionError) {
    let bytes = first.assumingMemoryBound(to: UInt8.self)
    guard fairy_png_read_rows(png, bytes, stride, UInt32(count)) else { throw failure(at: y) }
  }

  /// Reads to the end of the stream and checks it.
  borrowing func finish() throws(ConversionError) {
    guard fairy_png_finish_reading(png) else { throw failure(at: nil) }
  }

  /// What libpng found wrong without giving up.
  var warnings: [String] {
    var warnings: [String] = []
    while let text = fairy_png_warning(png, UInt32(warnings.count)) {
      warnings.append(String(cString: text))
    }
    return warnings
  }

  private borrowing func failure(at y: Int?) -> ConversionError {
    if let error = stream.failure { return error }
    let message = String(cString: fairy_png_message(png))
    let place = y.map { " (in or after row \($0))" } ?? ""
    if message.contains("CRC error") {
      return .damaged("the picture data are damaged\(place): the checksum of a chunk is wrong")
    }
    if message.contains("Not enough image data") {
      return .damaged("the picture data end too early\(place)")
    }
    return .damaged("the picture data are damaged\(place); libpng says: \(message)")
  }
}

/// libpng encoding one picture.
struct PNGEncodingHandle: ~Copyable {
  private let png: OpaquePointer
  private let stream: PNGOutputStream

  /// How a picture is to be coded.
  struct Coding {
    var header: PNGHeader
    /// 0…9
    var compression: Int
    /// The filters among which libpng chooses for each row.
    var filters: [PNGRowFilter]
  }

  /// Writes signature and header.
  static func open(
    _ stream: PNGOutputStream, _ coding: Coding
  ) throws(ConversionError) -> PNGEncodingHandle {
    let write: fairy_png_write_function = { context, bytes, count in
      guard let context, let bytes else { return false }
      let stream = Unmanaged<PNGOutputStream>.fromOpaque(context).takeUnretainedValue()
      return stream.take(UnsafeRawBufferPointer(start: bytes, count: count))
    }
    guard let png = fairy_png_writer(write, Unmanaged.passUnretained(stream).toOpaque()) else {
      throw .outOfMemory
    }
    let handle = PNGEncodingHandle(png: png, stream: stream)
    var format = fairy_png_format()
    format.width = UInt32(coding.header.width)
    format.height = UInt32(coding.header.height)
    format.bit_depth = UInt8(coding.header.bitDepth)
    format.colour_type = coding.header.colourType.rawValue
    format.is_interlaced = coding.header.isInterlaced
    format.compression = Int32(coding.compression)
    format.filters = coding.filters.reduce(0) { $0 | $1.mask }
    guard fairy_png_start_writing(png, &format) else { throw handle.failure }
    return handle
  }

  private init(png: OpaquePointer, stream: PNGOutputStream) {
    self.png = png
    self.stream = stream
  }

  deinit {
    fairy_png_free(png)
  }

  borrowing func write(_ chunk: PNGChunk) throws(ConversionError) {
    let isWritten = chunk.type.description.withCString { type in
      chunk.bytes.withUnsafeBufferPointer {
        fairy_png_write_chunk(png, type, $0.baseAddress, $0.count)
      }
    }
    guard isWritten else { throw failure }
  }

  /// Writes PLTE and, where a colour is not opaque, tRNS; then rows may follow.
  ///
  /// - Parameter colours: empty unless the picture is indexed.
  borrowing func writePalette(_ colours: [SIMD4<UInt8>]) throws(ConversionError) {
    let rgb = colours.flatMap { [$0.x, $0.y, $0.z] }
    let alpha = colours.map(\.w)
    // Colours after the last translucent one are opaque without being mentioned.
    let alphaCount = (alpha.lastIndex { $0 != 255 }).map { $0 + 1 } ?? 0
    guard fairy_png_write_palette(png, rgb, alpha, Int32(colours.count), Int32(alphaCount)) else {
      throw failure
    }
  }

  /// Writes the next rows, a byte or a native word a sample; of an interlaced picture for the next
  /// pass.
  borrowing func writeRows(
    from first: UnsafeRawPointer, stride: Int, count: Int
  ) throws(ConversionError) {
    let bytes = first.assumingMemoryBound(to: UInt8.self)
    guard fairy_png_write_rows(png, bytes, stride, UInt32(count)) else { throw failure }
  }

  borrowing func finish() throws(ConversionError) {
    guard fairy_png_finish_writing(png) else { throw failure }
  }

  private var failure: ConversionError {
    stream.failure
      ?? ConversionError(
        .internalError, "libpng could not write: \(String(cString: fairy_png_message(png)))")
  }
}

extension PNGRowFilter {
  fileprivate var mask: Int32 {
    switch self {
    case .none: Int32(fairy_png_filter_none)
    case .sub: Int32(fairy_png_filter_sub)
    case .up: Int32(fairy_png_filter_up)
    case .average: Int32(fairy_png_filter_average)
    case .paeth: Int32(fairy_png_filter_paeth)
    }
  }
}

extension ConversionError {
  fileprivate static var outOfMemory: ConversionError {
    ConversionError(.limitExceeded, "there is not enough memory to run libpng")
  }
}
