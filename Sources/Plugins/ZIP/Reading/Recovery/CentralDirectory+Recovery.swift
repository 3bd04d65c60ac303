import ConverterCore

extension CentralDirectory {
  /// What the headers before the contents say, where the directory at the end is missing or damaged.
  ///
  /// They lack what only the directory has: permissions, comments, which entries were deleted.
  ///
  /// - Returns: `nil` where the file does not begin with a whole entry.
  init?(recoveredFrom input: InputFile, limits: Limits) throws(ConversionError) {
    var walk = LocalEntryWalk(input)
    var bytes: [UInt8] = []
    var records: [CentralRecord] = []
    var faults: [Int: ConversionError] = [:]
    while let found = try walk.next() {
      if records.count >= limits.entries {
        try limits.check(.entries, records.count + 1, for: "the archive")
      }
      let start = bytes.count
      bytes += found.header[LocalHeader.byteCount...]
      try limits.check(.input, bytes.count, for: "the names of the archive")
      var record = CentralRecord(found, nameOffset: start)
      // The sizes are known already; what the fields say of them is about the header.
      var sizes = found.sizes
      record.examineName(bytes.span)
      faults[records.count] = record.examineExtraFields(bytes.span, &sizes)
      records.append(record)
    }
    guard !records.isEmpty else { return nil }
    self.init(bytes, records, faults)
    settleExtents(before: input.byteCount)
  }
}

extension CentralRecord {
  fileprivate init(_ found: LocalEntryWalk.Found, nameOffset: Int) {
    let header = found.header
    let method = UInt16(header.uint16(at: 8))
    // Of no system in particular: a `\` is a letter, and there are no permissions.
    self.init(
      header: found.place, compressedByteCount: found.sizes.compressedByteCount,
      byteCount: found.sizes.byteCount, nameOffset: nameOffset, checksum: found.checksum,
      attributes: 0, dosTime: UInt32(header.uint32(at: 10)),
      nameByteCount: UInt16(header.uint16(at: 26)), extraByteCount: UInt16(header.uint16(at: 28)),
      commentByteCount: 0, flags: Flags(rawValue: UInt16(header.uint16(at: 6))),
      storedMethod: method, method: method, host: 3)
  }
}
