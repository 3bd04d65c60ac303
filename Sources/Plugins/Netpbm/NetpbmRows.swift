import ConverterCore
import PictureModel

/// The samples of a picture, band by band.
final class NetpbmRows: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let header: NetpbmHeader
  private let input: InputFile
  private let context: ConversionContext
  private let band: PixelBuffer
  private var cursor: InputCursor
  /// A row as it is in the file, where it is not text.
  private var bytes: [UInt8]
  /// Samples of 0…`most` as those of the format, where these are not the same.
  private let table: [UInt16]
  private var y = 0

  private static let bandByteCount = 1 << 19

  /// - Throws: `limitExceeded`.
  init(
    _ header: NetpbmHeader, _ format: PixelFormat, of input: InputFile,
    in context: ConversionContext
  ) throws(ConversionError) {
    self.header = header
    self.format = format
    self.input = input
    self.context = context
    (width, height) = (header.width, header.height)
    cursor = InputCursor(input, at: header.samples)
    let row = PixelBuffer.byteCount(format, width: width, height: 1)
    let rows = min(height, max(16, Self.bandByteCount / row & ~15))
    let (size, isTooMuch) = row.multipliedReportingOverflow(by: rows + 1)
    try context.limits.check(.memory, isTooMuch ? .max : size, for: "decoding \(rows) rows")
    band = PixelBuffer(format, width: width, height: rows)
    bytes = []
    let (most, full) = (header.most, format.bitDepth > 8 ? 65535 : 255)
    table =
      most == full
      ? [] : (0...full).map { UInt16((min($0, most) * full + most / 2) / most) }
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    let rows = min(band.height, height - y)
    guard rows > 0 else { return nil }
    try context.checkpoint()
    do throws(ConversionError) {
      for row in 0..<rows { try unsafe fill(band.planes[0].row(row), row: y + row) }
    } catch {
      throw error.about(input.path)
    }
    defer { y += rows }
    return PixelBand(band, y: y, height: rows)
  }

  /// - Parameter target: has room for the width's samples of the format, which are as many as `depth` says; what is
  ///   read is checked.
  private func fill(_ target: UnsafeMutableRawPointer, row: Int) throws(ConversionError) {
    let count = width * header.depth
    let (narrow, wide) = unsafe (
      target.assumingMemoryBound(to: UInt8.self), target.assumingMemoryBound(to: UInt16.self)
    )
    switch header.coding {
    case .plainBits:
      for x in 0..<count { unsafe narrow[x] = try nextBit() ? 0 : 255 }
    case .plain:
      for index in 0..<count {
        let sample = try nextNumber()
        if format.bitDepth > 8 {
          unsafe wide[index] = scaled(sample)
        } else {
          unsafe narrow[index] = UInt8(truncatingIfNeeded: scaled(sample))
        }
      }
    case .bits:
      try readRow(row)
      for x in 0..<width { unsafe narrow[x] = bytes[x / 8] >> UInt8(7 - x % 8) & 1 == 1 ? 0 : 255 }
    case .raw where format.bitDepth > 8:
      try readRow(row)
      for index in 0..<count {
        unsafe wide[index] = scaled(Int(bytes[2 &* index]) &<< 8 | Int(bytes[2 &* index &+ 1]))
      }
    case .raw:
      try readRow(row)
      for index in 0..<count {
        unsafe narrow[index] =
          table.isEmpty ? bytes[index] : UInt8(truncatingIfNeeded: table[Int(bytes[index])])
      }
    case .float(let isLittleEndian):
      // They run from the bottom.
      try readRow(height - 1 - row)
      for index in 0..<count { unsafe wide[index] = level(at: 4 * index, isLittleEndian) }
    }
  }

  private func scaled(_ sample: Int) -> UInt16 {
    table.isEmpty ? UInt16(truncatingIfNeeded: sample) : table[sample]
  }

  private func readRow(_ row: Int) throws(ConversionError) {
    bytes = try input.read(
      at: header.samples + row * header.rowByteCount, count: header.rowByteCount)
    guard bytes.count == header.rowByteCount else {
      throw ConversionError(.readFailed, "became shorter while it was read")
    }
  }

  /// 0…1 as 0…65535; what is no number is 0.
  private func level(at offset: Int, _ isLittleEndian: Bool) -> UInt16 {
    let word = (0..<4).reduce(UInt32(0)) { word, byte in
      word << 8 | UInt32(bytes[offset + (isLittleEndian ? 3 - byte : byte)])
    }
    let value = Float(bitPattern: word)
    return value > 0 ? UInt16((min(value, 1) * 65535).rounded()) : 0
  }

  /// A digit of 0 or 1; nothing need stand between two.
  private func nextBit() throws(ConversionError) -> Bool {
    switch try nextMark() {
    case UInt8(ascii: "0"): return false
    case UInt8(ascii: "1"): return true
    default: throw Self.noSample
    }
  }

  private func nextNumber() throws(ConversionError) -> Int {
    var byte = try nextMark()
    var number = 0
    while true {
      guard (0x30...0x39).contains(byte) else { throw Self.noSample }
      number = number * 10 + Int(byte - 0x30)
      guard number <= header.most else {
        throw ConversionError(
          .damagedInput, "has a sample that is larger than its largest, \(header.most)")
      }
      guard let next = try cursor.byte(), !NetpbmHeader.isBlank(next) else { return number }
      byte = next
    }
  }

  /// The next byte that is neither blank nor in a comment.
  private func nextMark() throws(ConversionError) -> UInt8 {
    while let byte = try cursor.byte() {
      if NetpbmHeader.isBlank(byte) { continue }
      guard byte == UInt8(ascii: "#") else { return byte }
      while let next = try cursor.byte(), next != 0x0A, next != 0x0D {}
    }
    throw NetpbmHeader.cutOff
  }

  private static let noSample = ConversionError(
    .damagedInput, "has something else where a sample should be")
}
