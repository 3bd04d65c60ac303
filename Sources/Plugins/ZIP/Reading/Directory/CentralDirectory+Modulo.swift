import ConverterCore

extension CentralDirectory {
  private static let period = 1 << 32

  /// Finds where entries are in an archive of over 4 GB whose offsets count modulo 2³².
  ///
  /// Apple's archiver writes such archives, entries in their order. So an offset that is less than the one
  /// before is 2³² farther on. If that does not explain how far the directory is, then entries of over 4 GB
  /// are among them, and local headers say where they end.
  mutating func unwrapOffsets(upTo end: EndRecord, in input: InputFile) throws(ConversionError) {
    let start = end.directory.lowerBound
    // Numbers of 64 bit are none that wrapped around, and no sums are made of what nothing bounds.
    guard
      records.allSatisfy({
        $0.header < Self.period && $0.compressedByteCount < Self.period
          && $0.byteCount < Self.period
      })
    else {
      return
    }
    let (guess, base) = guessedOffsets()
    let isExplained = (guess.last ?? 0) + Self.period > start && base <= end.shift
    let headers = isExplained ? guess : try probedOffsets(before: start, in: input)
    for (position, header) in headers.enumerated() { setHeader(header, of: position) }
    for position in records.indices {
      let next = position + 1 < records.count ? records[position + 1].header : start
      unwrapSizes(of: position, next: next)
    }
  }

  private func guessedOffsets() -> (offsets: [Int], base: Int) {
    var base = 0
    var previous = -1
    let offsets = records.map { record in
      if record.header + base <= previous { base += Self.period }
      previous = record.header + base
      return previous
    }
    return (offsets, base)
  }

  private func probedOffsets(
    before start: Int, in input: InputFile
  ) throws(ConversionError) -> [Int] {
    var offsets: [Int] = []
    offsets.reserveCapacity(records.count)
    var base = 0
    for record in records {
      while record.header + base <= offsets.last ?? -1 { base += Self.period }
      var candidate = record.header + base
      while candidate < start, try !isHeader(of: record, at: candidate, in: input) {
        candidate += Self.period
      }
      // One that is nowhere does not decide on those after it.
      if candidate < start {
        base = candidate - record.header
        offsets.append(candidate)
      } else {
        offsets.append(record.header + base)
      }
    }
    return offsets
  }

  private func isHeader(
    of record: CentralRecord, at offset: Int, in input: InputFile
  ) throws(ConversionError) -> Bool {
    let count = LocalHeader.byteCount + Int(record.nameByteCount)
    guard let header = try input.bytes(at: offset, count: count),
      header.uint32(at: 0) == Signature.localHeader
    else { return false }
    return header[LocalHeader.byteCount...] == bytes[record.name]
  }

  /// The content fills the space up to the next header, but for a descriptor and extra fields.
  private mutating func unwrapSizes(of position: Int, next: Int) {
    let record = records[position]
    let space = next - record.header - LocalHeader.byteCount - Int(record.nameByteCount)
    guard space > record.compressedByteCount else { return }
    let more = (space - record.compressedByteCount) / Self.period * Self.period
    guard more > 0 else { return }
    setSizes(
      record.compressedByteCount + more,
      record.method == 0 ? record.byteCount + more : record.byteCount, of: position)
  }
}
