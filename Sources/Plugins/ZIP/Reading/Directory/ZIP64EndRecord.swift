import ConverterCore

/// The end of an archive with numbers of 64 bits (APPNOTE 4.3.14), which a locator (4.3.15) points to.
struct ZIP64EndRecord {
  static let byteCount = 56
  static let locatorByteCount = 20

  let count: Int
  private let position: Int
  /// Bytes before the archive, by the difference of where the record is and where it should be.
  private let shift: Int
  private let directoryByteCount: Int
  private let directoryOffset: Int

  /// `nil` where no locator precedes the end record at `end`.
  ///
  /// What only looks like a locator may be the last bytes of a name or a comment: if it leads to no record, and
  /// `short` says all that is needed, it is none.
  init?(
    before end: Int, _ short: EndRecord.Fields, in input: InputFile
  ) throws(ConversionError) {
    let locator = end - Self.locatorByteCount
    guard let pointer = try input.bytes(at: locator, count: Self.locatorByteCount),
      pointer.uint32(at: 0) == Signature.zip64Locator
    else { return nil }
    let offset = pointer.uint64(at: 8)
    // Where bytes precede the archive, the offset is wrong, but the record still stands before its locator.
    let places = [offset, locator - Self.byteCount].compactMap { $0 }
    var found: (place: Int, record: [UInt8])?
    for place in places where found == nil && place <= locator - Self.byteCount {
      if let record = try input.bytes(at: place, count: Self.byteCount),
        record.uint32(at: 0) == Signature.zip64EndRecord
      {
        found = (place, record)
      }
    }
    if found == nil, short.isComplete { return nil }
    guard pointer.uint32(at: 16) <= 1 else { throw EndRecord.divided }
    guard let (place, record) = found, let offset, let count = record.uint64(at: 32),
      let byteCount = record.uint64(at: 40), let directory = record.uint64(at: 48)
    else { throw EndRecord.missingDirectory }
    guard record.uint32(at: 16) == 0, record.uint32(at: 20) == 0 else { throw EndRecord.divided }
    guard record.uint64(at: 24) == count else { throw EndRecord.contradiction }
    guard place >= offset else { throw EndRecord.missingBeginning(offset - place) }
    self.count = count
    position = place
    shift = place - offset
    directoryByteCount = byteCount
    directoryOffset = directory
  }

  /// Refuses a record that says something else than the one with shorter numbers, which other programs
  /// may believe.
  func check(against short: EndRecord.Fields) throws(ConversionError) {
    guard short.count == 0xFFFF || short.count == count,
      short.byteCount == 0xFFFF_FFFF || short.byteCount == directoryByteCount,
      short.offset == 0xFFFF_FFFF || short.offset == directoryOffset
    else { throw EndRecord.contradiction }
  }

  func directory(in input: InputFile) throws(ConversionError) -> (Range<Int>, shift: Int) {
    guard directoryByteCount <= position else { throw EndRecord.missingDirectory }
    // It stands before this record or, by its own word, earlier.
    let (stated, overflow) = directoryOffset.addingReportingOverflow(shift)
    let last = position - directoryByteCount
    for start in [overflow ? last : stated, last] where start <= last {
      guard try input.has(Signature.centralRecord, at: start) || count == 0 else { continue }
      guard start >= directoryOffset else {
        throw EndRecord.missingBeginning(directoryOffset - start)
      }
      return (start..<start + directoryByteCount, start - directoryOffset)
    }
    throw EndRecord.missingDirectory
  }
}
