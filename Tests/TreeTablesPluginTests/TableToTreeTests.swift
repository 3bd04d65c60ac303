import ConverterCore
import TableModel
import TableTestSupport
import Testing
import TreeModel
import TreeTablesPlugin
import TreeTestSupport

@Suite struct TableToTreeTests {
  private func json(
    _ columns: [String], _ rows: [[(String, Cell.Kind)]], hasHeader: Bool = true,
    in context: ConversionContext = context()
  ) throws -> String {
    let table = Table(
      columns: columns.map { Column($0) }, hasHeader: hasHeader,
      content: MemoryRows(rows: rows, batchSize: 1))
    let tree = try TableToTree().cross(table, in: context)
    #expect(!tree.isSequence)
    let lines = try TreeJSON.lines(of: tree, in: context)
    #expect(lines.count == 1)
    return lines[0]
  }

  @Test func rowsBecomeObjects() throws {
    #expect(
      try json(
        ["a.b", "c"], [[("007", .text), ("", .null)], [("1.50", .number), ("true", .boolean)]])
        == #"[{"a.b":"007","c":null},{"a.b":1.50,"c":true}]"#)
    #expect(try json(["a"], []) == "[]")
    #expect(try json(["a\"\n"], [[("x\"\u{0}\\", .text)]]) == #"[{"a\"\n":"x\"\u0000\\"}]"#)
  }

  @Test func cellsOfJSONAreTakenApart() throws {
    #expect(
      try json(["a", "b"], [[("[1,{\"x\":\"\\n\"}]", .json), ("[1,", .json)], [(" {} ", .json)]])
        == #"[{"a":[1,{"x":"\n"}],"b":"[1,"},{"a":{}}]"#)
  }

  @Test func withoutAHeaderTheyAreArrays() throws {
    #expect(
      try json(
        ["1", "2"], [[("a", .text)], [("b", .text), ("c", .text), ("d", .text)]], hasHeader: false)
        == #"[["a"],["b","c","d"]]"#)
  }

  @Test func namesAreMadeDistinct() throws {
    let noted = context()
    let row = Array(repeating: ("x", Cell.Kind.text), count: 7)
    #expect(
      try json(["a", "a", "", "a_2", "", "a"], [row], in: noted)
        == #"[{"a":"x","a_3":"x","column_3":"x","a_2":"x","column_5":"x","a_4":"x","column_7":"x"}]"#
    )
    #expect(noted.ledger.map(\.what) == ["column names"])
    #expect(noted.ledger.first?.why?.contains(#"column 2, "a", is now "a_3""#) == true)
    #expect(
      try json(["column_2", "", "column__1"], [Array(row.prefix(4))])
        == #"[{"column_2":"x","column_2_2":"x","column__1":"x","column_2_4":"x"}]"#)
  }

  @Test func shortRowsHaveFewerMembers() throws {
    #expect(try json(["a", "b"], [[("x", .text)], []]) == #"[{"a":"x"},{}]"#)
  }

  @Test func bytesThatAreNoTextAreNoted() throws {
    let noted = context()
    let batch = RowBatch()
    batch.append([0x61, 0xFF])
    let text = ByteBuffer()
    let cell = batch.text(of: batch.cells[0])
    let isExact = TreeText.encode(cell, into: text)
    #expect(!isExact)
    #expect(Array(text.bytes) == Array("a\u{FFFD}".utf8))
    _ = try json(["a"], [[("x", .text)]], in: noted)
    #expect(noted.ledger == [])
  }

  @Test func textBecomesWhatItIsWrittenLike() throws {
    var reading = ReadingOptions()
    reading.settings = ["types": "infer"]
    let context = ConversionContext(registry: Registry(), reading: reading)
    let texts = ["1", "-1.50e3", "true", "false", "", "01", "True", "null", "{}", "1e400"]
    let row = texts.map { ($0, Cell.Kind.text) } + [("[1]", .json), ("", .missing), ("", .null)]
    #expect(
      try json((1...13).map { "\($0)" }, [row], hasHeader: false, in: context)
        == #"[[1,-1.50e3,true,false,null,"01","True","null","{}","1e400",[1],null,null]]"#)
    reading.settings = ["types": "all"]
    let error = #expect(throws: ConversionError.self) {
      try json(["1"], [], in: ConversionContext(registry: Registry(), reading: reading))
    }
    #expect(error?.code == .usage)
  }

  /// Ratios of a name's bytes to those of its cell, and one for the cell, around the limit of 200.
  @Test(arguments: [(39_000, 200, false), (41_000, 200, true), (39_000, 190, true)])
  func longNamesGrowUpToALimit(name: Int, ratio: Int, isRefused: Bool) throws {
    let cell = String(repeating: "1", count: 199)
    let content = MemoryRows(rows: Array(repeating: [(cell, .number)], count: 8000))
    var limits = Limits.standard
    limits.ratio = ratio
    func count(isViewing: Bool) throws -> Int {
      let context = ConversionContext(registry: Registry(), limits: limits, isViewing: isViewing)
      let tree = try TableToTree().cross(
        Table(columns: [Column(String(repeating: "n", count: name))], content: content),
        in: context)
      let tokens = try tree.content.tokens(in: context)
      let batch = TokenBatch()
      var keys = 0
      while try tokens.next(batch) { keys += batch.tokens.count { $0.kind == .key } }
      return keys
    }
    #expect(try count(isViewing: true) == 8000)
    guard isRefused else { return #expect(try count(isViewing: false) == 8000) }
    let error = #expect(throws: ConversionError.self) { try count(isViewing: false) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("raise that with --limit ratio=") == true)
  }

  @Test func longNamesDoNotMakeLargeBatches() throws {
    let name = String(repeating: "n", count: 400_000)
    let content = MemoryRows(rows: Array(repeating: [("1", .number)], count: 20))
    let tree = try TableToTree().cross(
      Table(columns: [Column(name)], content: content), in: context())
    let tokens = try tree.content.tokens(in: context())
    let batch = TokenBatch()
    var largest = 0
    var values = 0
    while try tokens.next(batch) {
      largest = max(largest, batch.bytes.count)
      values += batch.tokens.count { $0.kind == .number }
    }
    #expect(values == 20)
    #expect(largest < 2 << 20)
  }
}
