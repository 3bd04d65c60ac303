package import ConverterCore
package import SystemPackage

/// The lines of a journal, found by their keys.
///
/// Memory holds 16 bytes a line; a line itself is read, and checked in full, when it is asked for.
package struct JournalContents {
  package enum Source {
    case descriptor(FileDescriptor)
    case bytes([UInt8])
    case file(InputFile)
  }

  /// The first line, by which a journal is told from any other file.
  static let header = Array("{\"fairyJournal\":1}\n".utf8)
  /// No line that a run writes is as long, whatever the names in it.
  static let longestLine = 1 << 18

  /// Where the next line goes: behind the last whole one. 0 for a file that has no header yet.
  package private(set) var end = 0
  /// Lines within that are plainly none of a journal; they are passed over.
  package private(set) var damagedLines = 0

  private let source: Source

  /// A line by half of its key.
  private struct Place: Comparable {
    let prefix: UInt64
    let offset: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.prefix, left.offset) < (right.prefix, right.offset)
    }
  }

  private var places: [Place] = []

  var isEmpty: Bool { places.isEmpty }

  /// Goes over all lines once. An end without a line feed is a line that a run could not finish, and
  /// does not count.
  ///
  /// - Throws: `usage` for what is no journal, `readFailed`.
  package init(_ source: Source) throws(ConversionError) {
    self.source = source
    let start = try source.bytes(at: 0, count: 1 << 10)
    guard let first = start.firstIndex(of: UInt8(ascii: "\n")) else {
      // The run that began the journal was killed in its first line.
      guard Self.header.starts(with: start) else { throw .foreign() }
      return
    }
    switch (try? JSONValue(parsing: Array(start[..<first])))?["fairyJournal"] {
    case .integer(1): break
    case .integer:
      throw ConversionError(
        .usage, "is the journal of a newer fairy; --journal names another file")
    default: throw .foreign()
    }
    end = try source.scan(from: first + 1, longestLine: Self.longestLine) { line, offset in
      if let line {
        note(line, at: offset)
      } else {
        damagedLines += 1
      }
    }
    places.sort()
  }

  private mutating func note(_ line: Span<UInt8>, at offset: Int) {
    let prefix: StaticString = "{\"key\":\""
    let start = prefix.utf8CodeUnitCount
    let behind = start + 32
    if line.count > behind + 1, line.has(prefix), line[behind] == UInt8(ascii: "\""),
      line[line.count - 1] == UInt8(ascii: "}"),
      let key = JournalKey(hexadecimal: line[start..<behind])
    {
      places.append(Place(prefix: key.high, offset: offset))
    } else if let record = JournalRecord(line: line.array) {
      // Spelt by another program, which had its reasons.
      places.append(Place(prefix: record.key.high, offset: offset))
    } else if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
      damagedLines += 1
    }
  }

  /// The whole lines about this file and its output, whatever else their keys say: the last one, and
  /// those before it back to the last that was done.
  ///
  /// - Throws: `readFailed`.
  package func records(for key: JournalKey) throws(ConversionError) -> [JournalRecord] {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].prefix <= key.high { low = middle + 1 } else { high = middle }
    }
    var records: [JournalRecord] = []
    for place in places[..<low].reversed() {
      guard place.prefix == key.high else { break }
      let line = try source.line(at: place.offset, longest: Self.longestLine)
      guard let record = JournalRecord(line: line), record.key.high == key.high else { continue }
      records.append(record)
      if case .done = record.ending { break }
    }
    return records
  }
}

extension ConversionError {
  fileprivate static func foreign() -> ConversionError {
    ConversionError(
      .usage, "is no journal of fairy, and was left as it is; --journal names another file")
  }
}
