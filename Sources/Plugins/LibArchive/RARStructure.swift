import ConverterCore

/// What libarchive does not look at in RAR archives: the end mark, and the checksums of contents that
/// are stored (RAR 5) or of all (RAR 4).
enum RARStructure {
  static func checksum(
    ofFileIn input: InputFile, at position: Int
  ) throws(ConversionError) -> UInt32? {
    try RARVersion5.isArchive(input)
      ? RARVersion5.checksum(in: input, at: position)
      : RARVersion4.checksum(in: input, at: position)
  }

  /// Compares the end of an archive with what it has to be.
  ///
  /// libarchive takes the end of a file that was cut off within a header for the end of the archive.
  ///
  /// - Parameter position: where libarchive stopped.
  /// - Throws: `damagedInput` when what it stopped at is not the end of the archive.
  static func checkEnd(of input: InputFile, at position: Int) throws(ConversionError) {
    let isComplete =
      try RARVersion5.isArchive(input)
      ? RARVersion5.ends(input, near: position) : RARVersion4.ends(input, at: position)
    guard !isComplete else { return }
    throw ConversionError(
      .damagedInput,
      "the archive ends without its end mark: it was cut off, or is one of several parts")
  }
}

/// The headers of RAR 1.5 to 4, by the "technote.txt" of RAR 4.
enum RARVersion4 {
  private static let headerSize = 7
  private static let fileType: UInt8 = 0x74
  private static let endType: UInt8 = 0x7B

  /// The CRC-32 of the content of the next file, which its header has; `nil` where there is none.
  ///
  /// - Parameter position: of the first block that libarchive read to get to the file.
  static func checksum(
    in input: InputFile, at position: Int
  ) throws(ConversionError) -> UInt32? {
    var position = position
    // Before a file there may be the marker, the archive's header, comments and the like.
    for _ in 0..<1000 {
      let block = try input.read(at: position, count: 20)
      guard block.count == 20 else { return nil }
      if block[2] == fileType { return block.little32(at: 16) }
      let flags = block.little16(at: 3)
      let added = flags & 0x8000 == 0 ? 0 : Int(block.little32(at: headerSize))
      let size = Int(block.little16(at: 5)) + added
      guard size >= headerSize else { return nil }
      position += size
    }
    return nil
  }

  /// Old programs wrote no end mark; then the file ends with a block.
  static func ends(_ input: InputFile, at position: Int) throws(ConversionError) -> Bool {
    let rest = input.byteCount - position
    guard (1..<headerSize).contains(rest) else { return true }
    let before = try input.read(at: max(0, position - headerSize), count: headerSize)
    return before.count == headerSize && before[2] == endType
  }
}

/// The headers of RAR 5, by the "RAR 5.0 archive format".
enum RARVersion5 {
  private static let signature = Array("Rar!".utf8) + [0x1A, 0x07, 0x01, 0x00]
  private static let fileType = 2
  private static let endType: UInt8 = 5

  static func isArchive(_ input: InputFile) throws(ConversionError) -> Bool {
    try input.read(at: 0, count: signature.count) == signature
  }

  /// As ``RARVersion4/checksum(in:at:)``.
  static func checksum(
    in input: InputFile, at position: Int
  ) throws(ConversionError) -> UInt32? {
    var position = position == 0 ? signature.count : position
    for _ in 0..<1000 {
      // What is asked for stands at the beginning of a header, which may be 2 MiB long.
      var fields = Fields(try input.read(at: position, count: 128).dropFirst(4))
      guard let size = fields.number() else { return nil }
      let start = fields.consumed
      guard let type = fields.number(), let flags = fields.number() else { return nil }
      if flags & 1 != 0 { _ = fields.number() }
      let dataSize = flags & 2 != 0 ? fields.number() ?? 0 : 0
      if type == fileType { return checksum(&fields) }
      let (next, overflow) = (position + 4 + start + size).addingReportingOverflow(dataSize)
      guard !overflow, next < input.byteCount else { return nil }
      position = next
    }
    return nil
  }

  /// Flags, size, attributes, a time where flag 2 is set, a checksum where flag 4 is.
  private static func checksum(_ fields: inout Fields) -> UInt32? {
    guard let flags = fields.number(), fields.number() != nil, fields.number() != nil,
      flags & 4 != 0
    else { return nil }
    if flags & 2 != 0 { _ = fields.fixed() }
    return fields.fixed()
  }

  /// Whether there is an end header with its right checksum; libarchive stops within it.
  static func ends(_ input: InputFile, near position: Int) throws(ConversionError) -> Bool {
    let bytes = try input.read(at: max(0, position - 8), count: 80)
    return bytes.indices.contains { isEnd(Array(bytes[$0...].prefix(64))) }
  }

  /// Checksum (4 bytes), then size, type and flags, each in one byte, and what else the size counts.
  private static func isEnd(_ header: [UInt8]) -> Bool {
    guard header.count >= 7, header[5] == endType, header.count >= 5 + Int(header[4]) else {
      return false
    }
    return CRC32.of(header[4..<5 + Int(header[4])]) == header.little32(at: 0)
  }

  /// Reads numbers one after the other.
  private struct Fields {
    private var rest: ArraySlice<UInt8>
    private(set) var consumed = 0

    init(_ bytes: ArraySlice<UInt8>) {
      rest = bytes
    }

    /// A number in groups of seven bits, the lowest first; `nil` past the end, and past 2⁵⁶.
    mutating func number() -> Int? {
      var value = 0
      for shift in stride(from: 0, to: 56, by: 7) {
        guard let byte = rest.popFirst() else { return nil }
        consumed += 1
        value |= Int(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return value }
      }
      return nil
    }

    /// Four bytes, the lowest first.
    mutating func fixed() -> UInt32? {
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return Array(rest.prefix(4)).little32(at: 0)
    }
  }
}

extension [UInt8] {
  fileprivate func little16(at index: Int) -> UInt16 {
    UInt16(self[index]) | UInt16(self[index + 1]) << 8
  }

  fileprivate func little32(at index: Int) -> UInt32 {
    UInt32(little16(at: index)) | UInt32(little16(at: index + 2)) << 16
  }
}
