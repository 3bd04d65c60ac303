import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Runner

@Suite struct JournalTests {
  @Test("what was noted is known to the next run")
  func known() throws {
    let scratch = try JournalScratch()
    let done = scratch.done(
      1, [try scratch.output("1.jpg"), try scratch.output("1-depth.jpg", [9])])
    let failed = scratch.failed(2)
    do {
      let journal = try Journal(opening: scratch.path)
      try journal.append(done)
      try journal.append(failed)
      try journal.sync()
    }
    #expect(try scratch.lookup(1) == .done(done))
    #expect(done.bytesOut == 4)
    #expect(try scratch.lookup(2) == .failed(failed))
    #expect(try scratch.lookup(3) == .unknown)
  }

  @Test("the lines are as documented")
  func golden() throws {
    let scratch = try JournalScratch()
    do {
      let journal = try Journal(opening: scratch.path)
      try journal.append(
        scratch.done(
          1,
          [
            .init(path: "/out/1.jpg", byteCount: 5, modified: 6),
            .init(path: "/out/1-depth.jpg", byteCount: 7, modified: -8),
          ]))
      try journal.append(scratch.failed(2))
    }
    let keys = [scratch.key(1).hexadecimal, scratch.key(2).hexadecimal]
    let expected = [
      #"{"fairyJournal":1}"#,
      #"{"key":"\#(keys[0])","input":"/in/1.heic","status":"done","bytesIn":1,"#
        + #""output":"/out/1.jpg","bytesOut":5,"modified":6,"#
        + #""companions":[{"output":"/out/1-depth.jpg","bytesOut":7,"modified":-8}]}"#,
      #"{"key":"\#(keys[1])","input":"/in/2.heic","status":"failed","bytesIn":2,"#
        + #""error":{"code":"damagedInput","message":"is no picture"}}"#,
    ]
    #expect(
      String(decoding: try scratch.bytes(), as: UTF8.self) == expected.map { $0 + "\n" }.joined())
  }

  @Test("a limit that was hit is kept")
  func limit() throws {
    let scratch = try JournalScratch()
    let limit = ConversionError.Limit(.pixels, needed: 1 << 40, of: .standard)
    let record = JournalRecord(
      key: scratch.key(1), input: scratch.input(1), bytesIn: 1,
      ending: .failed(.limitExceeded, message: "m", limit: limit))
    try Journal(opening: scratch.path).append(record)
    #expect(try scratch.lookup(1) == .failed(record))
  }

  @Test("the last line of a key wins, within a run and across runs")
  func lastWins() throws {
    let scratch = try JournalScratch()
    let done = scratch.done(1, [try scratch.output("1.jpg")])
    for record in [scratch.failed(1, "a"), done, scratch.failed(1, "b")] {
      // Opened anew for each.
      try Journal(opening: scratch.path).append(record)
    }
    #expect(try scratch.lookup(1) == .failed(scratch.failed(1, "b")))
    do {
      let journal = try Journal(opening: scratch.path)
      try journal.append(scratch.failed(1, "c"))
      try journal.append(done)
    }
    #expect(try scratch.lookup(1) == .done(done))
  }

  @Test("a file whose outputs are not as noted is done again")
  func changedOutputs() throws {
    let scratch = try JournalScratch()
    let outputs = try (1...5).map {
      [try scratch.output("\($0).jpg"), try scratch.output("\($0)-a.jpg")]
    }
    do {
      let journal = try Journal(opening: scratch.path)
      for number in 1...5 { try journal.append(scratch.done(number, outputs[number - 1])) }
      try journal.append(scratch.done(6, []))
    }
    try FileManager.default.removeItem(atPath: scratch.scratch.file("1.jpg"))
    try FileManager.default.removeItem(atPath: scratch.scratch.file("2-a.jpg"))
    try scratch.scratch.write([1, 2, 3, 4], to: "3.jpg")
    try setModified(scratch.scratch.file("3.jpg"), outputs[2][0].modified)
    try setModified(scratch.scratch.file("4.jpg"), outputs[3][0].modified + 1)
    for number in 1...4 {
      #expect(
        try scratch.lookup(number)
          == .stale([outputs[number - 1][number == 2 ? 0 : 1]], inPart: true, inputModified: nil))
    }
    #expect(try scratch.lookup(6) == .unknown)
    for name in ["1-a.jpg", "2.jpg"] {
      try FileManager.default.removeItem(atPath: scratch.scratch.file(name))
    }
    for number in 1...2 { #expect(try scratch.lookup(number) == .unknown) }
    #expect(try scratch.lookup(5) == .done(scratch.done(5, outputs[4])))
    try setModified(scratch.scratch.file("4.jpg"), outputs[3][0].modified)
    #expect(try scratch.lookup(4) == .done(scratch.done(4, outputs[3])))
  }

  @Test("an entry is of its input alone")
  func otherInput() throws {
    let scratch = try JournalScratch()
    try Journal(opening: scratch.path).append(scratch.failed(1))
    let journal = try Journal(opening: scratch.path)
    #expect(
      try journal.lookup(scratch.key(1), attempt: scratch.key(1), input: "/in/2.heic") == .unknown)
    #expect(
      try journal.lookup(scratch.key(1), attempt: scratch.key(1), input: "/x/../in/./1.heic")
        == .failed(scratch.failed(1)))
  }

  @Test("paths that are not UTF-8, and messages that are long or break lines")
  func oddTexts() throws {
    let scratch = try JournalScratch()
    let odd = try #require(FilePath(bytes: Array("/in/caf".utf8) + [0xE9, 0x0A, 0xFF]))
    let record = JournalRecord(
      key: scratch.key(1), input: odd, bytesIn: 1,
      ending: .done([.init(path: odd, byteCount: 1, modified: 1)]))
    let message = "a\nb\u{1b}\"\u{2028}😀"
    do {
      let journal = try Journal(opening: scratch.path)
      try journal.append(record)
      try journal.append(scratch.failed(2, message))
      try journal.append(scratch.failed(3, String(repeating: "😀", count: 100_000)))
      try journal.append(scratch.failed(4))
    }
    let contents = try JournalContents(.bytes(scratch.bytes()))
    #expect(try contents.records(for: scratch.key(1)).first == record)
    #expect(contents.damagedLines == 0)
    #expect(try scratch.lookup(2) == .failed(scratch.failed(2, message)))
    #expect(
      try scratch.lookup(3)
        == .failed(scratch.failed(3, String(repeating: "😀", count: 1000))))
    #expect(try scratch.lookup(4) == .failed(scratch.failed(4)))
  }

  @Test("an old time and one beyond what nanoseconds can count do no harm")
  func strangeTimes() throws {
    let scratch = try JournalScratch()
    _ = try scratch.output("1.jpg")
    try setModified(scratch.scratch.file("1.jpg"), -1_500_000_000)
    let old = try output(scratch, "1.jpg")
    #expect(old.modified == -1_500_000_000)
    try Journal(opening: scratch.path).append(scratch.done(1, [old]))
    #expect(try scratch.lookup(1) == .done(scratch.done(1, [old])))
  }

  private func output(_ scratch: JournalScratch, _ name: String) throws -> JournalRecord.Output {
    let path = FilePath(scratch.scratch.file(name))
    let descriptor = try FileDescriptor.open(path, .readOnly)
    defer { try? descriptor.close() }
    return try JournalRecord.Output(path: path, of: descriptor)
  }

  private func setModified(_ path: String, _ nanoseconds: Int) throws {
    let seconds = Int((Double(nanoseconds) / 1e9).rounded(.down))
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds - seconds * 1_000_000_000)
    #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
  }
}
