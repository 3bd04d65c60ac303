import ConverterCore

/// A whole file at an address that stays.
@safe final class CodedBytes {
  let buffer: UnsafeRawBufferPointer
  let input: InputFile

  /// - Throws: `limitExceeded`, `readFailed`.
  init(_ input: InputFile, in context: ConversionContext) throws(ConversionError) {
    try context.limits.check(.input, input.byteCount, for: "a JPEG XL file")
    try context.limits.check(.memory, input.byteCount, for: "a JPEG XL file")
    self.input = input
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, input.byteCount), alignment: 16)
    do throws(ConversionError) {
      let count = try unsafe input.read(at: 0, into: room)
      unsafe buffer = UnsafeRawBufferPointer(start: room.baseAddress, count: count)
    } catch {
      unsafe room.deallocate()
      throw error
    }
  }

  deinit { unsafe buffer.deallocate() }
}
