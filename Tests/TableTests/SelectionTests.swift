import ConverterCore
import TableModel
import Testing

@Suite("Rows and columns are chosen")
struct SelectionTests {
  static var cities: Table {
    Table.test(
      ["city", "price", "a=b", "zip"],
      [
        ["Berlin", "10", "x", "01067"], ["Bern", "9.5", "", "3000"], ["Köln", "100", "y", "50667"],
        ["Berlin", "", "x"], ["Zürich", "1.234,56", "z", "8000"], ["", "n/a", "x", "0"],
        ["Bergen", "-3", "a", "1"], ["bergen", "1e2", "q", "5003"],
      ])
  }

  private func numbers(
    _ table: Table = cities, _ change: (inout TableSelection) throws -> Void
  ) throws -> [Int] {
    var selection = TableSelection()
    try change(&selection)
    let one = try table.selecting(selection, in: .test()).all().numbers
    let counted = try table.selecting(selection, in: .test())
    #expect(try counted.content.countRows(in: .test()) == one.count)
    if let known = counted.rowCount { #expect(known == one.count) }
    return one
  }

  @Test(
    "by conditions",
    arguments: [
      (["city=Berlin"], [1, 4]), (["city!=Berlin"], [2, 3, 5, 6, 7, 8]),
      (["city=~^Ber"], [1, 2, 4, 7]),
      (["city=~ber"], [8]), (["city=~n$"], [1, 2, 3, 4, 7, 8]), (["city=~^Bern$"], [2]),
      (["city!~^Ber"], [3, 5, 6, 8]), (["city=~(?i)^ber"], [1, 2, 4, 7, 8]),
      (["city=~^K.ln$"], [3]), (["city=~[üö]"], [3, 5]), (["city=~^B.*(n|in)$"], [1, 2, 4, 7]),
      (["city="], [6]), (["city!="], [1, 2, 3, 4, 5, 7, 8]), (["zip="], [4]),
      (["price>10"], [3, 5, 8]), (["price>=10"], [1, 3, 5, 8]), (["price<10"], [2, 7]),
      (["price<=10"], [1, 2, 7]), (["price>=100.000"], [3, 5, 8]), (["price<=-3"], [7]),
      (["price > 99"], [3, 5, 8]), (["2=100"], [3]), (["\"a=b\"=x"], [1, 4, 6]),
      (["\"a=b\" = x"], [1, 4, 6]),
      (["city = Bern"], [2]), (["city =~ ^Bern"], [2]), (["city= Bern"], []),
      (["city =  Bern"], []), (["price<n"], [1, 2, 3, 5, 7, 8]), (["city>=Z"], [5, 8]),
      (["city=Berlin", "price=10"], [1]), (["city=Berlin", "city!=Berlin"], []),
      (["zip=01067"], [1]), (["zip=1067"], []), (["zip>1066"], [1, 2, 3, 5, 8]),
      (["zip=~^\\d{4}$"], [2, 5, 8]), (["city=~"], [1, 2, 3, 4, 5, 6, 7, 8]),
    ])
  func filters(words: [String], expected: [Int]) throws {
    #expect(try numbers { $0.filters = words } == expected)
  }

  @Test(
    "by number",
    arguments: [
      ("2:3", [2, 3]), ("7:", [7, 8]), (":2", [1, 2]), ("3", [3]), ("-3:", [6, 7, 8]),
      ("-100:", [1, 2, 3, 4, 5, 6, 7, 8]), ("9:", []), ("8:900", [8]), ("1:1", [1]),
      ("3:4", [3, 4]),
    ])
  func rows(words: String, expected: [Int]) throws {
    #expect(try numbers { try $0.setRows(parsing: words) } == expected)
    var known = Self.cities
    known.rowCount = 8
    #expect(try numbers(known) { try $0.setRows(parsing: words) } == expected)
    var selection = TableSelection()
    try selection.setRows(parsing: words)
    var again = TableSelection()
    try again.setRows(parsing: selection.rowsText ?? "")
    #expect(again == selection)
  }

  @Test("by number, from a file that need not be read to its end")
  func rangeEndsEarly() throws {
    let memory = MemoryTable(rows: (1...3000).map { [("\($0)", .text)] })
    var selection = TableSelection()
    selection.rows = 4...5
    let table = Table(columns: [Column("n")], content: memory)
    #expect(try table.selecting(selection, in: .test()).all().rows == [["4"], ["5"]])
    #expect(memory.claims.value <= 3)
    let limited = MemoryTable(rows: memory.rows)
    selection = TableSelection()
    selection.limit = 4
    let first = try Table(columns: [Column("n")], content: limited)
      .selecting(selection, in: .test())
    #expect(try first.all().numbers == [1, 2, 3, 4])
    #expect(limited.claims.value == 2)
  }

  @Test(
    "wrong numbers are refused",
    arguments: [
      "", ":", "a", "0:1", "5:3", "1:2:3", "-:", "-0:", "--3:", "1-3", "-3",
      "99999999999999999999:",
    ])
  func wrongRows(words: String) {
    var selection = TableSelection()
    #expect { try selection.setRows(parsing: words) } throws: {
      ($0 as? ConversionError)?.code == .usage
    }
  }

  @Test(
    "wrong conditions are refused",
    arguments: [
      "city", "", "=x", "ctiy=x", "city=~(", "city=~\\1", "city=~(?=a)", "\"city=x", "city=~a\\",
      "city=~\\q",
    ])
  func wrongFilters(words: String) {
    var selection = TableSelection()
    selection.filters = [words]
    #expect { try Self.cities.selecting(selection, in: .test()) } throws: {
      ($0 as? ConversionError)?.code == .usage
    }
  }

  @Test("columns by name, then by number, in the order wanted")
  func columns() throws {
    var selection = TableSelection()
    selection.columns = try TableSelection.names(parsing: "zip,1,\"a=b\",zip")
    let table = try Self.cities.selecting(selection, in: .test())
    #expect(table.columns == ["zip", "city", "a=b", "zip"].map { Column($0) })
    let (rows, numbers) = try table.all()
    #expect(rows[0] == ["01067", "Berlin", "x", "01067"])
    // A cell that the row lacks is none; at its end it is left out.
    #expect(rows[3] == ["∅", "Berlin", "x"])
    #expect(numbers == Array(1...8))
    let odd = Table.test(["2", "1"], [["a", "b"]])
    selection.columns = ["1", "2"]
    #expect(try odd.selecting(selection, in: .test()).all().rows == [["b", "a"]])
  }

  @Test("columns of rows of all lengths")
  func columnsOfRaggedRows() throws {
    let table = Table.test(
      ["a", "b", "c"], [["1", "2", "3"], ["4"], [], ["5", "6", "7", "8"], ["9", "10"]],
      batchSize: 10)
    var selection = TableSelection()
    selection.columns = ["b"]
    #expect(
      try table.selecting(selection, in: .test()).all().rows == [["2"], [], [], ["6"], ["10"]])
    selection.columns = ["c", "a"]
    selection.filters = ["a!=4"]
    #expect(
      try table.selecting(selection, in: .test()).all().rows
        == [["3", "1"], [], ["7", "5"], ["∅", "9"]])
    selection.sort = ["-b"]
    let sorted = try table.selecting(selection, in: .test()).all()
    #expect(sorted.rows == [["∅", "9"], ["7", "5"], ["3", "1"], []])
  }

  @Test(
    "a column that is not there is said with those that may be meant",
    arguments: [
      ("ctiy", "there is no column \"ctiy\"; did you mean city?"),
      ("CITY", "there is no column \"CITY\"; did you mean city?"),
      ("5", "there is no column \"5\"; there are city, price, a=b, zip, or numbers from 1"),
      ("0", "there is no column \"0\"; there are city, price, a=b, zip, or numbers from 1"),
      (
        "\u{1B}[2J",
        "there is no column \"\\u{1B}[2J\"; there are city, price, a=b, zip, or numbers from 1"
      ),
    ])
  func unknownColumn(word: String, message: String) {
    var selection = TableSelection()
    selection.columns = [word]
    #expect { try Self.cities.selecting(selection, in: .test()) } throws: { error in
      let error = error as? ConversionError
      #expect(error?.message == message)
      return error?.code == .usage
    }
    selection = TableSelection()
    selection.sort = ["-" + word]
    #expect(throws: ConversionError.self) { try Self.cities.selecting(selection, in: .test()) }
  }

  @Test("names are divided by commas, and may stand in quotes")
  func names() throws {
    #expect(try TableSelection.names(parsing: "a,b") == ["a", "b"])
    #expect(
      try TableSelection.names(parsing: "\"a,b\",\"c\"\"d\",-\"e,f\"") == ["a,b", "c\"d", "-e,f"])
    for wrong in ["", "a,", ",a", "\"a", "\"a\"b"] {
      #expect(throws: ConversionError.self) { try TableSelection.names(parsing: wrong) }
    }
  }

  @Test(
    "sorted: numbers, then text, empty ones last, those alike as they came",
    arguments: [
      (["price"], [7, 2, 1, 3, 8, 5, 6, 4]), (["-price"], [6, 5, 3, 8, 1, 2, 7, 4]),
      (["city", "-price"], [7, 1, 4, 2, 3, 5, 8, 6]), (["-city"], [8, 5, 3, 2, 1, 4, 7, 6]),
      (["zip"], [6, 7, 1, 2, 8, 5, 3, 4]), (["+zip"], [6, 7, 1, 2, 8, 5, 3, 4]),
    ])
  func sorted(words: [String], expected: [Int]) throws {
    // 01067 is 1067.
    var wanted = expected
    if words[0].hasSuffix("zip") { wanted = [6, 7, 1, 2, 8, 5, 3, 4] }
    #expect(try numbers { $0.sort = words } == wanted)
  }

  @Test("sorted rows come in small batches, however long they are")
  func sortedInSmallBatches() throws {
    let rows = (0..<40).map { [String(repeating: "x", count: 100_000), "\($0)"] }
    let table = Table.test(["a", "b"], rows)
    var selection = TableSelection()
    selection.sort = ["-b"]
    var largest = 0
    var numbers: [Int] = []
    let sorted = try table.selecting(selection, in: .test())
    try sorted.forEachBatch(in: .test()) { batch in
      largest = max(largest, batch.bytes.count)
      numbers += (0..<batch.rowCount).map(batch.number)
      return true
    }
    #expect(numbers == (1...40).reversed())
    #expect(largest < 500_000)
  }

  @Test("sorted, then cut, with columns that are not sorted by", arguments: [1, 2, 4])
  func sortedAndCut(threads: Int) throws {
    var selection = TableSelection()
    selection.sort = ["-price"]
    selection.limit = 3
    selection.columns = ["city"]
    selection.filters = ["price!=n/a"]
    let table = try Self.cities.selecting(selection, in: .test())
    let (rows, numbers) = try table.all(threads: threads)
    #expect(rows == [["Zürich"], ["Köln"], ["bergen"]])
    #expect(numbers == [5, 3, 8])
    selection.columns = ["city", "price", "zip"]
    selection.limit = nil
    let all = try Self.cities.selecting(selection, in: .test()).all(threads: threads).rows
    #expect(all.first == ["Zürich", "1.234,56", "8000"])
    #expect(all.last == ["Berlin", ""])
  }

  @Test("a great many rows stay in their order", arguments: [1, 3])
  func stable(threads: Int) throws {
    let rows = (0..<5000).map { ["\($0 * 7919 % 13)", "\($0)"] }
    var selection = TableSelection()
    selection.sort = ["-key"]
    let table = try Table.test(["key", "n"], rows, batchSize: 97)
      .selecting(selection, in: .test(threads: threads))
    let sorted = try table.all(threads: threads)
    let expected = rows.indices.sorted {
      (-(Int(rows[$0][0]) ?? 0), $0) < (-(Int(rows[$1][0]) ?? 0), $1)
    }
    #expect(sorted.numbers == expected.map { $0 + 1 })
    #expect(sorted.rows == expected.map { rows[$0] })
  }

  /// Of rows sorted and cut only those that may be among the first are held, whatever the others are.
  @Test("sorted, then cut, holds no more than it gives", arguments: [1, 3], [1, 7, 3000])
  func firstOfManySorted(threads: Int, limit: Int) throws {
    let rows = (0..<60_000).map { row in
      ["\(row * 7919 % 211)", row % 5 == 0 ? "" : "\(row * 31 % 17)", "row \(row)"]
    }
    let table = Table.test(["a", "b", "c"], rows, batchSize: 500)
    var limits = Limits.standard
    for words in [["-a", "b"], ["b", "-a"], ["c"], ["-c"]] {
      var selection = TableSelection()
      selection.sort = words
      let all = try table.selecting(selection, in: .test()).all(threads: threads)
      selection.limit = limit
      limits.memory = 4_000_000
      let context = ConversionContext.test(threads: threads, limits: limits)
      let some = try table.selecting(selection, in: context)
      var numbers: [Int] = []
      try some.forEachBatch(in: context) { batch in
        numbers += (0..<batch.rowCount).map(batch.number)
        return true
      }
      #expect(numbers == Array(all.numbers.prefix(limit)), "\(words)")
    }
  }

  @Test("sorting more than memory allows names the limit")
  func memory() throws {
    var limits = Limits.standard
    limits.memory = 10_000
    var selection = TableSelection()
    selection.sort = ["n"]
    let table = try Table.test(["n"], (0..<5000).map { ["\($0)"] }).selecting(
      selection, in: .test())
    #expect {
      _ = try table.content.rows(in: .test(limits: limits))
    } throws: {
      let error = $0 as? ConversionError
      return error?.code == .limitExceeded && error?.message.contains("--limit memory=") == true
    }
  }

  @Test("filtered and cut, whatever is split ahead", arguments: [1, 2, 4])
  func filteredAndCut(threads: Int) throws {
    let table = Table.test(["n"], (1...3000).map { ["\($0)"] }, batchSize: 7)
    var selection = TableSelection()
    selection.filters = ["n=~7$"]
    for limit in [1, 2, 10, 299, 300, 301] {
      selection.limit = limit
      let chosen = try table.selecting(selection, in: .test())
      let (rows, numbers) = try chosen.all(threads: threads)
      let expected = (0..<min(limit, 300)).map { $0 * 10 + 7 }
      #expect(numbers == expected)
      #expect(rows == expected.map { ["\($0)"] })
    }
  }

  @Test("as it is where nothing is chosen")
  func everything() throws {
    #expect(try numbers { _ in } == Array(1...8))
    #expect(try numbers { $0.limit = 100 } == Array(1...8))
  }
}
