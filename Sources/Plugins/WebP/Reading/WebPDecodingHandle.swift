private import CLibWebP
import ConverterCore
import PictureModel

/// libwebp decoding one picture, given to it piece by piece.
@safe final class WebPDecodingHandle {
  private let decoder: OpaquePointer
  /// libwebp goes on looking at it.
  private let configuration: UnsafeMutablePointer<WebPDecoderConfig>
  private let data: UnsafeMutableRawBufferPointer
  private let buffer: PixelBuffer

  /// - Parameters:
  ///   - byteCount: of the coded picture.
  ///   - buffer: RGB or RGBA of 8 bits, or WebP's planes.
  ///   - isScaled: whether the buffer's size is not that of the picture.
  init(
    byteCount: Int, to buffer: PixelBuffer, isScaled: Bool, threads: Int
  ) throws(ConversionError) {
    try SystemLibrary.libwebp.open()
    self.buffer = buffer
    unsafe configuration = .allocate(capacity: 1)
    unsafe configuration.initialize(to: WebPDecoderConfig())
    unsafe data = .allocate(byteCount: byteCount, alignment: 16)
    var decoder: OpaquePointer?
    if unsafe WebPInitDecoderConfig(configuration) != 0 {
      unsafe configuration.pointee.options.use_threads = threads > 1 ? 1 : 0
      if isScaled {
        unsafe configuration.pointee.options.use_scaling = 1
        unsafe configuration.pointee.options.scaled_width = Int32(clamping: buffer.width)
        unsafe configuration.pointee.options.scaled_height = Int32(clamping: buffer.height)
      }
      unsafe Self.describe(buffer, in: &configuration.pointee.output)
      unsafe decoder = WebPIDecode(nil, 0, configuration)
    }
    guard let decoder = unsafe decoder else {
      unsafe data.deallocate()
      unsafe configuration.deallocate()
      throw LibWebP.outOfMemory
    }
    unsafe self.decoder = decoder
  }

  deinit {
    unsafe WebPIDelete(decoder)
    unsafe configuration.deallocate()
    unsafe data.deallocate()
  }

  /// Takes the next `count` bytes of a file as those of the picture from `place` on.
  ///
  /// - Returns: how many came.
  func read(
    _ count: Int, of input: InputFile, at offset: Int, to place: Int
  ) throws(ConversionError) -> Int {
    let room = unsafe data.count
    precondition(place >= 0 && count >= 0 && place + count <= room)
    return try unsafe input.read(
      at: offset, into: UnsafeMutableRawBufferPointer(rebasing: data[place..<place + count]))
  }

  /// Decodes as far as the first `count` bytes reach.
  ///
  /// - Returns: the rows of the buffer that are whole.
  /// - Throws: `damagedInput`, `limitExceeded`.
  func decode(_ count: Int) throws(ConversionError) -> Int {
    let bytes = unsafe data.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let status = unsafe WebPIUpdate(decoder, bytes, count)
    switch status {
    case VP8_STATUS_OK: return buffer.height
    case VP8_STATUS_SUSPENDED:
      var rows: Int32 = 0
      guard unsafe WebPIDecodedArea(decoder, nil, nil, nil, &rows) != nil else { return 0 }
      return max(0, min(buffer.height, Int(rows)))
    case VP8_STATUS_OUT_OF_MEMORY: throw LibWebP.outOfMemory
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      throw ConversionError(
        .unsupportedContent, "the picture uses a part of WebP that libwebp does not decode")
    default:
      throw .damaged("the picture data are damaged, libwebp cannot decode them")
    }
  }

  private static func describe(_ buffer: PixelBuffer, in output: inout WebPDecBuffer) {
    unsafe output.width = Int32(clamping: buffer.width)
    unsafe output.height = Int32(clamping: buffer.height)
    unsafe output.is_external_memory = 1
    func size(_ index: Int) -> Int { buffer.planes[index].stride * buffer.planes[index].height }
    func bytes(_ index: Int) -> UnsafeMutablePointer<UInt8> {
      unsafe buffer.planes[index].base.assumingMemoryBound(to: UInt8.self)
    }
    func stride(_ index: Int) -> Int32 { Int32(clamping: buffer.planes[index].stride) }
    guard buffer.format.isPlanar else {
      unsafe output.colorspace = buffer.format.hasAlpha ? MODE_RGBA : MODE_RGB
      unsafe output.u.RGBA = WebPRGBABuffer(rgba: bytes(0), stride: stride(0), size: size(0))
      return
    }
    unsafe output.colorspace = buffer.format.hasAlpha ? MODE_YUVA : MODE_YUV
    var planes = unsafe WebPYUVABuffer()
    unsafe (planes.y, planes.y_stride, planes.y_size) = (bytes(0), stride(0), size(0))
    unsafe (planes.u, planes.u_stride, planes.u_size) = (bytes(1), stride(1), size(1))
    unsafe (planes.v, planes.v_stride, planes.v_size) = (bytes(2), stride(2), size(2))
    if buffer.format.hasAlpha {
      unsafe (planes.a, planes.a_stride, planes.a_size) = (bytes(3), stride(3), size(3))
    }
    unsafe output.u.YUVA = planes
  }
}
