import ConverterCore

/// The directory of an archive: a record for each entry, in its order, and what is wrong with them.
struct CentralDirectory {
  let bytes: [UInt8]
  private(set) var records: [CentralRecord] = []
  /// Why entries cannot be read, by their position.
  var faults: [Int: ConversionError] = [:]
  var warnings: [String] = []
  /// Whether offsets and sizes count modulo 2³².
  let isModulo: Bool

  /// - Throws: `damagedInput`, `limitExceeded`, `readFailed`.
  init(_ end: EndRecord, in input: InputFile, limits: Limits) throws(ConversionError) {
    isModulo = end.isModulo
    let count = end.directory.count
    // Each takes at least 46 bytes, so that a lie about their number costs nothing.
    let most = count / CentralRecord.byteCount
    try limits.check(.entries, min(end.entryCount, most), for: "the archive")
    try limits.check(.input, count, for: "the directory of the archive")
    guard let bytes = try input.bytes(at: end.directory.lowerBound, count: count) else {
      throw EndRecord.missingDirectory
    }
    self.bytes = bytes
    records.reserveLargePages(min(end.entryCount, most))
    try parse(bytes.span, end, limits)
    if isModulo {
      try unwrapOffsets(upTo: end, in: input)
    }
    settleExtents(before: end.directory.lowerBound)
    if end.excess > 0 {
      warnings.append("\(end.excess) bytes are behind the end of the archive, and were passed over")
    } else if end.excess < 0 {
      warnings.append("the comment at the end of the archive is cut off")
    }
  }

  /// A directory that no file has.
  init(_ bytes: [UInt8], _ records: [CentralRecord], _ faults: [Int: ConversionError]) {
    self.bytes = bytes
    self.records = records
    self.faults = faults
    isModulo = false
  }

  private mutating func parse(
    _ bytes: Span<UInt8>, _ end: EndRecord, _ limits: Limits
  ) throws(ConversionError) {
    var next = 0
    while next + CentralRecord.byteCount <= bytes.count,
      bytes.uint32(at: next) == Signature.centralRecord
    {
      let record = try addRecord(bytes, at: next, shift: end.shift)
      next = record.comment.upperBound
      if records.count > limits.entries {
        try limits.check(.entries, records.count, for: "the archive")
      }
    }
    let expected = end.entryCount
    if records.count == expected || !end.isZIP64 && records.count & 0xFFFF == expected { return }
    guard records.count < expected else {
      throw ConversionError(
        .damagedInput,
        "is a damaged ZIP archive: its directory holds \(records.count) entries, but its end says "
          + "\(expected)")
    }
    throw ConversionError(
      .damagedInput,
      "is a damaged ZIP archive: its directory is damaged after entry \(records.count) of \(expected)"
    )
  }

  private mutating func addRecord(
    _ bytes: Span<UInt8>, at start: Int, shift: Int
  ) throws(ConversionError) -> CentralRecord {
    var sizes = ZIP64Sizes(
      byteCount: Int(bytes.uint32(at: start + 24)),
      compressedByteCount: Int(bytes.uint32(at: start + 20)),
      offset: Int(bytes.uint32(at: start + 42)))
    var record = CentralRecord(
      header: 0, compressedByteCount: 0, byteCount: 0, nameOffset: start + CentralRecord.byteCount,
      checksum: bytes.uint32(at: start + 16), attributes: bytes.uint32(at: start + 38),
      dosTime: bytes.uint32(at: start + 12), nameByteCount: bytes.uint16(at: start + 28),
      extraByteCount: bytes.uint16(at: start + 30), commentByteCount: bytes.uint16(at: start + 32),
      flags: CentralRecord.Flags(rawValue: bytes.uint16(at: start + 8)),
      storedMethod: bytes.uint16(at: start + 10), method: bytes.uint16(at: start + 10),
      host: bytes[start + 5])
    guard record.comment.upperBound <= bytes.count else {
      throw ConversionError(
        .damagedInput,
        "is a damaged ZIP archive: entry \(records.count + 1) of its directory reaches past it"
      )
    }
    record.examineName(bytes)
    var fault: ConversionError?
    if record.extraByteCount > 0 {
      fault = record.examineExtraFields(bytes, &sizes)
    }
    record.byteCount = sizes.byteCount
    record.compressedByteCount = sizes.compressedByteCount
    let (header, overflow) = (sizes.offset ?? 0).addingReportingOverflow(isModulo ? 0 : shift)
    record.header = overflow ? .max : header
    let disk = bytes.uint16(at: start + 34)
    if disk != 0, disk != 0xFFFF { fault = fault ?? EndRecord.divided }
    if let fault { faults[records.count] = fault }
    records.append(record)
    return record
  }

  /// Takes out records that say again what an earlier one said.
  mutating func removeRecords(at positions: Set<Int>) {
    guard !positions.isEmpty else { return }
    var kept: [CentralRecord] = []
    var keptFaults: [Int: ConversionError] = [:]
    for (position, record) in records.enumerated() where !positions.contains(position) {
      keptFaults[kept.count] = faults[position]
      kept.append(record)
    }
    records = kept
    faults = keptFaults
  }

  mutating func setHeader(_ header: Int, of position: Int) { records[position].header = header }

  mutating func setExtentEnd(_ end: Int, of position: Int) { records[position].extentEnd = end }

  mutating func setSizes(_ compressed: Int, _ whole: Int, of position: Int) {
    records[position].compressedByteCount = compressed
    records[position].byteCount = whole
  }
}
