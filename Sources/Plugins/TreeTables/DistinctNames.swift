import TableModel

/// The names of columns as keys of objects: `name`, `name_2`; `column_7` for one without a name.
struct DistinctNames {
  private(set) var names: [[UInt8]] = []
  /// What the number of a column without a name is put behind: `column_`, or another where a name looks like that.
  let prefix: [UInt8]
  private(set) var hasRenamed = false

  init(_ columns: [Column]) {
    let wanted = Set(columns.map(\.name))
    prefix = Column.numberPrefix(besides: columns)
    var taken: Set<[UInt8]> = []
    // The last number that each name got, so that many of one name do not all count from 2.
    var numbers: [[UInt8]: Int] = [:]
    for (index, column) in columns.enumerated() {
      var name = column.name
      if name.isEmpty {
        name = prefix + Array("\(index + 1)".utf8)
      } else if taken.contains(name) {
        var number = numbers[column.name] ?? 1
        repeat {
          number += 1
          name = column.name + Array("_\(number)".utf8)
        } while taken.contains(name) || wanted.contains(name)
        numbers[column.name] = number
      }
      if name != column.name { hasRenamed = true }
      taken.insert(name)
      names.append(name)
    }
  }
}
