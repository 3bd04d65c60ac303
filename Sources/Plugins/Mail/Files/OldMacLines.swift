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
    for index in bytes.indices where bytes[index] == 0x0D {
      // What was added by another program may have line feeds.
      if index + 1 == bytes.count || bytes[index + 1] != 0x0A { bytes[index] = 0x0A }
    }
    context.warn("its lines end with carriage returns alone, which are taken for line feeds")
    return InputFile(bytes: bytes, name: input.name)
  }

  /// Whether two lines of text end with carriage returns before the first line feed; a single one may be an accident,
  /// and bytes that are no text have them anywhere.
  private static func endsLines(_ head: ArraySlice<UInt8>) -> Bool {
    var ends = 0
    for byte in head.dropLast() {
      if byte == 0x0D { ends += 1 }
      if ends == 2 { return true }
      guard byte >= 0x20 || byte == 0x0D || byte == 0x09 || byte == 0x1B else { return false }
    }
    return false
  }
}
