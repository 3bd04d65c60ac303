import ConverterCore
import TableModel
import Testing
import TreeModel
import TreeTablesPlugin
import TreeTestSupport

/// Trees that would come to far more as tables.
@Suite struct TableGrowthTests {
  private func crossing(
    _ json: String, limits: Limits = .standard, isViewing: Bool = false
  ) throws -> Table {
    let context = ConversionContext(registry: Registry(), limits: limits, isViewing: isViewing)
    return try TreeToTable().cross(TreeJSON.tree(json, batch: 1000), in: context)
  }

  /// Objects without a key in common: as many columns as rows.
  private func squared(_ count: Int) -> String {
    "[" + (0..<count).map { "{\"k\($0)\":1}" }.joined(separator: ",") + "]"
  }

  @Test func rowsTimesColumnsAreBounded() throws {
    let json = squared(9000)
    let cells = 81_000_000
    let needed = (cells + json.utf8.count - 1) / json.utf8.count
    let error = #expect(throws: ConversionError.self) { try crossing(json) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.limit?.name == "ratio")
    #expect(error?.limit?.needed == needed && error?.limit?.allowed == 200)
    #expect(error?.message.contains("9000 rows × 9000 columns") == true)
    #expect(error?.message.contains("--to ndjson") == true)
    #expect(error?.message.contains("--limit ratio=\(needed)") == true)
    var raised = Limits.standard
    raised.ratio = needed
    #expect(try crossing(json, limits: raised).columns.count == 9000)
    #expect(try crossing(json, isViewing: true).columns.count == 9000)
  }

  /// Fewer cells than are allowed whatever the file is like.
  @Test func smallSquaresPass() throws {
    #expect(try crossing(squared(8000)).columns.count == 8000)
  }

  /// Many rows that have few of the columns each, as logs of many kinds of event do.
  @Test func sparseRowsPass() throws {
    let objects = (0..<30_000).map { row in
      "{\"time\":\(1_700_000_000 + row),\"kind\":\"event of kind \(row % 3000)\",\"k\(row % 3000)\":\"some value\"}"
    }
    let table = try crossing("[" + objects.joined(separator: ",") + "]")
    #expect(table.columns.count == 3002)
    #expect(table.rowCount == 30_000)
  }

  /// Each column has the long key in its name.
  @Test(arguments: [true, false])
  func namesOfColumnsAreBounded(isViewing: Bool) throws {
    let members = (0..<400).map { "\"a\($0)\":1" }.joined(separator: ",")
    let json = "[{\"\(String(repeating: "k", count: 100_000))\":{\(members)}}]"
    let error = #expect(throws: ConversionError.self) { try crossing(json, isViewing: isViewing) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.limit?.name == "ratio" && error?.limit?.allowed == 200)
    #expect(error?.limit?.needed.map { (350...400).contains($0) } == true)
    #expect(error?.message.contains("names of its columns") == true)
  }

  @Test func namesOfColumnsFitTheMemory() throws {
    let members = (0..<400).map { "\"a\($0)\":1" }.joined(separator: ",")
    let json = "[{\"\(String(repeating: "k", count: 100_000))\":{\(members)}}]"
    var limits = Limits.standard
    (limits.ratio, limits.memory) = (1000, 512 << 20)
    let error = #expect(throws: ConversionError.self) { try crossing(json, limits: limits) }
    #expect(error?.limit?.name == "memory")
  }
}
