import CLibOpenJPEG
import ConverterCore

/// A codestream in OpenJPEG's decoder.
struct OpenJPEGDecoderHandle: ~Copyable {
  struct Component {
    let width: Int
    let height: Int
    let bitDepth: Int
    let isSigned: Bool
    /// They live as long as the decoder.
    let samples: UnsafePointer<Int32>
  }

  private let decoder: OpaquePointer
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Reads the main header.
  ///
  /// - Throws: `missingLibrary`, `damagedInput`.
  init(_ data: [UInt8], components: Int, threads: Int) throws(ConversionError) {
    try Self.load()
    // They must stay where they are for as long as the decoder lives.
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, data.count))
    _ = bytes.initialize(from: data)
    var found: UInt32 = 0
    guard
      let decoder = fairy_openjpeg_create(
        bytes.baseAddress, data.count, UInt32(clamping: min(threads, 32)), &found)
    else {
      bytes.deallocate()
      throw Self.damaged
    }
    guard Int(found) == components else {
      fairy_openjpeg_destroy(decoder)
      bytes.deallocate()
      throw Self.damaged
    }
    self.bytes = bytes
    self.decoder = decoder
  }

  deinit {
    fairy_openjpeg_destroy(decoder)
    bytes.deallocate()
  }

  /// - Throws: `missingLibrary`.
  static func load() throws(ConversionError) {
    if let reason = fairy_openjpeg_open() {
      throw ConversionError(
        .missingLibrary,
        "JPEG 2000 needs OpenJPEG (on Debian the package libopenjp2-7): " + String(cString: reason))
    }
  }

  /// - Parameter reductions: how often the size is halved, which costs less than to do so later.
  /// - Throws: `damagedInput`.
  func decode(reductions: Int) throws(ConversionError) {
    guard fairy_openjpeg_decode(decoder, UInt32(clamping: reductions)) else { throw Self.damaged }
  }

  /// - Throws: `damagedInput` for one that was not decoded.
  func component(_ index: Int) throws(ConversionError) -> Component {
    var found = fairy_openjpeg_component()
    guard fairy_openjpeg_get(decoder, UInt32(clamping: index), &found),
      let samples = found.samples
    else { throw Self.damaged }
    return Component(
      width: Int(found.width), height: Int(found.height), bitDepth: Int(found.precision),
      isSigned: found.is_signed, samples: samples)
  }

  static let damaged = ConversionError(.damagedInput, "its JPEG 2000 data are damaged")
}
