import ConverterCore
import SystemPackage
import Testing

@testable import Runner

/// Journals of runs that were killed, and of bad disks.
@Suite struct JournalDamageTests {
  private let header = Array("{\"fairyJournal\":1}\n".utf8)

  @Test("a line torn at any byte is cut off, and the next run goes on")
  func tornLine() throws {
    let scratch = try JournalScratch()
    let whole = header + scratch.failed(1).line
    let last = scratch.failed(2).line
    for count in 0..<last.count {
      try scratch.write(whole + last[..<count])
      let journal = try Journal(opening: scratch.path)
      #expect(try scratch.bytes() == whole)
      #expect(
        try journal.lookup(scratch.key(1), attempt: scratch.key(1), input: scratch.input(1))
          != .unknown)
      #expect(
        try journal.lookup(scratch.key(2), attempt: scratch.key(2), input: scratch.input(2))
          == .unknown)
      #expect(journal.damagedLines == 0)
      try journal.append(scratch.failed(3))
      #expect(try scratch.bytes() == whole + scratch.failed(3).line)
    }
    try scratch.write(whole + last)
    #expect(try scratch.lookup(2) != .unknown)
  }

  @Test("a journal torn in its first line begins again")
  func tornHeader() throws {
    let scratch = try JournalScratch()
    for count in 0..<header.count {
      try scratch.write(Array(header[..<count]))
      try Journal(opening: scratch.path).append(scratch.failed(1))
      #expect(try scratch.bytes() == header + scratch.failed(1).line)
    }
  }

  @Test("whatever happens to a byte in the middle, the other lines count")
  func damageWithin() throws {
    let scratch = try JournalScratch()
    let lines = (1...3).map { scratch.failed($0).line }
    let whole = header + lines.joined()
    let middle = (header + lines[0]).count
    for index in 0..<lines[1].count {
      for byte: UInt8 in [0, 0xFF, UInt8(ascii: "\n"), UInt8(ascii: "\""), UInt8(ascii: "}")] {
        var damaged = whole
        damaged[middle + index] = byte
        let contents = try JournalContents(.bytes(damaged))
        #expect(contents.end == whole.count)
        #expect(try contents.records(for: scratch.key(1)).first == scratch.failed(1))
        // Without the line feed of the second, the third is lost with it.
        if index < lines[1].count - 1 {
          #expect(try contents.records(for: scratch.key(3)).first == scratch.failed(3))
        } else if byte != UInt8(ascii: "\n") {
          #expect(try contents.records(for: scratch.key(3)).first == nil)
        }
      }
    }
  }

  @Test("damaged lines are counted, blank ones are not")
  func counted() throws {
    let scratch = try JournalScratch()
    let texts = [
      "", " \r", "{}", "null", "\0\0\0\0", "{\"key\":\"\(scratch.key(9).hexadecimal)\"",
      "{\"key\":\"xyz\"}", String(repeating: "x", count: 3 << 18), "[[[[",
    ]
    let bytes =
      header + scratch.failed(1).line + texts.joined(separator: "\n").utf8 + [0x0A]
      + scratch.failed(2).line
    let contents = try JournalContents(.bytes(bytes))
    #expect(contents.damagedLines == 7)
    #expect(contents.end == bytes.count)
    for number in 1...2 {
      #expect(try contents.records(for: scratch.key(number)).first == scratch.failed(number))
    }
    // The same from a file.
    try scratch.write(bytes)
    #expect(try Journal(opening: scratch.path).damagedLines == 7)
    #expect(try scratch.lookup(2) == .failed(scratch.failed(2)))
  }

  @Test("a damaged last line leaves the one before it in force")
  func damagedLast() throws {
    let scratch = try JournalScratch()
    var last = scratch.failed(1, "later").line
    let place = try #require(last.firstIndex(of: UInt8(ascii: ",")))
    last[place] = UInt8(ascii: ";")
    let contents = try JournalContents(.bytes(header + scratch.failed(1).line + last))
    #expect(try contents.records(for: scratch.key(1)).first == scratch.failed(1))
  }

  @Test("lines that another program wrote with blanks are read")
  func otherSpelling() throws {
    let scratch = try JournalScratch()
    let line = String(decoding: scratch.failed(1).line, as: UTF8.self)
      .split(separator: ":", omittingEmptySubsequences: false).joined(separator: " : ")
    let contents = try JournalContents(.bytes(header + line.utf8))
    #expect(contents.damagedLines == 0)
    #expect(try contents.records(for: scratch.key(1)).first == scratch.failed(1))
  }

  @Test("lines of every length around the size of the buffer")
  func longLines() throws {
    let scratch = try JournalScratch()
    for length in (JournalContents.longestLine - 2)...(JournalContents.longestLine + 2) {
      let long = Array(repeating: UInt8(ascii: " "), count: length) + [0x0A]
      for start in [header, header + scratch.failed(1).line] {
        let contents = try JournalContents(.bytes(start + long + scratch.failed(2).line))
        #expect(try contents.records(for: scratch.key(2)).first == scratch.failed(2))
        #expect(contents.damagedLines == (length > JournalContents.longestLine ? 1 : 0))
      }
    }
  }

  @Test(
    "a file that is no journal is refused and left as it is",
    arguments: [
      "hello\n", "\n{\"fairyJournal\":1}\n", "{\"id\":1,\"input\":\"a\"}\n", "x",
      "{\"fairyJournal\":1} x\n", "{\"fairyJournal\":\"1\"}\n", "{\"fairyJournal\":2}\n", "\n", " ",
      "{\"fairyJournal\":1}", "\u{FEFF}{\"fairyJournal\":1}\n", String(repeating: "x", count: 5000),
    ])
  func foreign(_ text: String) throws {
    let scratch = try JournalScratch(Array(text.utf8))
    // All of the header but its line feed is a header that was torn.
    if text + "\n" == String(decoding: header, as: UTF8.self) {
      _ = try Journal(opening: scratch.path)
      return
    }
    let error = #expect(throws: ConversionError.self) { try Journal(opening: scratch.path) }
    #expect(error?.code == .usage)
    #expect(error?.file == scratch.path)
    #expect(error?.message.contains("--journal") == true)
    #expect(try scratch.bytes() == Array(text.utf8))
  }
}
