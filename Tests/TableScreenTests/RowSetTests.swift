import Testing

@testable import TableViewer

@Suite struct RowSetTests {
  @Test(arguments: [1, 3, 63, 64, 65, 1000, 4096, 5000])
  func ranksAndPlaces(step: Int) {
    var set = RowSet()
    let rows = Array(stride(from: step - 1, to: 20_000, by: step))
    for row in rows.shuffled() { set.insert(row) }
    set.insert(rows[0])
    #expect(set.count == rows.count)
    for (index, row) in rows.enumerated() where index % 7 == 0 || index > rows.count - 3 {
      #expect(set.row(at: index) == row)
      #expect(set.count(before: row) == index)
      #expect(set.count(before: row + 1) == index + 1)
      #expect(set.next(from: row) == row)
      #expect(set.last(before: row + 1) == row)
      #expect(set.contains(row))
      #expect(step == 1 || !set.contains(row + 1))
    }
    #expect(set.row(at: rows.count) == nil && set.row(at: -1) == nil)
    #expect(set.next(from: 30_000) == nil && set.last(before: 0) == nil)
    #expect(set.count(before: .max) == rows.count)
  }
}
