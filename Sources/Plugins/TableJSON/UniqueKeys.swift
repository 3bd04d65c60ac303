import ConverterCore
import TableModel

/// The names of columns as keys of objects: none is empty, and none is there twice.
struct UniqueKeys {
  private(set) var keys: [[UInt8]] = []
  /// What the number of a column without a name is put behind: `column_`.
  let prefix: [UInt8]
  /// Names that were changed, with what they are now, in order.
  private var changes: [(column: Int, name: [UInt8], key: [UInt8])] = []

  init(_ columns: [Column]) {
    let names = Set(columns.map(\.name))
    prefix = Column.numberPrefix(besides: columns)
    var taken: Set<[UInt8]> = []
    var numbers: [[UInt8]: Int] = [:]
    for (index, column) in columns.enumerated() {
      var key = column.name
      if key.isEmpty {
        key = prefix + Array("\(index + 1)".utf8)
      } else if taken.contains(key) {
        var number = numbers[column.name] ?? 1
        repeat {
          number += 1
          key = column.name + Array("_\(number)".utf8)
        } while taken.contains(key) || names.contains(key)
        numbers[column.name] = number
      }
      taken.insert(key)
      keys.append(key)
      if key != column.name { changes.append((index, column.name, key)) }
    }
  }

  /// Other keys in place of these.
  func with(_ keys: [[UInt8]]) -> UniqueKeys {
    var copy = self
    copy.keys = keys
    return copy
  }

  /// Says in the ledger which columns have other names than the file gives them.
  func note(in context: ConversionContext) {
    guard !changes.isEmpty else { return }
    let shown = changes.prefix(10).map { change in
      let name = String(decoding: change.name, as: UTF8.self).printable
      return "column \(change.column + 1), \"\(name)\", is now "
        + "\"\(String(decoding: change.key, as: UTF8.self).printable)\""
    }
    let more = changes.count - shown.count
    context.note(
      "column names", .changed,
      why: "keys of an object must differ: " + shown.joined(separator: "; ")
        + (more > 0 ? "; and \(more) more" : ""))
  }
}
