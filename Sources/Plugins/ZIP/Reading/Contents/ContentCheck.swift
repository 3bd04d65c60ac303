import ConverterCore

/// Compares what came out of an entry with what the directory says.
struct ContentCheck {
  let errors: EntryErrors
  private let byteCount: Int
  private let checksum: UInt32?
  /// Whether the size is known modulo 2³² only.
  private let isModulo: Bool
  private(set) var count = 0
  private var found: UInt32 = 0

  init(_ record: CentralRecord, hasChecksum: Bool, isModulo: Bool, _ errors: EntryErrors) {
    byteCount = record.byteCount
    checksum = hasChecksum ? record.checksum : nil
    self.isModulo = isModulo
    self.errors = errors
  }

  /// Bytes that are still to come, where that is known.
  var remaining: Int? { isModulo ? nil : byteCount - count }

  mutating func add(_ piece: Span<UInt8>) throws(ConversionError) {
    count += piece.count
    guard isModulo || count <= byteCount else { throw tooLong }
    if checksum != nil { found = Checksum.crc32(piece, after: found) }
  }

  func finish() throws(ConversionError) {
    let matches = isModulo ? count & 0xFFFF_FFFF == byteCount & 0xFFFF_FFFF : count == byteCount
    guard matches else {
      throw errors.damaged(
        "gives \(count) bytes instead of the \(byteCount) that the directory says")
    }
    guard checksum == nil || checksum == found else {
      throw errors.damaged("its content does not match its checksum (CRC-32)")
    }
  }

  var tooLong: ConversionError {
    errors.damaged("gives more than the \(byteCount) bytes that the directory says")
  }
}
