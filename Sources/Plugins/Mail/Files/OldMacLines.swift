import ConverterCore

/// Mail whose lines end with carriage returns alone, as on Macs before 2001.
enum OldMacLines {
  private static let mostBytes = 64 << 20

  /// The same mail with line feeds, in memory; any other mail as it is.
  ///
  /// - Throws: `damagedInput` where that is more than 64 MiB; `readFailed`.
  static func mended(
    _ input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> InputFile {
    let head = try input.read(at: 0, count: 4096)
    guard endsLines(head.prefix { $0 != 0x0A }) else { return input }
    guard input.byteCount <= mostBytes else {
      throw ConversionError(
        .damagedInput,
        "has lines that end with carriage returns alone, which are read in mail of up to \(mostBytes >> 20) MiB"
      )
    }
    var bytes = try input.read(at: 0, count: input.byteCount)
    bytes.withUnsafeMutableBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == 0x0D {
        // What was added by another program may have line feeds.
        if index + 1 == bytes.count || bytes[index + 1] != 0x0A { bytes[index] = 0x0A }
      }
    }
    context.warn("its lines end with carriage returns alone, which are taken for line feeds")
    return InputFile(bytes: bytes, name: input.name)
  }

  /// Whether carriage returns stand by themselves before the first line feed; a single one may be an accident.
  private static func endsLines(_ head: ArraySlice<UInt8>) -> Bool {
    head.dropLast().count { $0 == 0x0D } > 1
  }
}
