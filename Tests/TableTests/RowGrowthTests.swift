import ConverterCore
import Testing

@testable import TableModel

@Suite struct RowGrowthTests {
  private func batch(_ cells: [(String, Cell.Kind)]) -> RowBatch {
    let batch = RowBatch()
    for (text, kind) in cells { batch.append(text, kind) }
    batch.endRow()
    return batch
  }

  /// What is filled in was not read, and does not allow more to be written.
  @Test(arguments: [Cell.Kind.missing, .null])
  func emptyCellsCountAsGrowth(kind: Cell.Kind) throws {
    let row = batch([("1", .number)] + Array(repeating: ("", kind), count: 10_000_000))
    var growth = RowGrowth(of: MemoryTable(rows: []), within: .standard)
    let written = RowGrowth.allowance + 1
    let error = #expect(throws: ConversionError.self) { try growth.add(row, as: written) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.limit?.name == "ratio" && error?.limit?.allowed == 200)
    #expect(error?.message.contains("empty cells") == true)
  }

  @Test func cellsThatWereReadDoNot() throws {
    let row = batch(Array(repeating: ("", .text), count: 10_000_000))
    var growth = RowGrowth(of: MemoryTable(rows: []), within: .standard)
    try growth.add(row, as: RowGrowth.allowance + 1)
  }
}
