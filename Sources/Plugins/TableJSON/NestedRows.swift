import ConverterCore
import TableModel

/// Makes JSON of rows whose columns came out of objects within objects: they go back into these, and keys
/// that a row does not have stay away.
struct NestedRows: Sendable {
  /// A key, and what stands under it: a cell, or further keys.
  private struct Member: Sendable {
    let name: [UInt8]
    /// With its quotes and colon.
    let key: [UInt8]
    var column: Int?
    var members: [Member] = []
  }

  private let arrangement: JSONArrangement
  private let infersTypes: Bool
  private let isASCII: Bool
  private let sorting: SortedValue?
  private var members: [Member] = []
  /// The column of rows that are no objects.
  private var whole: Int?

  /// - Parameter sorting: how JSON in a cell gets its keys sorted; `nil` where members stay as they come.
  /// - Returns: `nil` where no column came out of an object within a row.
  init?(
    _ columns: [Column], _ keys: ColumnNames?, _ arrangement: JSONArrangement, infersTypes: Bool,
    isASCII: Bool, sorting: SortedValue? = nil
  ) {
    guard let keys, columns.contains(where: { $0.path != nil }) else { return nil }
    (self.arrangement, self.infersTypes, self.isASCII) = (arrangement, infersTypes, isASCII)
    self.sorting = sorting
    for (index, column) in columns.enumerated() {
      // The same column taken twice cannot stand in one place.
      let isAgain = columns[..<index].contains { $0.path == column.path }
      let path = isAgain && column.path != nil ? nil : column.path
      if path?.isEmpty == true {
        whole = index
      } else {
        Self.add(index, (path ?? [keys.names[index]])[...], to: &members, isASCII)
      }
    }
    if sorting != nil { Self.sort(&members) }
  }

  /// Those of the same key keep their order.
  private static func sort(_ members: inout [Member]) {
    let order = members.indices.sorted { one, other in
      let (left, right) = (members[one].name, members[other].name)
      return left == right ? one < other : left.lexicographicallyPrecedes(right)
    }
    members = order.map { members[$0] }
    for index in members.indices { sort(&members[index].members) }
  }

  private static func add(
    _ column: Int, _ path: ArraySlice<[UInt8]>, to members: inout [Member], _ isASCII: Bool
  ) {
    guard let name = path.first else { return }
    let text = ByteBuffer(capacity: 256)
    appendString(name.span, isASCII, to: text)
    text.append(UInt8(ascii: ":"))
    let key = text.span.array
    var place = members.firstIndex { $0.key == key } ?? members.count
    if path.count == 1, place < members.count, members[place].column != nil {
      place = members.count
    }
    if place == members.count { members.append(Member(name: name, key: key)) }
    if path.count == 1 {
      members[place].column = column
    } else {
      add(column, path.dropFirst(), to: &members[place].members, isASCII)
    }
  }

  /// Adds the rows of a batch to `text`.
  func write(_ batch: RowBatch, to text: ByteBuffer) throws(ConversionError) {
    for row in 0..<batch.rowCount {
      let cells = batch.cells[batch.row(row)]
      text.append(arrangement.beforeRow)
      if let whole, let cell = cell(whole, of: cells) {
        try append(cell, batch, to: text)
      } else {
        text.append(UInt8(ascii: "{"))
        let start = text.count
        try append(members, cells, batch, isOutermost: true, to: text)
        if text.count > start { text.append(arrangement.afterValues) }
        text.append(UInt8(ascii: "}"))
      }
      text.append(arrangement.afterRow)
    }
  }

  private func append(
    _ members: [Member], _ cells: ArraySlice<Cell>, _ batch: RowBatch, isOutermost: Bool,
    to text: ByteBuffer
  ) throws(ConversionError) {
    var isFirst = true
    func begin(_ member: Member) {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      if isOutermost { text.append(arrangement.beforeValue) }
      text.append(member.key)
      if isOutermost, arrangement.afterKey.count > 1 { text.append(UInt8(ascii: " ")) }
    }
    for member in members {
      if let column = member.column, let cell = cell(column, of: cells) {
        begin(member)
        try append(cell, batch, to: text)
      }
      if hasCells(member.members, cells) {
        begin(member)
        text.append(UInt8(ascii: "{"))
        try append(member.members, cells, batch, isOutermost: false, to: text)
        text.append(UInt8(ascii: "}"))
      }
    }
  }

  private func hasCells(_ members: [Member], _ cells: ArraySlice<Cell>) -> Bool {
    members.contains { member in
      member.column.flatMap { cell($0, of: cells) } != nil || hasCells(member.members, cells)
    }
  }

  private func cell(_ column: Int, of cells: ArraySlice<Cell>) -> Cell? {
    let index = cells.startIndex + column
    guard index < cells.endIndex, cells[index].kind != .missing else { return nil }
    return cells[index]
  }

  private func append(
    _ cell: Cell, _ batch: RowBatch, to text: ByteBuffer
  ) throws(ConversionError) {
    let value = batch.text(of: cell)
    switch cell.kind {
    case .null, .missing: text.append("null" as StaticString)
    case .number, .boolean: text.append(value)
    case .json:
      guard let sorting else { return appendJSON(value, to: text) }
      let sorted = try sorting.sorted(value)
      appendJSON(sorted.span, to: text)
    case .text:
      if !infersTypes || !JSONStringHandle.isBare(value) {
        Self.appendString(value, isASCII, to: text)
      } else if value.isEmpty {
        text.append("null" as StaticString)
      } else {
        text.append(value)
      }
    }
  }

  private func appendJSON(_ value: Span<UInt8>, to text: ByteBuffer) {
    guard isASCII else { return text.append(value) }
    var rest = value
    while !rest.isEmpty {
      let plain = rest.prefix { $0 < 0x80 }
      text.append(plain)
      rest = rest.dropFirst(plain.count)
      let other = rest.prefix { $0 >= 0x80 }
      JSONStringHandle.append(other, isASCII: true, to: text)
      rest = rest.dropFirst(other.count)
    }
  }

  private static func appendString(
    _ string: Span<UInt8>, _ isASCII: Bool, to text: ByteBuffer
  ) {
    text.append(UInt8(ascii: "\""))
    JSONStringHandle.append(string, isASCII: isASCII, to: text)
    text.append(UInt8(ascii: "\""))
  }
}
