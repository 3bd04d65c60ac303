import TableModel

/// The names of columns as keys of objects: `name`, `name_2`; `column_7` for one without a name.
struct DistinctNames {
  private(set) var names: [[UInt8]] = []
  /// What the number of a column without a name is put behind: `column_`, and more underscores where a name
  /// looks like that.
  let prefix: [UInt8]
  private(set) var hasRenamed = false

  init(_ columns: [Column]) {
    let wanted = Set(columns.map(\.name))
    var prefix = Array("column_".utf8)
    while wanted.contains(where: { Self.isNumbered($0, prefix) }) {
      prefix.append(UInt8(ascii: "_"))
    }
    self.prefix = prefix
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

  private static func isNumbered(_ name: [UInt8], _ prefix: [UInt8]) -> Bool {
    let rest = name.dropFirst(prefix.count)
    return name.starts(with: prefix) && !rest.isEmpty
      && rest.allSatisfy { (0x30...0x39).contains($0) }
  }
}
