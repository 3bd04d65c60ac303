import TestSupport
import Testing

/// Cells that a spreadsheet would run when it opens the file.
@Suite struct FormulaTests {
  private let scratch: ScratchFolder
  private static let plain = ["-71.05", "+1.5e+10", "+49 30 123", "-", "a=1", "", "1-2", "- 5,0"]
  private static let formulas = [
    "=1+2", "@SUM(A1)", "+cmd|'/c calc'!A0", "-1+cmd|x", "\t=1", "-e", "+(1)",
  ]

  init() throws {
    scratch = try ScratchFolder()
    let rows = (Self.plain + Self.formulas).map { text in
      #"{"a":"x","b":"\#(text.replacing("\t", with: "\\t"))"}"#
    }
    try scratch.write(Array((rows.joined(separator: "\n") + "\n").utf8), to: "a.ndjson")
    let harmless = Self.plain.map { #"{"b":"\#($0)"}"# + "\n" }.joined()
    try scratch.write(Array(harmless.utf8), to: "plain.ndjson")
  }

  private func convert(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, ["convert"] + words + ["-o", "-", "--whole"], in: scratch.path)
  }

  @Test(arguments: ["csv", "tsv"])
  func theyStayAndAreSpokenOf(type: String) throws {
    let result = try Program.fairy(
      "convert", "a.ndjson", "--to", type, "-o", "out", "--json", in: scratch.path)
    let text = String(decoding: try scratch.bytes("out"), as: UTF8.self)
    for formula in Self.formulas { #expect(text.contains(formula)) }
    let ledger = try #require(try result.objects().first?["ledger"] as? [[String: String]])
    #expect(
      ledger.contains([
        "what": "formulas", "action": "kept",
        "why":
          "spreadsheets run cells that begin with =, +, - or @; --set formulas=escape makes text of "
          + "them",
      ]))
  }

  @Test func anApostropheMakesTextOfThem() throws {
    let result = try convert("a.ndjson", "--to", "csv", "--set", "formulas=escape")
    #expect(result.status == 0, "\(result.error)")
    let expected =
      Self.plain.map { $0.contains(",") ? "x,\"\($0)\"" : "x,\($0)" }
      + Self.formulas.map { "x,'\($0)" }
    #expect(result.lines == ["a,b"] + expected)
    #expect(result.error.contains("changed formulas"))
  }

  @Test func namesOfColumnsAreCells() throws {
    try scratch.write(Array(#"{"=1":"x"}"#.utf8), to: "h.ndjson")
    #expect(
      try convert("h.ndjson", "--to", "csv", "--set", "formulas=escape").lines == ["'=1", "x"])
    #expect(try convert("h.ndjson", "--to", "csv", "--set", "formulas=refuse").status == 65)
  }

  @Test func theyCanBeRefused() throws {
    let result = try Program.fairy(
      "convert", "a.ndjson", "--to", "csv", "--set", "formulas=refuse", in: scratch.path)
    #expect(result.status == 65)
    #expect(
      result.error
        == "fairy: a.ndjson: row 9 has a formula in column 2, \"=1+2\"; --set formulas=escape makes text "
        + "of it\n"
    )
    #expect(scratch.names == ["a.ndjson", "plain.ndjson"])
  }

  @Test func numbersAndWordsAreNone() throws {
    let result = try Program.fairy(
      "convert", "plain.ndjson", "--to", "csv", "--set", "formulas=refuse", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(
      result.error
        == "fairy: plain.ndjson: --set formulas has no effect: no cell is like a formula\n")
  }
}
