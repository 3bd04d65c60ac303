import CLibOpenJPEG
package import ConverterCore

/// A codestream in OpenJPEG's decoder.
@safe struct OpenJPEGDecoderHandle: ~Copyable {
  @unsafe struct Component {
    let width: Int
    let height: Int
    /// They live as long as the decoder.
    let samples: UnsafePointer<Int32>
  }

  private let decoder: OpaquePointer
  /// The data, which must stay where they are for as long as the decoder lives.
  private let bytes: UnsafeMutableRawBufferPointer

  /// Reads the data, and of them the main header.
  ///
  /// - Throws: `missingLibrary`, `damagedInput`, `readFailed`.
  init(
    _ input: InputFile, in range: Range<Int>, components: Int, threads: Int
  ) throws(ConversionError) {
    try SystemLibrary.openJPEG.open()
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 1)
    let decoder: OpaquePointer
    do throws(ConversionError) {
      let count = try unsafe input.read(at: range.lowerBound, into: bytes)
      unsafe decoder = try unsafe Self.create(
        bytes.prefix(count), components: components, threads: threads)
    } catch {
      unsafe bytes.deallocate()
      throw error
    }
    unsafe self.bytes = bytes
    unsafe self.decoder = decoder
  }

  private static func create(
    _ bytes: Slice<UnsafeMutableRawBufferPointer>, components: Int, threads: Int
  ) throws(ConversionError) -> OpaquePointer {
    let data = unsafe UnsafeRawBufferPointer(rebasing: bytes).bindMemory(to: UInt8.self)
    var found: UInt32 = 0
    guard
      let decoder = unsafe fairy_openjpeg_create(
        data.baseAddress, data.count, UInt32(clamping: min(threads, 32)), &found)
    else { throw damaged }
    guard Int(found) == components else {
      unsafe fairy_openjpeg_destroy(decoder)
      throw damaged
    }
    return unsafe decoder
  }

  deinit {
    unsafe fairy_openjpeg_destroy(decoder)
    unsafe bytes.deallocate()
  }

  /// - Parameter reductions: how often the size is halved, which costs less than to do so later.
  /// - Throws: `damagedInput`.
  func decode(reductions: Int) throws(ConversionError) {
    guard unsafe fairy_openjpeg_decode(decoder, UInt32(clamping: reductions)) else {
      throw Self.damaged
    }
  }

  /// - Throws: `damagedInput` for one that was not decoded.
  func component(_ index: Int) throws(ConversionError) -> Component {
    var found = unsafe fairy_openjpeg_component()
    guard unsafe fairy_openjpeg_get(decoder, UInt32(clamping: index), &found),
      let samples = unsafe found.samples
    else { throw Self.damaged }
    return unsafe Component(
      width: Int(found.width), height: Int(found.height), samples: samples)
  }

  static let damaged = ConversionError(.damagedInput, "its JPEG 2000 data are damaged")
}

extension SystemLibrary {
  package static let openJPEG = unsafe SystemLibrary(
    "OpenJPEG", package: "libopenjp2-7", opening: { unsafe fairy_openjpeg_open() })
}
