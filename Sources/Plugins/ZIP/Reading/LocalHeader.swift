import ConverterCore

/// The header before the content of an entry (APPNOTE 4.3.7).
///
/// It says again what the directory says. Some programs believe the one and some the other, so that a
/// difference would let an archive show another content to the one who checks it than to the one who
/// unpacks it.
struct LocalHeader {
  static let byteCount = 30

  /// Name and extra fields, which follow the header.
  let variableByteCount: Int

  /// Where the content begins, from the beginning of the header.
  var contentOffset: Int { Self.byteCount + variableByteCount }

  /// - Parameter bytes: at least 30.
  init(_ bytes: Span<UInt8>, _ errors: EntryErrors) throws(ConversionError) {
    guard bytes.uint32(at: 0) == Signature.localHeader else {
      throw errors.error(
        .damagedInput, "there is no entry where the directory says; the archive is damaged or cut")
    }
    variableByteCount = Int(bytes.uint16(at: 26)) + Int(bytes.uint16(at: 28))
  }

  /// - Parameters:
  ///   - bytes: the header with name and extra fields.
  ///   - name: as the directory has it.
  /// - Throws: `unsafeEntry`, `damagedInput`.
  static func compare(
    _ bytes: Span<UInt8>, with record: CentralRecord, name: Span<UInt8>,
    isModulo: Bool, _ errors: EntryErrors
  ) throws(ConversionError) {
    let flags = CentralRecord.Flags(rawValue: bytes.uint16(at: 6))
    let nameEnd = byteCount + Int(bytes.uint16(at: 26))
    let local = bytes.extracting(byteCount..<nameEnd)
    guard isSame(local, name) else {
      let other = String(decoding: local).printable
      throw errors.error(.unsafeEntry, "before its content it has another name, \(other)")
    }
    guard bytes.uint16(at: 8) == record.storedMethod else {
      throw errors.error(
        .unsafeEntry,
        "the directory says \(CompressionMethod.word(record.storedMethod)), the entry itself "
          + CompressionMethod.word(bytes.uint16(at: 8)))
    }
    guard flags.contains(.encrypted) == record.flags.contains(.encrypted) else {
      throw errors.error(
        .unsafeEntry, "the directory and the entry itself disagree on whether it is encrypted")
    }
    var sizes = ZIP64Sizes(
      byteCount: Int(bytes.uint32(at: 22)), compressedByteCount: Int(bytes.uint32(at: 18)))
    if sizes.isIncomplete {
      var fields = ExtraFields(bytes, nameEnd..<bytes.count)
      while let (identifier, content) = fields.next() {
        guard identifier == ExtraFields.Identifier.zip64 else { continue }
        _ = sizes.complete(from: bytes, content)
      }
    }
    // Whoever writes to a pipe does not know them yet; they come after the content.
    let mayLack = flags.contains(.dataDescriptor)
    let period = isModulo ? 0xFFFF_FFFF : Int.max
    func agrees(_ local: Int, _ central: Int) -> Bool {
      local & period == central & period || mayLack && (local == 0 || local == 0xFFFF_FFFF)
    }
    guard agrees(sizes.byteCount, record.byteCount),
      agrees(sizes.compressedByteCount, record.compressedByteCount)
    else {
      throw errors.error(
        .damagedInput, "the directory and the entry itself disagree on how large it is")
    }
    let checksum = bytes.uint32(at: 14)
    guard checksum == record.checksum || mayLack else {
      throw errors.error(
        .damagedInput, "the directory and the entry itself have different checksums")
    }
  }

  /// Some writers change `\` in one place only.
  private static func isSame(_ local: Span<UInt8>, _ central: Span<UInt8>) -> Bool {
    func slashed(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "\\") ? UInt8(ascii: "/") : byte }
    return local.isEqual(to: central) { $0 == $1 || slashed($0) == slashed($1) }
  }
}
