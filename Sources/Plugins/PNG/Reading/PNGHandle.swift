internal import CPNGShims
import ConverterCore

/// libpng decoding one stream.
@safe struct PNGDecodingHandle: ~Copyable {
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
      guard let context = unsafe context, let bytes = unsafe bytes else { return false }
      let stream = unsafe Unmanaged<PNGInputStream>.fromOpaque(context).takeUnretainedValue()
      return unsafe stream.fill(UnsafeMutableRawBufferPointer(start: bytes, count: count))
    }
    guard let png = unsafe fairy_png_reader(read, Unmanaged.passUnretained(stream).toOpaque())
    else {
      throw .outOfMemory
    }
    let handle = unsafe PNGDecodingHandle(png: png, stream: stream)
    guard
      unsafe fairy_png_start_reading(png, UInt32(header.width), UInt32(header.height), isApple)
    else { throw handle.failure(at: nil) }
    return handle
  }

  private init(png: OpaquePointer, stream: PNGInputStream) {
    unsafe self.png = png
    self.stream = stream
  }

  deinit {
    unsafe fairy_png_free(png)
  }

  /// The bytes of a row as it is delivered.
  var rowByteCount: Int { unsafe fairy_png_row_byte_count(png) }

  /// Reads the next rows; of an interlaced picture the rows of the next pass.
  ///
  /// - Parameters:
  ///   - first: room for the first row, the others follow at a distance of `stride` bytes.
  ///   - y: the row's number, for the message of an error.
  borrowing func readRows(
    to first: UnsafeMutableRawPointer, stride: Int, count: Int, at y: Int
  ) throws(ConversionError) {
    let bytes = unsafe first.assumingMemoryBound(to: UInt8.self)
    guard unsafe fairy_png_read_rows(png, bytes, stride, UInt32(count)) else {
      throw failure(at: y)
    }
  }

  /// Reads to the end of the stream and checks it.
  borrowing func finish() throws(ConversionError) {
    guard unsafe fairy_png_finish_reading(png) else { throw failure(at: nil) }
  }

  /// What libpng found wrong without giving up.
  var warnings: [String] {
    var warnings: [String] = []
    while let text = unsafe fairy_png_warning(png, UInt32(warnings.count)) {
      unsafe warnings.append(String(cString: text))
    }
    return warnings
  }

  private borrowing func failure(at y: Int?) -> ConversionError {
    if let error = stream.failure { return error }
    let message = unsafe String(cString: fairy_png_message(png))
    let place = y.map { " (in or after row \($0))" } ?? ""
    if message.contains("CRC error") {
      return .damaged("the picture data are damaged\(place): the checksum of a chunk is wrong")
    }
    if message.contains("Not enough image data") {
      return .damaged("the picture data end too early\(place)")
    }
    return .damaged("the picture data are damaged\(place): \(Self.words(for: message))")
  }

  /// What a message of libpng means, which passes on those of zlib, too.
  private static func words(for message: String) -> String {
    if message.contains("adaptive filter") { return "a row has a filter that PNG does not know" }
    let ofDeflate = [
      "distance", "code", "block", "length", "data check", "header check", "compression method",
      "window size", "dictionary", "stream",
    ]
    return ofDeflate.contains { message.contains($0) }
      ? "they break the rules of their compression" : "they break the rules of PNG"
  }
}

extension ConversionError {
  fileprivate static var outOfMemory: ConversionError {
    ConversionError.exceeding(
      .init(unresolved: .memory), "there is not enough memory to run libpng")
  }
}

extension PNGInputStream {
  /// Fills `target`; `false` when the bytes end or cannot be read.
  fileprivate func fill(_ target: UnsafeMutableRawBufferPointer) -> Bool {
    var filled = 0
    while filled < target.count {
      guard let piece = next(atMost: target.count - filled) else { return false }
      // The piece has no more bytes than are left of the target.
      unsafe piece.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[filled...]).copyMemory(from: $0)
      }
      filled += piece.count
    }
    return true
  }
}
