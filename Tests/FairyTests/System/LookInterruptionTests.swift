import TestSupport
import Testing

/// Readers that go away and signals that come while a file is shown.
@Suite struct LookInterruptionTests {
  private func table() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    var text = "name,age\n"
    for row in 1...100_000 { text += "the name of row \(row),\(row)\n" }
    try scratch.write(Array(text.utf8), to: "a.csv")
    return scratch
  }

  /// As any program ends whose reader has seen enough, without a word.
  @Test func aReaderMayLeave() throws {
    let scratch = try table()
    let result = try Program.shell(
      "\"$FAIRY\" open a.csv | head -n 1; echo ${PIPESTATUS[0]}", in: scratch.path)
    #expect(result.lines == ["a.csv: CSV table", "141"])
    #expect(result.error.isEmpty)
  }

  /// It ends though its reader takes nothing.
  @Test(arguments: ["INT", "TERM", "HUP"]) func signalsEndIt(signal: String) throws {
    let scratch = try table()
    let result = try Program.shell(
      """
      set -m
      mkfifo output; exec 3<>output
      "$FAIRY" open a.csv > output & pid=$!
      read -r line <&3; echo "$line"
      kill -\(signal) $pid; wait $pid; echo $?
      """, in: scratch.path)
    #expect(result.lines == ["a.csv: CSV table", "130"], "\(result.error)")
  }

  @Test func whatCannotBeWrittenIsSaidOnce() throws {
    let scratch = try table()
    let result = try Program.shell("\"$FAIRY\" open a.csv > /dev/full; echo $?", in: scratch.path)
    #expect(result.lines == ["74"])
    #expect(
      result.error
        == "fairy: standard output could not be written: No space left on device\n")
  }
}
