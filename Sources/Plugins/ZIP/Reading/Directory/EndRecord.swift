import ConverterCore

/// The end of an archive, which says where its directory is (APPNOTE 4.3.16).
struct EndRecord {
  static let byteCount = 22

  /// Where the directory is in the file.
  let directory: Range<Int>
  /// How many entries it holds; without ZIP64 modulo 65,536, for some writers do not care.
  let entryCount: Int
  let isZIP64: Bool
  /// Bytes that stand before the archive, which its offsets do not count: a program, junk.
  let shift: Int
  /// Whether offsets and sizes count modulo 2³², as Apple's archiver writes them.
  let isModulo: Bool
  let comment: [UInt8]
  /// Bytes that come after it; less than 0 where its comment is cut off.
  let excess: Int
  /// Whether another archive seems to stand before this one.
  let followsArchive: Bool

  /// The record of the directory that every program finds.
  ///
  /// It has to be looked for: a comment of up to 65,535 bytes comes after it, which can hold anything.
  ///
  /// - Throws: `damagedInput`, `unsupportedContent` for a part of a divided archive, `unsafeEntry` where
  ///   programs would find different directories.
  static func find(in input: InputFile) throws(ConversionError) -> EndRecord {
    let count = min(input.byteCount, byteCount + 0xFFFF)
    let tail = try input.read(at: input.byteCount - count, count: count)
    var whole: [EndRecord] = []
    var other: EndRecord?
    var failure: ConversionError?
    for place in places(in: tail) {
      let excess = tail.count - place - byteCount - tail.uint16(at: place + 20)
      do throws(ConversionError) {
        let record = try EndRecord(
          Array(tail[place...]), at: input.byteCount - tail.count + place, excess: excess, in: input
        )
        if excess == 0 { whole.append(record) } else { other = other ?? record }
      } catch {
        if error.code == .readFailed { throw error }
        if excess == 0 { failure = failure ?? error }
      }
    }
    if whole.count > 1 { throw ambiguity }
    if let record = whole.first {
      if record.followsArchive { throw archiveInside }
      return record
    }
    if let failure { throw failure }
    // Bytes behind the archive are no harm. But where bytes precede it as well, it may be an archive inside
    // of another whose end is missing.
    if let other, !other.followsArchive, try !other.isStoredEntry(in: input) { return other }
    throw ConversionError(
      .damagedInput,
      "is a damaged ZIP archive: the directory at its end is missing, as when a download was "
        + "interrupted")
  }

  /// Whether the header of an entry ends right where this archive begins, which is then its content.
  private func isStoredEntry(in input: InputFile) throws(ConversionError) -> Bool {
    guard shift > 0 else { return false }
    let count = min(shift, LocalHeader.byteCount + 2 * 0xFFFF)
    let before = try input.read(at: shift - count, count: count)
    return stride(from: before.count - LocalHeader.byteCount, through: 0, by: -1).contains {
      before[$0] == 0x50 && before.uint32(at: $0) == Signature.localHeader
        && $0 + LocalHeader.byteCount + before.uint16(at: $0 + 26) + before.uint16(at: $0 + 28)
          == before.count
    }
  }

  /// Where end records may begin, the last one first.
  private static func places(in tail: [UInt8]) -> [Int] {
    guard tail.count >= byteCount else { return [] }
    return stride(from: tail.count - byteCount, through: 0, by: -1).filter {
      tail[$0] == 0x50 && tail.uint32(at: $0) == Signature.endRecord
    }
  }

  /// - Parameter bytes: the record and all that follows.
  private init(
    _ bytes: [UInt8], at position: Int, excess: Int, in input: InputFile
  ) throws(ConversionError) {
    self.excess = excess
    comment = Array(bytes.dropFirst(Self.byteCount).prefix(bytes.uint16(at: 20)))
    let fields = Fields(
      disk: bytes.uint16(at: 4), directoryDisk: bytes.uint16(at: 6), count: bytes.uint16(at: 10),
      byteCount: bytes.uint32(at: 12), offset: bytes.uint32(at: 16))
    let beginsWithEntry = try input.has(Signature.localHeader, at: 0)
    if let large = try ZIP64EndRecord(before: position, fields, in: input) {
      try large.check(against: fields)
      (directory, shift) = try large.directory(in: input)
      (entryCount, isZIP64, isModulo) = (large.count, true, false)
    } else {
      guard fields.disk == 0, fields.directoryDisk == 0 else { throw Self.divided }
      guard bytes.uint16(at: 8) == fields.count else { throw Self.contradiction }
      (directory, shift) = try fields.directory(endingAt: position, in: input)
      (entryCount, isZIP64) = (fields.count, false)
      isModulo = shift > 0 && shift & 0xFFFF_FFFF == 0 && beginsWithEntry
    }
    followsArchive = shift > 0 && !isModulo && beginsWithEntry
  }

  private static let ambiguity = ConversionError(
    .unsafeEntry,
    "the archive has two directories, one in the comment of the other, and programs disagree on which "
      + "is meant")

  /// What stands before an archive is a program or junk. If it is an archive itself, then this one may be
  /// an entry of it.
  private static let archiveInside = ConversionError(
    .damagedInput,
    "is a damaged ZIP archive: it ends with an archive that is inside of it, and its own directory is "
      + "missing"
  )

  static let divided = ConversionError(
    .unsupportedContent,
    "is one part of an archive that was divided into several: join them first, for instance with "
      + "zip -s 0 PARTS --out WHOLE")

  static let contradiction = ConversionError(
    .damagedInput, "is a damaged ZIP archive: the records at its end contradict each other")

  static let missingDirectory = ConversionError(
    .damagedInput, "is a damaged ZIP archive: its directory is not where the record at its end says"
  )

  static func missingBeginning(_ byteCount: Int) -> ConversionError {
    ConversionError(
      .damagedInput,
      "is a damaged ZIP archive: its beginning is missing, \(byteCount) bytes before the directory")
  }
}

extension EndRecord {
  /// What the 22 bytes say.
  struct Fields {
    let disk: Int
    let directoryDisk: Int
    let count: Int
    let byteCount: Int
    let offset: Int

    /// Whether none of the numbers stands in a record with 64 bits instead.
    var isComplete: Bool { count != 0xFFFF && byteCount != 0xFFFF_FFFF && offset != 0xFFFF_FFFF }

    func directory(
      endingAt position: Int, in input: InputFile
    ) throws(ConversionError) -> (Range<Int>, shift: Int) {
      let start = position - byteCount
      if start >= 0 {
        let isThere = try input.has(Signature.centralRecord, at: start) || byteCount == 0
        if isThere && start >= offset { return (start..<position, start - offset) }
        if isThere { throw EndRecord.missingBeginning(offset - start) }
      }
      // A signature of the directory, or a ZIP64 record that is not needed, comes between.
      if offset + byteCount <= position, try input.has(Signature.centralRecord, at: offset) {
        return (offset..<offset + byteCount, 0)
      }
      throw start < 0 ? EndRecord.missingBeginning(-start) : EndRecord.missingDirectory
    }
  }
}
