import CLibTIFF
import ConverterCore
import TIFFStructure

/// A directory that libtiff decodes.
@safe struct TIFFDecoderHandle: ~Copyable {
  /// What libtiff's callback needs; it lives as long as the handle.
  private final class Bytes {
    let input: InputFile
    var failure: ConversionError?

    init(_ input: InputFile) {
      self.input = input
    }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      guard let offset = Int(exactly: offset), offset <= input.byteCount else { return 0 }
      do throws(ConversionError) {
        return try unsafe input.read(at: offset, into: buffer)
      } catch {
        failure = failure ?? error
        return -1
      }
    }
  }

  struct Sizes {
    /// In bytes.
    let row: Int
    let tile: Int
    let tileRow: Int
  }

  private let decoder: OpaquePointer
  private let bytes: Bytes
  let sizes: Sizes

  /// - Throws: `missingLibrary`, `damagedInput`, `readFailed`, `limitExceeded`.
  init(_ directory: TIFFDirectory, limits: Limits) throws(ConversionError) {
    try SystemLibrary.libtiff.open()
    let bytes = Bytes(directory.file.input)
    let source = unsafe fairy_tiff_source(
      context: Unmanaged.passUnretained(bytes).toOpaque(),
      read: { context, offset, buffer, count in
        guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
        let bytes = unsafe Unmanaged<Bytes>.fromOpaque(context).takeUnretainedValue()
        return unsafe bytes.read(
          at: offset, into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
      }, byte_count: UInt64(directory.file.input.byteCount))
    guard
      let decoder = unsafe fairy_tiff_decoder_create(
        source, UInt64(directory.offset), limits.memory)
    else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left for decoding it")
    }
    var layout = fairy_tiff_layout()
    guard unsafe fairy_tiff_decoder_layout(decoder, &layout) else {
      let failure = unsafe Self.failure(of: decoder, bytes)
      unsafe fairy_tiff_decoder_destroy(decoder)
      throw failure
    }
    unsafe self.decoder = decoder
    self.bytes = bytes
    sizes = Sizes(
      row: Int(clamping: layout.row_bytes), tile: Int(clamping: layout.tile_bytes),
      tileRow: Int(clamping: layout.tile_row_bytes))
  }

  deinit { unsafe fairy_tiff_decoder_destroy(decoder) }

  /// Whether libtiff was built with a way of compressing.
  static func knows(compression: Int) throws(ConversionError) -> Bool {
    try SystemLibrary.libtiff.open()
    return fairy_tiff_knows(UInt16(truncatingIfNeeded: compression))
  }

  func readRow(
    _ row: Int, sample: Int, into bytes: inout [UInt8], _ place: Range<Int>
  ) throws(ConversionError) {
    precondition(place.count >= sizes.row, "a row fits into its buffer")
    var all = bytes.mutableSpan
    var room = all._mutatingExtracting(place)
    let isRead = unsafe room.withUnsafeMutableBufferPointer { room in
      unsafe fairy_tiff_decoder_read_row(decoder, room.baseAddress, UInt32(row), UInt16(sample))
    }
    guard isRead else { throw failure() }
  }

  func readTile(
    x: Int, y: Int, sample: Int, into bytes: inout [UInt8], _ place: Range<Int>
  ) throws(ConversionError) {
    var all = bytes.mutableSpan
    var room = all._mutatingExtracting(place)
    let isRead = unsafe room.withUnsafeMutableBufferPointer { room in
      unsafe fairy_tiff_decoder_read_tile(
        decoder, room.baseAddress, room.count, UInt32(x), UInt32(y), UInt16(sample))
    }
    guard isRead else { throw failure() }
  }

  /// - Parameter room: four bytes a pixel.
  func readRGBA(
    rows: Range<Int>, width: Int, into room: inout [UInt8]
  ) throws(ConversionError) {
    precondition(room.count >= rows.count * width * 4, "the rows fit into their buffer")
    let isRead = unsafe room.withUnsafeMutableBufferPointer { room in
      unsafe fairy_tiff_decoder_read_rgba(
        decoder, room.baseAddress, UInt32(width), UInt32(rows.lowerBound), UInt32(rows.count))
    }
    guard isRead else { throw failure() }
  }

  /// What is wrong with data that libtiff decoded nevertheless; `nil` where nothing is.
  ///
  /// Of JPEG as TIFF 6.0 had it, libtiff warns in any case, which says nothing.
  func complaint(compression: Int) -> String? {
    var all = unsafe [fairy_tiff_decoder_error(decoder)]
    if compression != 6 { unsafe all.append(fairy_tiff_decoder_warning(decoder)) }
    for index in unsafe all.indices {
      if let words = unsafe all[index], unsafe words.pointee != 0 {
        return unsafe Self.meaning(of: String(cString: words))
      }
    }
    return nil
  }

  private borrowing func failure() -> ConversionError { unsafe Self.failure(of: decoder, bytes) }

  private static func failure(of decoder: OpaquePointer, _ bytes: Bytes) -> ConversionError {
    if let failure = bytes.failure { return failure }
    let words = unsafe fairy_tiff_decoder_error(decoder).map { unsafe String(cString: $0) } ?? ""
    if words.contains("limit defined in open options") {
      return ConversionError.exceeding(
        .init(unresolved: .memory), "needs more memory than allowed; raise it with --limit memory=…"
      )
    }
    return .damagedSamples(meaning(of: words))
  }

  /// What a message of libtiff means. Its numbers are of strips, tiles and bytes, and some of them wrong.
  private static func meaning(of words: String) -> String {
    let hasAny = { (parts: [String]) in parts.contains { words.contains($0) } }
    if hasAny(["Read error", "Seek error", "Cannot handle zero", "Invalid strip byte count"]) {
      return "a part of them is missing, or lies behind the end of the file"
    }
    if hasAny(["Not enough data", "Premature EOF", "Premature EOL", "Line length mismatch"]) {
      return "they end too early"
    }
    if hasAny(["JPEG", "jpeg"]) { return "the JPEG data in it are damaged" }
    return "they break the rules of their compression"
  }
}

extension ConversionError {
  /// - Parameter reason: "they end too early".
  static func damagedSamples(_ reason: String) -> ConversionError {
    ConversionError(.damagedInput, "its picture data are damaged: \(reason)")
  }
}

extension SystemLibrary {
  static let libtiff = unsafe SystemLibrary(
    "libtiff", package: "libtiff6", opening: { unsafe fairy_tiff_open() })
}
