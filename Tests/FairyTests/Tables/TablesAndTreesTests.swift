import Foundation
import TestSupport
import Testing

/// What the command line says and hears on routes between tables and trees.
@Suite struct TablesAndTreesTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func convert(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, ["convert"] + words, in: scratch.path)
  }

  private func write(_ text: String, to name: String) throws {
    try scratch.write(Array(text.utf8), to: name)
  }

  // MARK: --table

  @Test(arguments: [
    ("a.yaml", "a: 1\n"), ("a.toml", "a = 1\n"), ("a.json", "{\"a\": 1}"),
    (
      "a.plist",
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</key><integer>1</integer></dict></plist>"
    ),
  ])
  func aTreeIsTheOneTableOfItsFile(name: String, text: String) throws {
    try write(text, to: name)
    for target in ["csv", "yaml"] {
      let other = try convert(name, "--to", target, "-o", "-", "--table", "Other")
      #expect(other.status == 64)
      #expect(
        other.error
          == "fairy: \(name): the file is one table, so there is no table \"Other\"; leave --table away\n"
      )
      for word in ["1", "a", name] {
        let same = try convert(name, "--to", target, "-o", "-", "--table", word)
        #expect(same.status == 0, "\(same.error)")
        #expect(same.text == (target == "csv" ? "a\n1\n" : "a: 1\n"))
      }
    }
  }

  // MARK: --require

  private static let twoTables = "# One\n| a |\n|---|\n| 1 |\n\n# Two\n| b |\n|---|\n| 2 |\n"

  @Test(arguments: ["yaml", "plist", "json"])
  func tablesMayBeRequired(target: String) throws {
    try write(Self.twoTables, to: "a.md")
    let both = try convert("a.md", "--to", target, "-o", "-", "--require", "tables")
    #expect(both.status == 65)
    #expect(both.error.hasPrefix("fairy: a.md: --require tables cannot be met: Two: "))
    #expect(both.output.isEmpty)
    let one = try convert(
      "a.md", "--to", target, "-o", "-", "--require", "tables", "--table", "Two")
    #expect(one.status == 0, "\(one.error)")
    let unknown = try convert("a.md", "--to", target, "-o", "-", "--require", "icc")
    #expect(unknown.status == 64)
    #expect(unknown.error.contains("--require knows no \"icc\" here; it takes "))
    #expect(unknown.error.contains("tables"))
  }

  @Test func whereNothingIsNotedNothingCanBeRequired() throws {
    try write("a: 1\n", to: "a.yaml")
    let result = try convert("a.yaml", "--to", "json", "-o", "-", "--require", "tables")
    #expect(result.status == 64)
    #expect(result.error.hasSuffix("--require knows no \"tables\" here; it takes no word\n"))
  }

  // MARK: --set types

  private static let values = "a,b,c,d\n1,true,,x\n007,1.50,false,1e5\n"

  @Test func typesAreInferredForYAML() throws {
    try write(Self.values, to: "a.csv")
    let inferred = try convert("a.csv", "--to", "yaml", "--set", "types=infer", "-o", "-")
    #expect(
      inferred.text
        == "- a: 1\n  b: true\n  c: null\n  d: x\n- a: \"007\"\n  b: 1.50\n  c: false\n  d: 1e5\n",
      "\(inferred.error)")
    let text = try convert("a.csv", "--to", "yaml", "-o", "-")
    #expect(
      text.text
        == "- a: \"1\"\n  b: \"true\"\n  c: \"\"\n  d: x\n- a: \"007\"\n  b: \"1.50\"\n  c: \"false\"\n"
        + "  d: \"1e5\"\n")
    let unknown = try convert("a.csv", "--to", "yaml", "--set", "types=all", "-o", "-")
    #expect(unknown.status == 64)
    #expect(unknown.error.contains("--set types=all is not one of its values: text|infer"))
  }

  @Test(arguments: ["xml", "binary"])
  func typesAreInferredForPropertyLists(format: String) throws {
    try write(Self.values, to: "a.csv")
    let list = try convert(
      "a.csv", "--to", "plist", "--set", "types=infer", "--set", "format=\(format)", "-o", "a.plist"
    )
    #expect(list.status == 0, "\(list.error)")
    let back = try convert("a.plist", "--to", "json", "--set", "indent=compact", "-o", "-")
    let numbers = format == "xml" ? ("1.50", "1e5") : ("1.5", "100000.0")
    #expect(
      back.text
        == "[{\"a\":1,\"b\":true,\"d\":\"x\"},{\"a\":\"007\",\"b\":\(numbers.0),\"c\":false,\"d\":\(numbers.1)}]\n"
    )
  }

  @Test(arguments: ["yaml", "xml-property-list", "binary-plist", "json", "ndjson"])
  func formatsNameTheTypes(target: String) throws {
    let name = target.contains("p") ? "com.apple.\(target)" : target
    let row = try #require(try Program.fairy("formats", "--json", name).objects().first)
    let options = try #require(row["options"] as? [[String: Any]])
    let types = options.filter { $0["key"] as? String == "types" }
    #expect(types.map { $0["values"] as? String } == ["text|infer"])
  }

  /// The option of one writer has a value more than that of the other.
  @Test func formatsNameTheValuesOfAllWriters() throws {
    let row = try #require(try Program.fairy("formats", "--json", "json").objects().first)
    let options = try #require(row["options"] as? [[String: Any]])
    let indents = options.filter { $0["key"] as? String == "indent" }
    #expect(indents.map { $0["values"] as? String } == ["0…16|tab|compact|rows"])
    let text = try Program.fairy("formats", "json").text
    #expect(text.contains("--set indent=0…16|tab|compact|rows (default 2)\n"))
  }

  // MARK: Growth

  /// A thousand rows under a name of a megabyte would be a gigabyte.
  @Test(arguments: ["json", "ndjson", "yaml", "xml-property-list", "binary-plist"])
  func aLongNameDoesNotFillTheDisk(target: String) throws {
    let name = [UInt8](repeating: UInt8(ascii: "n"), count: 1_000_000)
    let rows = [UInt8](String(repeating: "1,2\n", count: 1000).utf8)
    try scratch.write(name + Array(",b\n".utf8) + rows, to: "a.csv")
    let type = target.contains("p") ? "com.apple.\(target)" : target
    let result = try convert("a.csv", "--to", type, "-o", "out")
    #expect(result.status == 75, "\(result.error)")
    #expect(result.error.contains("raise"))
    #expect(scratch.names == ["a.csv"])
  }

  // MARK: Sorted keys

  @Test func keysOfChosenRowsAreSorted() throws {
    try write(
      #"{"z":1,"a":{"y":2,"b":{"n":1,"m":2}},"k":[{"q":1,"c":2}]}"# + "\n"
        + #"{"z":2,"a":{"b":3},"k":[]}"# + "\n" + #"{"z":3,"é":null}"# + "\n", to: "a.ndjson")
    let result = try convert(
      "a.ndjson", "--to", "ndjson", "--filter", "z<9", "--set", "sort-keys=true", "-o", "-")
    let sorted = [
      #"{"a":{"b":{"m":2,"n":1},"y":2},"k":[{"c":2,"q":1}],"z":1}"#,
      #"{"a":{"b":3},"k":[],"z":2}"#, #"{"z":3,"é":null}"#,
    ]
    #expect(result.lines == sorted, "\(result.error)")
    // The same as of the whole file, where no table lies between.
    let whole = try convert("a.ndjson", "--to", "ndjson", "--set", "sort-keys=true", "-o", "-")
    #expect(whole.lines == sorted)
  }

  // MARK: Several outputs

  @Test func severalTablesDoNotFitIntoOneStream() throws {
    try write(Self.twoTables, to: "a.md")
    let result = try convert("a.md", "--to", "csv", "--set", "tables=all", "-o", "-")
    #expect(result.status == 64)
    #expect(
      result.error
        == "fairy: a.md: there are several files to write: name a file or folder for them with -o\n"
    )
    #expect(result.output.isEmpty)
  }

  // MARK: Pipes

  @Test(arguments: ["ndjson", "json", "yaml"])
  func endsQuietlyWhenNobodyReads(target: String) throws {
    let row = "words that make the pipe full,1\n"
    try write("a,b\n" + String(repeating: row, count: 200_000), to: "a.csv")
    let result = try Program.shell(
      "\"$FAIRY\" convert a.csv --to \(target) -o - | head -1 | wc -l; echo ${PIPESTATUS[0]}",
      in: scratch.path)
    #expect(result.lines == ["1", "74"])
    #expect(result.error.isEmpty, "\(result.error)")
  }
}
