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
    guard head.contains(0x0D), !head.contains(0x0A) else { return input }
    guard input.byteCount <= mostBytes else {
      throw ConversionError(
        .damagedInput,
        "has no line feed in its first 4096 bytes; lines that end with carriage returns alone are read in mail of up to \(mostBytes >> 20) MiB"
      )
    }
    var bytes = try input.read(at: 0, count: input.byteCount)
    guard !bytes.contains(0x0A) else { return input }
    bytes.withUnsafeMutableBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == 0x0D { bytes[index] = 0x0A }
    }
    context.warn("its lines end with carriage returns alone, which are taken for line feeds")
    return InputFile(bytes: bytes, name: input.name)
  }
}
