import Foundation
import TestSupport
import Testing

/// Ways to do harm that were found by reading the program.
@Suite struct ReviewedHazardTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// The folder that an archive names may be a link of the user's own.
  @Test func nothingIsWrittenThroughALinkOfTheArchivesName() throws {
    try scratch.write(ZIPBytes("x=1", "y=2"), to: "two.zip")
    #expect(try Program.shell("mkdir elsewhere; ln -s elsewhere two", in: scratch.path).status == 0)
    let before = try scratch.things("elsewhere")
    let result = try Program.fairy(
      "extract", "two.zip", "--on-conflict", "overwrite", in: scratch.path)
    #expect(result.status == 73, "\(result.error)")
    #expect(try scratch.things("elsewhere") == before)
  }

  /// To pass over a bomb is to expand it.
  @Test(arguments: [
    "open bomb.tar.gz", "extract bomb.tar.gz small -o out", "info bomb.tar.gz//small",
  ])
  func whatIsPassedOverCounts(words: String) throws {
    let made = try Program.shell(
      "head -c 60000000 /dev/zero >zeros; echo 1 >small; tar czf bomb.tar.gz zeros small",
      in: scratch.path)
    #expect(made.status == 0)
    let result = try Program.shell("\"$FAIRY\" \(words)", in: scratch.path)
    #expect(result.status == 75, "\(result.error)")
    #expect(result.error.contains("--limit ratio="))
    let raised = try Program.shell(
      "\"$FAIRY\" \(words) --limit ratio=2000", in: scratch.path)
    #expect(raised.status == 0, "\(raised.error)")
  }

  /// Offsets of 64 bit in an archive whose others wrap around at 4 GiB.
  @Test func numbersThatDoNotAddUp() throws {
    func number(_ value: UInt64, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
    let directory: [UInt8] =
      Array("PK\u{1}\u{2}".utf8) + number(0x0014_0014, 4) + number(0, 8) + number(0, 4)
      + number(0, 8) + number(1, 2) + number(12, 2) + number(0, 2) + number(0, 8)
      + number(0xFFFF_FFFF, 4) + [0x61] + number(1, 2) + number(8, 2)
      + number(UInt64(Int64.max), 8)
    let end: [UInt8] =
      Array("PK\u{5}\u{6}".utf8) + number(0, 4) + number(1, 2) + number(1, 2)
      + number(UInt64(directory.count), 4) + number(64, 4) + number(0, 2)
    try scratch.write(Array("PK\u{3}\u{4}".utf8) + number(0, 26), to: "wide.zip")
    let file = try #require(FileHandle(forWritingAtPath: scratch.file("wide.zip")))
    try file.truncate(atOffset: (1 << 32) + 64)
    try file.seekToEnd()
    try file.write(contentsOf: directory + end)
    try file.close()
    for verb in ["open", "extract"] {
      let result = try Program.fairy(verb, "wide.zip", in: scratch.path)
      #expect([0, 65].contains(result.status), "\(verb): \(result.status) \(result.error)")
    }
    #expect(try Program.fairy("extract", "wide.zip", in: scratch.path).status == 65)
  }
}
