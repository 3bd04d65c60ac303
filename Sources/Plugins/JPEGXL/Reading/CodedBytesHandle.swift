import ConverterCore

/// A whole file at an address that stays.
final class CodedBytes {
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
      let count = try input.read(at: 0, into: room)
      buffer = UnsafeRawBufferPointer(start: room.baseAddress, count: count)
    } catch {
      room.deallocate()
      throw error
    }
  }

  deinit { buffer.deallocate() }
}
