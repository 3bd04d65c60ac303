import ConverterCore

extension CentralDirectory {
  /// Gives each entry the place where it must end, and finds those that share bytes.
  ///
  /// Archives that expand without measure let entries overlap: every byte is inflated many times. Records
  /// that are repeated are a mistake of some writers; they count once.
  ///
  /// - Parameter start: of the directory itself.
  mutating func settleExtents(before start: Int) {
    let order = positionsInFile
    var repeated: Set<Int> = []
    var reach = (end: 0, owner: -1)
    var last = -1
    for position in order {
      let record = records[position]
      if last >= 0, record.header == records[last].header, isRepetition(position, of: last) {
        repeated.insert(position)
        continue
      }
      if record.header < reach.end {
        mark(position, Self.overlap)
        mark(reach.owner, Self.overlap)
      }
      let end = Self.end(of: record)
      if end > start { mark(position, Self.overrun) }
      // One that lies beyond all measure is not read, and does no harm to those after it.
      if end <= start, end > reach.end { reach = (end, position) }
      if last >= 0 { setExtentEnd(record.header, of: last) }
      last = position
    }
    if last >= 0 { setExtentEnd(start, of: last) }
    if let first = repeated.first {
      let name = String(decoding: bytes[records[first].name], as: UTF8.self)
      warnings.append(
        "the directory lists \(repeated.count == 1 ? "an entry" : "\(repeated.count) entries") twice: "
          + "\(name.printable)\(repeated.count == 1 ? "" : ", …")")
      removeRecords(at: repeated)
    }
  }

  /// The positions of the records in the order in which the file holds their entries.
  private var positionsInFile: [Int] {
    var isOrdered = true
    var previous = -1
    for record in records {
      if record.header <= previous { isOrdered = false }
      previous = record.header
    }
    let positions = Array(records.indices)
    if isOrdered { return positions }
    return positions.sorted {
      (records[$0].header, $0) < (records[$1].header, $1)
    }
  }

  /// The first byte that cannot belong to the entry; no farther than an `Int` reaches.
  private static func end(of record: CentralRecord) -> Int {
    let (data, overflow) = record.header.addingReportingOverflow(
      LocalHeader.byteCount + Int(record.nameByteCount))
    let (end, second) = data.addingReportingOverflow(record.compressedByteCount)
    return overflow || second ? .max : end
  }

  private func isRepetition(_ position: Int, of other: Int) -> Bool {
    records[position].repeats(records[other])
      && bytes[records[position].name] == bytes[records[other].name]
  }

  private mutating func mark(_ position: Int, _ fault: ConversionError) {
    if faults[position] == nil { faults[position] = fault }
  }

  private static let overlap = ConversionError(
    .unsafeEntry,
    "the entry shares bytes with another one, as in archives that are built to expand without measure"
  )

  private static let overrun = ConversionError(
    .unsafeEntry, "the entry reaches into the directory of the archive, or past it")
}
