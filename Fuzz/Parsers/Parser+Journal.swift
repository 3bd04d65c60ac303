import Runner

extension Parser {
  /// Every line of a journal by its key, and what it says written and read again.
  static let journal = Parser(name: "journal") { bytes in
    let header = Array("{\"fairyJournal\":1}\n".utf8)
    for journal in [bytes, header + bytes] {
      guard let contents = try? JournalContents(.bytes(journal)) else { continue }
      precondition(contents.end <= journal.count, "the end is behind the end")
      for line in journal.split(separator: UInt8(ascii: "\n")).prefix(1000) {
        if let key = JournalKey(hexadecimal: line.dropFirst(8).prefix(32)),
          let found = try? contents.records(for: key).first
        {
          // Its other half says how the file was converted.
          let isOfFile = found.key.hexadecimal.prefix(16) == key.hexadecimal.prefix(16)
          precondition(isOfFile, "the record of another file")
        }
        guard let record = JournalRecord(line: Array(line)),
          let again = JournalRecord(line: record.line.dropLast())
        else { continue }
        precondition(JournalRecord(line: again.line.dropLast()) == again, "not what was written")
      }
    }
  }
}
