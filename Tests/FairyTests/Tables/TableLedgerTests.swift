import Foundation
import TestSupport
import Testing

/// What plans and ledgers of tables say, and `--require` refuses.
@Suite struct TableLedgerTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(Array("id,Id,note\n1,2, x\n".utf8), to: "a.csv")
    try scratch.write(Array("id,note\n1,x\n".utf8), to: "plain.csv")
    try scratch.write(Array("[{\"a\":null},{\"a\":1}]".utf8), to: "n.json")
  }

  private func fairy(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  @Test func aPlanSaysWhatTheHeaderTells() throws {
    let plan = try fairy("plan", "a.csv", "--to", "sqlite")
    #expect(plan.status == 0)
    #expect(plan.text.contains("changed  column names: "), "\(plan.text)")
    let refused = try fairy("plan", "a.csv", "--to", "sqlite", "--require", "column names")
    #expect(refused.status == 65)
  }

  @Test func aPlanDoesNotKnowWhatRowsHold() throws {
    let plan = try fairy("plan", "plain.csv", "--to", "md")
    #expect(!plan.text.contains("nothing is lost"), "\(plan.text)")
    #expect(plan.text.contains("what rows hold is known only when they are read"), "\(plan.text)")
    let json = try fairy("plan", "plain.csv", "--to", "md", "--json")
    #expect(json.text.contains(#""unread":"rows""#), "\(json.text)")
  }

  struct Case: Sendable {
    let input, target, word: String
    let status: Int32
    init(_ input: String, _ target: String, _ word: String, _ status: Int32) {
      (self.input, self.target, self.word, self.status) = (input, target, word, status)
    }
  }

  @Test(arguments: [
    Case("n.json", "csv", "null", 65), Case("n.json", "csv", "types", 65),
    Case("n.json", "csv", "nested values", 0), Case("a.csv", "md", "blanks", 65),
    Case("plain.csv", "md", "blanks", 0), Case("a.csv", "sqlite", "column names", 65),
    Case("plain.csv", "sqlite", "column names", 0), Case("a.csv", "md", "icc", 64),
    Case("a.csv", "csv", "columns", 0),
  ])
  func wordsOfTheLedgerAreRequired(_ one: Case) throws {
    let result = try fairy(
      "convert", one.input, "--to", one.target, "-o", "out.\(one.target)", "--require", one.word)
    #expect(result.status == one.status, "\(result.error)")
    #expect(scratch.names.contains("out.\(one.target)") == (one.status == 0))
  }

  /// What the user chose is no loss.
  @Test func chosenColumnsAreNotMissed() throws {
    let result = try fairy(
      "convert", "a.csv", "--to", "tsv", "--columns", "note", "--require", "columns,rows")
    #expect(result.status == 0, "\(result.error)")
  }
}
