import ConverterCore

/// The last header of a RAR 5 archive (RAR 5.0 archive format, "End of archive header").
///
/// libarchive takes the end of a file that was cut off within a header for the end of the archive.
enum RAR5Ending {
  private static let signature: [UInt8] = Array("Rar!".utf8) + [0x1A, 0x07, 0x01, 0x00]
  private static let type: UInt8 = 5

  /// - Parameter position: where libarchive stopped: behind the type and flags of the header.
  /// - Throws: `damagedInput` when what it stopped at is not the end of the archive.
  static func check(_ input: InputFile, at position: Int) throws(ConversionError) {
    guard try input.read(at: 0, count: signature.count) == signature else { return }
    // Checksum (4 bytes), size, type, flags, each in one byte; then what the size counts beyond these.
    let header = try input.read(at: max(0, position - 7), count: 64)
    guard header.count >= 7, header[5] == type, header[4] < 58,
      header.count >= 5 + Int(header[4])
    else { throw missing }
    let stored = (0..<4).reduce(UInt32(0)) { $0 | UInt32(header[$1]) << UInt32(8 * $1) }
    guard InflateHandle.crc32(Array(header[4..<5 + Int(header[4])])) == stored else {
      throw missing
    }
  }

  private static var missing: ConversionError {
    ConversionError(
      .damagedInput,
      "the archive ends without its end mark: it was cut off, or is one of several parts")
  }
}
