import Foundation
import TestSupport
import Testing

/// `fairy open` and `fairy info` of tables.
@Suite struct OpenTableTests {
  private let scratch: ScratchFolder

  static let people = """
    name;city;price
    Anna;Berlin;12,50
    Bob;"New
    York";007
    Zoë;München;1.200,00
    Eve;Bern;

    """

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(Array(Self.people.utf8), to: "a.csv")
  }

  private func fairy(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  @Test func aligned() throws {
    let result = try fairy("open", "a.csv")
    #expect(result.status == 0)
    #expect(result.error.isEmpty, "\(result.error)")
    #expect(
      result.text.hasPrefix(
        """
        a.csv: CSV table
        #  name  city         price
        ─  ────  ────────  ────────
        1  Anna  Berlin       12,50
        2  Bob   New␊York       007
        3  Zoë   München   1.200,00
        4  Eve   Bern

        4 rows · 3 columns · semicolon (
        """), "\(result.text)")
    #expect(result.lines.last?.contains("--delimiter") == true)
    #expect(result.lines.last?.contains("header (") == true)
    #expect(result.lines.last?.contains("--no-header)") == true)
  }

  @Test func forScripts() throws {
    let result = try fairy("open", "--json", "a.csv")
    #expect(
      result.text
        == #"{"columns":["name","city","price"],"rows":[["Anna","Berlin","12,50"],"#
        + #"["Bob","New\nYork","007"],["Zoë","München","1.200,00"],["Eve","Bern",""]]}"# + "\n")
    let none = try fairy(
      "open", "--json", "a.csv", "--no-header", "--delimiter", "|", "--quote", "none", "--limit",
      "1")
    #expect(none.text == #"{"columns":["1"],"rows":[["name;city;price"]]}"# + "\n")
  }

  @Test(arguments: [
    (["--filter", "city=~^Ber"], #"[["Anna","Berlin","12,50"],["Eve","Bern",""]]"#),
    (["--filter", "city=~^Ber", "--filter", "price>1"], #"[["Anna","Berlin","12,50"]]"#),
    (["--columns", "price,1", "--rows", "2:3"], #"[["007","Bob"],["1.200,00","Zoë"]]"#),
    (["--rows", "-1:"], #"[["Eve","Bern",""]]"#),
    (["--sort", "-price", "--columns", "name"], #"[["Zoë"],["Anna"],["Bob"],["Eve"]]"#),
    (["--sort", "-price,name", "--limit", "1"], #"[["Zoë","München","1.200,00"]]"#),
    (["--limit", "1", "--limit", "memory=1GB"], #"[["Anna","Berlin","12,50"]]"#),
    (["--filter", "name=nobody"], "[]"),
    (["--skip-lines", "2", "--columns", "1"], #"[["Bob"],["Zoë"],["Eve"]]"#),
    (["--footer-lines", "2", "--columns", "1"], #"[["Anna"],["Bob"]]"#),
  ])
  func chosen(words: [String], rows: String) throws {
    let result = try Program.run(
      Program.fairy, ["open", "--json", "a.csv"] + words, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.hasSuffix(#""rows":"# + rows + "}\n"), "\(result.text)")
  }

  @Test(arguments: [
    (["--columns", "ctiy"], 64, "a.csv: there is no column \"ctiy\"; did you mean city?"),
    (["--filter", "city"], 64, "a.csv: \"city\" is no condition"),
    (["--filter", "city=~["], 64, "a.csv: \"[\" is no regular expression"),
    (["--rows", "3:1"], 64, "run backwards"), (["--set", "x=1"], 64, "no option \"x\""),
    (["--delimiter", "ab"], 64, "--delimiter takes one ASCII character"),
    (["--header", "1", "--no-header"], 64, "contradict"),
    (["--as", "picture"], 64, "--as takes table"),
    (["--limit", "0"], 64, "is no number of rows"),
    (["--limit", "-1"], 64, "is no number of rows"),
    (["--header", "-1"], 64, "takes a number of lines"),
    (["--filter", "name==x"], 64, "has two ="), (["--json", "--view", "full"], 64, "contradict"),
  ])
  func refused(words: [String], status: Int, message: String) throws {
    let result = try Program.run(Program.fairy, ["open", "a.csv"] + words, in: scratch.path)
    #expect(Int(result.status) == status)
    #expect(result.error.contains(message), "\(result.error)")
    #expect(result.text.isEmpty)
  }

  @Test func whatIsNoTableHasNoRows() throws {
    let picture = try scratch.write(try Places.fixtureBytes("rgb.png"), to: "a.png")
    let result = try fairy("open", picture, "--columns", "a")
    #expect(result.status == 64)
    #expect(result.error.contains("rows and columns can be chosen of tables alone"))
    let converted = try fairy("convert", picture, "--to", "jpeg", "--rows", "1:2")
    #expect(converted.status == 64)
    #expect(converted.error.contains("rows and columns can be chosen of tables alone"))
    #expect(scratch.names == ["a.csv", "a.png"])
    #expect(try fairy("info", "a.csv", "--limit", "5").status == 64)
  }

  @Test func oddRowsAreSaid() throws {
    try scratch.write(Array("a,b\n1,2\n3\n4,5,6\n".utf8), to: "odd.csv")
    let result = try fairy("open", "odd.csv", "--delimiter", ",", "--header", "1")
    #expect(result.status == 0)
    #expect(
      result.error.contains(
        "fairy: odd.csv: warning: 1 row has fewer cells than the header's 2, in line 3 (with 1)"))
    #expect(result.error.contains("1 row has more cells"))
    let strict = try fairy("open", "odd.csv", "--strict", "--delimiter", ",", "--header", "1")
    #expect(strict.status == 65)
    #expect(strict.error.contains("line 3"))
  }

  @Test(arguments: [["--as", "table"], ["--delimiter", "space"]])
  func textOfNoKindIsATableWhereTheUserSaysSo(words: [String]) throws {
    try scratch.write(Array("a b\n1 2\n".utf8), to: "k.txt")
    let opened = try Program.run(
      Program.fairy, ["open", "--json", "k.txt"] + words, in: scratch.path)
    #expect(opened.status == 0, "\(opened.error)")
    #expect(opened.text.contains("\"rows\":[["), "\(opened.text)")
    let converted = try fairy(
      "convert", "k.txt", "--to", "csv", "--delimiter", "space", "-o", "-")
    #expect(converted.text == "a,b\n1,2\n")
  }

  @Test func textThatLooksLikeNothingElseMayBeATable() throws {
    let hint = "if it is a table, --from csv reads it as one"
    let text = Array("name\nAnna\nOtto\n".utf8)
    let opened = try Program.run(Program.fairy, ["open", "-"], in: scratch.path, input: text)
    #expect(opened.status == 0)
    #expect(opened.text == "standard input: plain text file\nname\nAnna\nOtto\n")
    let info = try Program.run(Program.fairy, ["info", "-"], in: scratch.path, input: text)
    #expect(info.text.contains("text, which fairy open shows; \(hint)\n"))
    let words = ["convert", "-", "--to", "csv"]
    let converted = try Program.run(Program.fairy, words, in: scratch.path, input: text)
    #expect(converted.status == 69)
    #expect(
      converted.error
        == "fairy: standard input: is a plain text file, which fairy cannot read; \(hint)\n")
    let said = try Program.run(
      Program.fairy, words + ["--from", "csv"], in: scratch.path, input: text)
    #expect(said.status == 0)
    #expect(said.text == "name\nAnna\nOtto\n")
  }

  @Test func everyGuessIsShownWithItsConfidence() throws {
    try scratch.write(Array("a,b\n1,2\n".utf8), to: "ascii.csv")
    let opened = try fairy("open", "ascii.csv")
    #expect(opened.text.contains(" · ASCII (100 %, --encoding) · "), "\(opened.text)")
    let info = try fairy("info", "ascii.csv")
    #expect(info.text.contains("ASCII (100 %, --encoding)"), "\(info.text)")
  }

  @Test(arguments: ["csv", "tsv", "psv", "ndjson"])
  func aFileWithoutBytesIsAnEmptyTable(word: String) throws {
    try scratch.write([], to: "none.\(word)")
    let opened = try fairy("open", "--json", "--as", "table", "none.\(word)")
    #expect(opened.text == #"{"columns":[],"rows":[]}"# + "\n", "\(opened.error)")
    for (target, text) in [("csv", ""), ("ndjson", ""), ("json", "[]\n")] {
      let converted = try fairy("convert", "none.\(word)", "--to", target, "-o", "-")
      #expect(converted.status == 0, "\(converted.error)")
      #expect(converted.text == text, "\(target)")
    }
    let info = try #require(try fairy("info", "--json", "none.\(word)").objects().first)
    #expect(info["bytes"] as? Int == 0)
    #expect(info["mismatch"] as? Bool == false)
  }

  @Test(arguments: ["json", "jpg", "md", "txt"])
  func aFileWithoutBytesIsNothingElse(word: String) throws {
    try scratch.write([], to: "none.\(word)")
    let result = try fairy("convert", "none.\(word)", "--to", word == "jpg" ? "png" : "csv")
    #expect(result.status == 65)
    #expect(result.error.contains("is empty: it holds no bytes at all"))
  }

  @Test func facts() throws {
    let result = try fairy("info", "--json", "a.csv")
    let object = try #require(try result.objects().first)
    let table = try #require(object["table"] as? [String: Any])
    #expect(table["rows"] as? Int == 4)
    #expect(table["columns"] as? Int == 3)
    #expect(table["columnNames"] as? [String] == ["name", "city", "price"])
    #expect(table["delimiter"] as? String == ";")
    #expect((table["confidence"] as? [String: Any])?["delimiter"] != nil)
    let people = try fairy("info", "a.csv").text
    #expect(people.contains("Rows       4\n"))
    #expect(people.contains("Delimiter  semicolon ("))
  }

  @Test func conversionsChoose() throws {
    let result = try fairy(
      "convert", "a.csv", "--to", "csv", "-o", "b.csv", "--columns", "name,price", "--filter",
      "price!=", "--sort", "-price", "--limit", "2", "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      String(decoding: try scratch.bytes("b.csv"), as: UTF8.self)
        == "name,price\nZoë,\"1.200,00\"\nAnna,\"12,50\"\n")
    let object = try #require(try result.objects().first)
    let ledger = try #require(object["ledger"] as? [[String: Any]])
    #expect(
      ledger.contains {
        $0["what"] as? String == "columns" && $0["why"] as? String == "2 chosen of 3"
      })
    let request =
      #"{"input":"a.csv","output":"w.csv","to":"csv","options":{"delimiter":";","columns":["city"],"#
      + #""filter":["name=~^[AE]"],"sort":["-city"],"rowLimit":1,"header":1}}"#
    let worker = try Program.run(
      Program.fairy, ["worker"], in: scratch.path, input: Array((request + "\n").utf8))
    #expect(worker.lines.first?.contains(#""status":"done""#) == true, "\(worker.text)")
    #expect(String(decoding: try scratch.bytes("w.csv"), as: UTF8.self) == "city\nBern\n")
  }

  @Test func endsQuietlyWhenNobodyReads() throws {
    let line = "a,b,c,d,e\n"
    try scratch.write(Array(String(repeating: line, count: 500_000).utf8), to: "long.csv")
    let result = try Program.shell(
      "set -o pipefail; \"$FAIRY\" open long.csv | head -3; echo ${PIPESTATUS[0]}", in: scratch.path
    )
    // Its end, or the signal that a pipe without a reader sends.
    #expect(["0", "141"].contains(result.lines.last ?? ""))
    #expect(result.error.isEmpty, "\(result.error)")
  }

  /// The numbers at the left are those that rows have in the file, and take the room of the greatest.
  @Test func rowsHaveTheirNumbers() throws {
    let rows = (1...120).map { "\($0 % 10),x\n" }.joined()
    try scratch.write(Array(("a,b\n" + rows).utf8), to: "n.csv")
    let all = try fairy("open", "n.csv", "--header", "1").lines
    #expect(all.dropFirst().prefix(3) == ["  #  a  b", "───  ─  ─", "  1  1  x"])
    #expect(all.dropFirst().contains(" 99  9  x"))
    #expect(all.contains("120  0  x"))
    let chosen = try fairy(
      "open", "n.csv", "--header", "1", "--filter", "a=7", "--sort", "a", "--rows", "90:")
    #expect(
      chosen.lines.dropFirst().prefix(5)
        == ["  #  a  b", "───  ─  ─", " 97  7  x", "107  7  x", "117  7  x"], "\(chosen.text)")
    let two = try fairy("open", "n.csv", "--header", "1", "--rows", "9:10")
    #expect(two.lines.dropFirst().prefix(4) == [" #  a  b", "──  ─  ─", " 9  9  x", "10  0  x"])
  }

  /// Characters of one, two and four bytes.
  @Test func textInGB18030() throws {
    let bytes: [UInt8] = [
      0xC3, 0xFB, 0x2C, 0x62, 0x0A, 0x95, 0x34, 0xB2, 0x35, 0xCC, 0xEF, 0x2C, 0x81, 0x30, 0x91,
      0x39, 0x6F, 0x0A,
    ]
    try scratch.write(bytes, to: "g.csv")
    let shown = try fairy("open", "g.csv", "--encoding", "GB18030", "--header", "1")
    #expect(shown.error.isEmpty, "\(shown.error)")
    #expect(shown.lines.dropFirst().prefix(3) == ["#  名    b", "─  ────  ──", "1  𠮷田  Ło"])
    #expect(shown.lines.last?.contains("GB18030") == true)
    let scripts = try fairy("open", "--json", "g.csv", "--encoding", "gb18030", "--header", "1")
    #expect(scripts.text == #"{"columns":["名","b"],"rows":[["𠮷田","Ło"]]}"# + "\n")
    let csv = try fairy(
      "convert", "g.csv", "--encoding", "gb18030", "--header", "1", "--to", "csv", "-o", "-")
    #expect(csv.text == "名,b\n𠮷田,Ło\n")
  }

  /// BEL, ESC, DEL, NUL and CSI, in a name and in a cell.
  @Test func controlCharactersHaveNoPower() throws {
    let odd: [UInt8] = [0x07, 0x1B, 0x5B, 0x33, 0x31, 0x6D, 0x7F, 0x00, 0xC2, 0x9B, 0x32, 0x4A]
    let comma = Array(",b\n".utf8)
    try scratch.write([0x61] + odd + comma + [0x78] + odd + comma, to: "c.csv")
    let shown = try fairy("open", "c.csv", "--header", "1", "--delimiter", ",")
    let visible = "␇␛[31m␡␀\\u{9B}2J"
    #expect(shown.lines.dropFirst().first == "#  a\(visible)  b", "\(shown.text)")
    #expect(shown.lines.contains("1  x\(visible)  b"))
    let isHarmless = shown.text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar.properties.generalCategory != .control
    }
    #expect(isHarmless)
  }

  /// What comes late in the file counts, too, where nothing is shown of its beginning.
  @Test func factsAreThoseOfAllRows() throws {
    let rows = String(repeating: "{\"a\":1}\n", count: 200_000) + "{\"a\":1,\"late\":2}\n"
    try scratch.write(Array(rows.utf8), to: "a.ndjson")
    let info = try fairy("info", "a.ndjson", "--as", "table")
    #expect(info.text.contains("2: a, late"), "\(info.text)")
  }

  /// Each word is said once, and the name of either type of property list is right.
  @Test func theLineOfAResult() throws {
    try scratch.write(Array(#"{"a": null, "b": [null, {"c": null}]}"#.utf8), to: "n.json")
    let list = try fairy("convert", "n.json", "--to", "com.apple.binary-plist", "-o", "n.plist")
    #expect(list.status == 0)
    #expect(!list.error.contains("is named"), "\(list.error)")
    let words = (list.text + list.error).split(separator: "changed ").last?.split(separator: ", ")
    #expect(words.map { Set($0).count == $0.count } ?? true, "\(list.text)")
  }

  @Test func theTypeOfWhatIsPipedIsSaid() throws {
    let yaml = try Program.run(
      Program.fairy, ["convert", "-", "--from", "yaml", "--to", "json", "-o", "-"],
      in: scratch.path, input: Array("a: [1, b]\n".utf8))
    #expect(yaml.text == "{\n  \"a\": [\n    1,\n    \"b\"\n  ]\n}\n", "\(yaml.error)")
    let open = try Program.run(
      Program.fairy, ["open", "-", "--from", "csv", "--json"], in: scratch.path,
      input: Array("a\n1\n".utf8))
    #expect(open.text == #"{"columns":["a"],"rows":[["1"]]}"# + "\n", "\(open.error)")
    let unknown = try fairy("info", "a.csv", "--from", "no-such")
    #expect(unknown.status == 64)
    #expect(unknown.error.contains("there is no type \"no-such\""))
  }

  @Test func formatsSayWhatATableBecomes() throws {
    let row = try #require(try fairy("formats", "--json", "csv").objects().first)
    let becomes = try #require(row["becomes"] as? [String])
    #expect(becomes.contains("public.json"))
    #expect(!becomes.contains("public.png"))
    #expect(row["readingOptions"] != nil)
  }
}
