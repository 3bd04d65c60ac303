import ConverterCore
import Foundation
import Runner
import SystemPackage
import TestSupport
import Testing

@Suite struct LineReaderTests {
  private func lines(_ text: String, limit: Int = 1 << 20) throws -> [LineReader.Next] {
    try lines(Array(text.utf8), limit: limit)
  }

  private func lines(_ bytes: [UInt8], limit: Int) throws -> [LineReader.Next] {
    var reader = LineReader(InputFile(bytes: bytes), limit: limit)
    var lines: [LineReader.Next] = []
    while true {
      let next = try reader.next()
      if next == .end { break }
      lines.append(next)
    }
    #expect(try reader.next() == .end)
    return lines
  }

  private func line(_ text: String, _ number: Int) -> LineReader.Next {
    .line(Array(text.utf8), number: number)
  }

  @Test func splitsLines() throws {
    #expect(try lines("") == [])
    #expect(try lines("\n\n \t\r\n") == [])
    #expect(try lines("a") == [line("a", 1)])
    #expect(try lines("a\n") == [line("a", 1)])
    #expect(try lines("\na\r\n\n b \n\rc\r") == [line("a", 2), line(" b ", 4), line("\rc", 5)])
    #expect(try lines("a\r\r\n") == [line("a\r", 1)])
  }

  /// Whatever stands where a chunk of reading ends.
  @Test(arguments: [65_534, 65_535, 65_536, 65_537, 131_072, 200_000])
  func readsAcrossChunks(length: Int) throws {
    let long = String(repeating: "x", count: length)
    #expect(try lines("\(long)\nb\n\(long)") == [line(long, 1), line("b", 2), line(long, 3)])
    #expect(try lines("\(long)\r\n\nb") == [line(long, 1), line("b", 3)])
  }

  @Test func dropsLinesThatAreTooLong() throws {
    #expect(try lines("12345\n1234\n", limit: 4) == [.tooLong(number: 1), line("1234", 2)])
    #expect(try lines("1\n12345", limit: 4) == [line("1", 1), .tooLong(number: 2)])
    for length in [65_536, 65_537, 131_071, 131_072, 300_000] {
      let long = String(repeating: "x", count: length)
      #expect(try lines("\(long)\n\nb", limit: 100) == [.tooLong(number: 1), line("b", 3)])
      #expect(try lines("a\n\(long)", limit: 100) == [line("a", 1), .tooLong(number: 2)])
      #expect(
        try lines("\(long)\n\(long)\n", limit: 100) == [.tooLong(number: 1), .tooLong(number: 2)])
    }
  }

  /// Copies of a reader of a file do not disturb each other.
  @Test func startsOver() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write(Array("a\nb\n".utf8), to: "lines")
    let first = LineReader(try InputFile(path: FilePath(path)))
    var (one, other) = (first, first)
    #expect(try one.next() == line("a", 1))
    #expect(try one.next() == line("b", 2))
    #expect(try other.next() == line("a", 1))
    #expect(try one.next() == .end)
    #expect(try other.next() == line("b", 2))
  }

  @Test func waitsForBytes() throws {
    let pipe = try FileDescriptor.pipe()
    defer { try? pipe.readEnd.close() }
    _ = fcntl(pipe.readEnd.rawValue, F_SETFL, O_NONBLOCK)
    var reader = LineReader(pipe.readEnd)
    #expect(try reader.next() == .wouldBlock)
    try pipe.writeEnd.writeAll("a\nb".utf8)
    #expect(try reader.next() == line("a", 1))
    #expect(try reader.next() == .wouldBlock)
    #expect(try reader.next() == .wouldBlock)
    try pipe.writeEnd.writeAll("c\r".utf8)
    #expect(try reader.next() == .wouldBlock)
    try pipe.writeEnd.writeAll("\nd".utf8)
    #expect(try reader.next() == line("bc", 2))
    try pipe.writeEnd.close()
    #expect(try reader.next() == line("d", 3))
    #expect(try reader.next() == .end)
    #expect(try reader.next() == .end)
  }

  @Test func saysWhenReadingFails() throws {
    let scratch = try ScratchFolder()
    let folder = try FileDescriptor.open(FilePath(scratch.path), .readOnly)
    defer { try? folder.close() }
    var reader = LineReader(folder)
    let error = #expect(throws: ConversionError.self) { try reader.next() }
    #expect(error?.code == .readFailed)
    #expect(try reader.next() == .end)
  }
}
