import ConverterCore
import SystemPackage
import Testing

@testable import FairyWeb

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Lines of long texts, and which mail is wanted.
@Suite struct TextLinesTests {
  private func lines(_ text: String) throws -> TextLines {
    let path = FilePath("/tmp/fairy-lines-\(UInt64.random(in: 0 ... .max))")
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    unlink(path.string)
    _ = try file.writeAll(Array(text.utf8))
    return TextLines(SentFile(file, byteCount: text.utf8.count))
  }

  @Test func partsOfAText() async throws {
    let text = try lines((1...100_000).map { "line \($0)\r\n" }.joined() + "last")
    let part = try await text.part(from: 99_998, count: 9)
    #expect(part.lines.map(\.text) == ["line 99999", "line 100000", "last"])
    #expect(part.lines.map(\.number) == [99_999, 100_000, 100_001])
    #expect(part.isComplete && part.known == 100_001)
    #expect(
      try await text.part(from: 255, count: 3).lines.map(\.text) == [
        "line 256", "line 257", "line 258",
      ])
    #expect(try await text.part(from: 200_000, count: 3).lines.isEmpty)
    #expect(try await text.place(ofNumber: 70_000) == 69_999)
    #expect(try await text.place(ofNumber: 900_000) == 100_000)
  }

  @Test func aLongLineIsSeveral() async throws {
    let long = String(repeating: "é", count: 5000)
    let text = try lines("a\n" + long + "\nb")
    let part = try await text.part(from: 0, count: 20)
    #expect(part.lines.map(\.number) == [1, 2, nil, nil, 3])
    #expect(part.lines[1...3].map(\.text).joined() == long)
    #expect(try await text.place(ofNumber: 3) == 4)
  }

  @Test func wordsAreFoundBothWays() async throws {
    let text = try lines(
      (1...50_000).map { $0 % 20_000 == 0 ? "Needle \($0)\n" : "hay\n" }.joined())
    let search = try #require(TextSearch("needle"))
    #expect(try await text.find(search, from: 0, backward: false) == .line(19_999))
    #expect(try await text.find(search, from: 20_000, backward: false) == .line(39_999))
    #expect(try await text.find(search, from: 40_000, backward: false) == .nothing)
    #expect(try await text.find(search, from: 39_999, backward: true) == .line(19_999))
    #expect(try await text.find(search, from: 19_999, backward: true) == .nothing)
  }

  @Test func anEmptyText() async throws {
    let part = try await lines("").part(from: 0, count: 5)
    #expect(part.lines.isEmpty && part.isComplete)
  }

  @Test func daysOfMail() {
    #expect(MailChoice.seconds(ofDay: "1970-01-01") == 0)
    #expect(MailChoice.seconds(ofDay: "2024-02-29") == 1_709_164_800)
    #expect(MailChoice.seconds(ofDay: "1969-12-31") == -86_400)
    for day in [
      "2023-02-29", "2024-13-01", "2024-00-10", "24-01-01", "2024-1-1-1", "", "2024-01-1x",
      "0000-01-01",
    ] {
      #expect(MailChoice.seconds(ofDay: day) == nil, "\(day)")
    }
  }
}
