import ConverterCore
import PictureModel

/// ISA-L and our own filters, twice as fast as libpng: rows of 8 or 16 bits a sample that are not interlaced.
///
/// It gives up at whatever is not as it should be.
@safe final class PNGInflatedRows: PNGRowDecoder {
  /// Pixels for which it is worth while to open another library.
  private static let leastByteCount = 1 << 18

  private let data: PNGDataStreamReader
  private let unfiltering: PNGUnfiltering
  private let isDeep: Bool
  /// Rows as they come, each behind its filter.
  private var filtered: UnsafeMutableRawBufferPointer
  /// The last row as it is in the file, zeros before the first one; then room for the next one, of deep samples.
  private let above: UnsafeMutableRawBufferPointer

  /// `nil` for files that it is not for, and where ISA-L is not installed.
  init?(
    _ chunks: PNGChunkList, of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) {
    let header = chunks.header
    let rowByteCount = header.width * header.bitsPerPixel / 8
    guard !header.isInterlaced, !chunks.isApple, header.bitDepth >= 8,
      header.colourType != .indexed, chunks.transparency == nil,
      rowByteCount.multipliedReportingOverflow(by: header.height).partialValue
        >= Self.leastByteCount,
      let data = try PNGDataStreamReader(chunks, of: input, in: context)
    else { return nil }
    self.data = data
    unfiltering = PNGUnfiltering(
      rowByteCount: rowByteCount, pixelByteCount: header.bitsPerPixel / 8)
    isDeep = header.bitDepth == 16
    unsafe filtered = .allocate(byteCount: 0, alignment: 64)
    unsafe above = .allocate(byteCount: 2 * rowByteCount, alignment: 64)
    unsafe above.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    unsafe filtered.deallocate()
    unsafe above.deallocate()
  }

  /// Pointers stay within `count` rows of `size` bytes behind a filter each, all of which `fill` has filled; the row
  /// above and, of words, the one that they are made from have room for two rows.
  func readRows(
    _ count: Int, from first: Int, to plane: PixelBuffer.Plane
  ) throws(ConversionError) -> Bool {
    let size = unfiltering.rowByteCount
    if unsafe filtered.count < count * (size + 1) {
      unsafe filtered.deallocate()
      unsafe filtered = .allocate(byteCount: count * (size + 1), alignment: 64)
    }
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: filtered[..<(count * (size + 1))])
    var target = unsafe MutableSpan<UInt8>(_unsafeBytes: room)
    guard try data.fill(&target), let source = room.baseAddress,
      let last = unsafe above.baseAddress
    else {
      return false
    }
    for row in 0..<count {
      let filter = unsafe source + row * (size + 1)
      let coded = unsafe (filter + 1).assumingMemoryBound(to: UInt8.self)
      let code = unsafe filter.load(as: UInt8.self)
      let isKnown =
        unsafe isDeep
        ? unfilterDeep(code, coded, to: plane.row(row), last)
        : unfiltering.undo(
          code, of: coded,
          above: row == 0
            ? last.assumingMemoryBound(to: UInt8.self)
            : plane.row(row - 1, as: UInt8.self), to: plane.row(row, as: UInt8.self))
      guard isKnown else { return false }
    }
    if !isDeep { unsafe last.copyMemory(from: plane.row(count - 1), byteCount: size) }
    return true
  }

  /// Undoes the filter of a row of words, which have their high byte first in the file.
  private func unfilterDeep(
    _ code: UInt8, _ coded: UnsafePointer<UInt8>, to row: UnsafeMutableRawPointer,
    _ last: UnsafeMutableRawPointer
  ) -> Bool {
    let size = unfiltering.rowByteCount
    let bytes = unsafe last + size
    guard
      unsafe unfiltering.undo(
        code, of: coded, above: last.assumingMemoryBound(to: UInt8.self),
        to: bytes.assumingMemoryBound(to: UInt8.self))
    else { return false }
    unsafe last.copyMemory(from: bytes, byteCount: size)
    let (words, target) = unsafe (
      UnsafePointer(bytes.assumingMemoryBound(to: UInt16.self)),
      row.assumingMemoryBound(to: UInt16.self)
    )
    for x in 0..<size / 2 { unsafe target[x] = UInt16(bigEndian: words[x]) }
    return true
  }

  func finish() throws(ConversionError) -> Bool { try data.isAtGoodEnd() }
}
