import TestSupport
import Testing

/// Documents of which tables alone are read say what else they hold, and are not converted where that is most of them.
@Suite struct TextBesideTablesTests {
  private let scratch: ScratchFolder

  private static let table = "| item | price |\n|---|---|\n| tea | 3 |\n| bread | 4 |\n"
  private static let prose = String(repeating: "Words that nobody wants to lose. ", count: 20)

  init() throws {
    scratch = try ScratchFolder()
    let pages = [
      "short.md": "# Notes\n\nShort.\n\n## Prices\n\n\(Self.table)",
      "long.md": "# Notes\n\n\(Self.prose)\n\n## Prices\n\n\(Self.table)",
      "long.html":
        "<!DOCTYPE html><p>\(Self.prose)</p><table><caption>Prices</caption>"
        + "<tr><th>item<th>price<tr><td>tea<td>3</table>",
    ]
    for (name, text) in pages { try scratch.write(Array(text.utf8), to: name) }
  }

  private func run(_ words: [String]) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func ledger(_ words: [String]) throws -> [[String: String]] {
    try #require(try run(words + ["--json"]).objects().first?["ledger"] as? [[String: String]])
  }

  @Test(arguments: ["csv", "html", "md", "json", "yaml", "xlsx"])
  func littleTextIsNoted(type: String) throws {
    for verb in [["plan"], ["convert", "-o", "a.\(type)"]] {
      let dropped = try ledger(verb + ["short.md", "--to", type]).filter {
        $0["action"] == "dropped"
      }
      #expect(dropped.first?["what"] == "text outside tables", "\(dropped)")
    }
    #expect(scratch.names.contains("a.\(type)"))
  }

  /// A heading goes along where the target has a place for it, and is missed where not.
  @Test func headingsOfTablesAreKeptOrNoted() throws {
    #expect(try run(["convert", "short.md", "--to", "md", "-o", "a.md"]).status == 0)
    let text = String(decoding: try scratch.bytes("a.md"), as: UTF8.self)
    #expect(text.hasPrefix("## Prices\n\n| item"))
    let csv = try ledger(["plan", "short.md", "--to", "csv"])
    #expect(
      csv.contains(["what": "title", "action": "dropped", "why": "Prices: the target has none"]))
  }

  @Test(arguments: ["long.md", "long.html"], ["csv", "html", "json"])
  func mostlyTextIsRefused(name: String, type: String) throws {
    let format = name.hasSuffix("md") ? "Markdown" : "HTML"
    for verb in [["plan"], ["convert", "-o", "a.\(type)"]] {
      let result = try run(verb + [name, "--to", type])
      #expect(result.status == 65)
      #expect(result.error.hasPrefix("fairy: \(name): would lose 9"), "\(result.error)")
      #expect(
        result.error.hasSuffix(
          " % of its text, which stands outside of tables, and tables are all that is read of "
            + "\(format); --table 1 converts the first table all the same, --set tables=all "
            + "converts all of them\n"), "\(result.error)")
    }
    #expect(!scratch.names.contains("a.\(type)"))
  }

  @Test(
    arguments: ["long.md", "long.html"],
    [["--table", "1"], ["--table", "Prices"], ["--set", "tables=all"]])
  func tablesAskedForByNameAreConverted(name: String, words: [String]) throws {
    let result = try run(["convert", name, "--to", "csv", "-o", "a.csv"] + words)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("dropped text outside tables"))
    #expect(try scratch.bytes("a.csv").starts(with: Array("item,price\ntea,3\n".utf8)))
  }

  /// To look at the table loses nothing.
  @Test(arguments: ["long.md", "long.html"])
  func itIsShownAllTheSame(name: String) throws {
    #expect(try run(["info", name]).status == 0)
    #expect(try run(["open", name]).status == 0)
  }
}
