import Foundation
import TestSupport
import Testing

/// Results that go to standard output while they are made (`-o -`).
@Suite struct StreamingTests {
  /// A table of some 4 MB: more than all pipes and buffers on the way hold together.
  private func table(damagedAtEnd: Bool = false) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    var text = "number,name,remark\n"
    for number in 0..<100_000 { text += "\(number),name \(number),this is the remark \(number)\n" }
    if damagedAtEnd { text += "1,2,3,4,5,6,7\n" }
    try scratch.write(Array(text.utf8), to: "table.csv")
    return scratch
  }

  /// HTML is titled by the name of its file, and "Table" without one.
  @Test(arguments: ["csv", "tsv", "ndjson", "json", "html", "md", "yaml"])
  func bytesThroughAPipeAreThoseOfAFile(_ type: String) throws {
    let scratch = try table()
    let result = try Program.shell(
      """
      "$FAIRY" convert table.csv --to \(type) -o Table.\(type) >&2 || exit
      set -o pipefail
      "$FAIRY" convert table.csv --to \(type) -o - | cmp - Table.\(type)
      """, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
  }

  /// A way from a file to a format that is written front to back.
  struct Way: Sendable, CustomTestStringConvertible {
    let name: String
    let type: String
    let bytes: @Sendable () throws -> [UInt8]

    var testDescription: String { "\(name) → \(type)" }

    static func fixture(_ name: String, _ type: String) -> Way {
      Way(name: name, type: type) { try Places.fixtureBytes(name) }
    }

    static func text(_ text: String, _ name: String, _ type: String) -> Way {
      Way(name: name, type: type) { Array(text.utf8) }
    }
  }

  private static let tree = #"[{"b":"é","a":[1,{"c":null}]},{"a":2.5}]"#
  private static let mail =
    "From a@b.c Mon Jan  1 00:00:00 2024\nFrom: a@b.c\nSubject: s\n\nx\n\n"
    + "From d@e.f Mon Jan  1 00:00:00 2024\nFrom: d@e.f\nSubject: t\n\ny\n\n"

  /// One of each writer that says that it writes front to back, tables aside.
  static let ways: [Way] =
    ["png", "apng", "ppm", "pgm", "pbm", "pam", "qoi"].map { .fixture("rgb.png", $0) }
    + ["json", "ndjson", "yaml", "plist", "bplist", "toml"].map { type in
      .text(type == "toml" ? #"{"a":[1,2],"b":{"c":"d"}}"# : tree, "tree.json", type)
    }
    + ["mbox", "ndjson", "json", "html", "txt"].map { .text(mail, "mail.mbox", $0) }
    + [.fixture("animated.gif", "apng")]

  @Test(arguments: ways)
  func whatGoesToAPipeIsWhatAFileHas(_ way: Way) throws {
    let scratch = try ScratchFolder()
    try scratch.write(try way.bytes(), to: way.name)
    let words = ["convert", way.name, "--to", way.type]
    let file = try Program.run(Program.fairy, words + ["-o", "result"], in: scratch.path)
    #expect(file.status == 0, "\(file.error)")
    let pipe = try Program.run(Program.fairy, words + ["-o", "-"], in: scratch.path)
    #expect(pipe.status == 0, "\(pipe.error)")
    #expect(pipe.output == (try scratch.bytes("result")))
    let whole = try Program.run(Program.fairy, words + ["-o", "-", "--whole"], in: scratch.path)
    #expect(whole.output == pipe.output)
  }

  /// Of a result of 100 MB no more is held than of one of 4 MB.
  @Test func memoryDoesNotGrowWithTheResult() throws {
    let scratch = try ScratchFolder()
    let result = try Program.shell(
      """
      (echo number,text; yes 'one row,of a table that is long' | head -n 3000000) > table.csv
      "$FAIRY" convert table.csv --to ndjson -o - --sandbox off --limit memory=64MB | wc -l
      echo "${PIPESTATUS[0]}"
      """, in: scratch.path)
    #expect(result.lines == ["3000000", "0"], "\(result.error)")
  }

  @Test(arguments: ["INT", "TERM"])
  func whoStopsItGetsWhatIsDoneAndItsStatus(signal: String) throws {
    let scratch = try table()
    let result = try Program.shell(
      """
      mkfifo pipe
      # A shell without jobs starts what is in the background without the signal of Ctrl-C.
      env --default-signal=INT "$FAIRY" convert table.csv --to ndjson -o - > pipe 2> errors &
      exec 3< pipe
      head -n 1 <&3
      kill -\(signal) $!
      cat <&3 > /dev/null
      wait $!; echo $?
      """, in: scratch.path)
    #expect(
      result.lines.first == #"{"number":"0","name":"name 0","remark":"this is the remark 0"}"#)
    #expect(result.lines.last == "130")
  }

  @Test(arguments: ["csv", "ndjson", "json", "html"])
  func firstBytesComeBeforeTheEnd(_ type: String) throws {
    let scratch = try table()
    // The writer can only end after its reader has begun: what is in between does not fit into the pipes.
    let result = try Program.shell(
      """
      mkfifo pipe
      "$FAIRY" convert table.csv --to \(type) -o - > pipe &
      exec 3< pipe
      head -c 1 <&3 | wc -c
      kill -0 $! && echo running
      cat <&3 > /dev/null
      wait $!
      """, in: scratch.path)
    #expect(result.lines == ["1", "running"])
    #expect(result.status == 0, "\(result.error)")
  }

  @Test func aReaderThatGoesAwayIsNothingToComplainAbout() throws {
    let scratch = try table()
    let result = try Program.shell(
      """
      "$FAIRY" convert table.csv --to ndjson -o - | head -n 1
      echo "${PIPESTATUS[0]}"
      """, in: scratch.path)
    #expect(
      result.lines
        == [#"{"number":"0","name":"name 0","remark":"this is the remark 0"}"#, "74"])
    #expect(result.error == "")
  }

  @Test func damageAtTheEndLeavesWhatCameBeforeAndSaysSo() throws {
    let scratch = try table(damagedAtEnd: true)
    let result = try Program.fairy(
      "convert", "table.csv", "--to", "ndjson", "--strict", "-o", "-", in: scratch.path)
    #expect(result.status == 65)
    #expect(result.lines.count > 1000)
    #expect(result.error.contains("only a part"))
  }

  @Test func wholeWritesNothingWhereItFails() throws {
    let scratch = try table(damagedAtEnd: true)
    let result = try Program.fairy(
      "convert", "table.csv", "--to", "ndjson", "--strict", "-o", "-", "--whole", in: scratch.path)
    #expect(result.status == 65)
    #expect(result.output == [])
  }

  @Test(arguments: [
    "convert table.csv --to json", "convert table.csv --to json -o a.json",
    "extract a.zip", "compress table.csv", "split a.pdf", "merge a.pdf -o b.pdf",
  ])
  func wholeIsForStandardOutput(_ words: String) throws {
    let scratch = try ScratchFolder()
    for name in ["table.csv", "a.zip", "a.pdf"] { try scratch.write([], to: name) }
    let result = try Program.shell("\"$FAIRY\" \(words) --whole", in: scratch.path)
    #expect(result.status == 64)
    #expect(result.error.contains("--whole is for standard output"))
  }

  /// The reader pauses for longer than a worker may be silent, and than a file may take.
  @Test func aSlowReaderIsNoStall() throws {
    let scratch = try table()
    let result = try Program.shell(
      """
      set -o pipefail
      "$FAIRY" convert table.csv --to ndjson -o - --limit stall=1 --limit seconds=2 |
        (head -n 1 > /dev/null; sleep 5; cat > /dev/null)
      """, in: scratch.path)
    #expect(result.status == 0)
    #expect(result.error == "")
  }

  @Test(arguments: ["", "--whole"])
  func aFullDiskIsAnError(_ flag: String) throws {
    let scratch = try table()
    let result = try Program.shell(
      "\"$FAIRY\" convert table.csv --to ndjson -o - \(flag) > /dev/full", in: scratch.path)
    #expect(result.status == 74)
    #expect(result.error.contains("standard output could not be written"))
  }

  @Test func closedStandardOutputIsAnError() throws {
    let scratch = try table()
    let result = try Program.shell(
      "\"$FAIRY\" convert table.csv --to ndjson -o - >&-", in: scratch.path)
    #expect(result.status == 74)
  }

  @Test func moreThanTheLimitIsStopped() throws {
    let scratch = try table()
    let result = try Program.shell(
      "\"$FAIRY\" convert table.csv --to ndjson -o - --limit output=1000000 | wc -c; "
        + "exit ${PIPESTATUS[0]}", in: scratch.path)
    #expect(result.status == 75)
    #expect(Int(result.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .max <= 1_000_000)
  }

  /// What is read would grow, or change, while it is read.
  @Test func anInputThatIsStandardOutputIsReadFirst() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("a,b\n1,2\n".utf8), to: "table.csv")
    let result = try Program.shell(
      "\"$FAIRY\" convert table.csv --to ndjson -o - >> table.csv", in: scratch.path)
    #expect(result.status == 0)
    #expect(
      String(decoding: try scratch.bytes("table.csv"), as: UTF8.self)
        == "a,b\n1,2\n{\"a\":\"1\",\"b\":\"2\"}\n")
  }
}
