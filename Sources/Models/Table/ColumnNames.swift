public import ConverterCore

/// The names of columns where none may be empty, and none there twice: as keys of objects, in a database.
public struct ColumnNames: Sendable {
  public private(set) var names: [[UInt8]] = []
  /// What the number of a column without a name is put behind: `column_`, or another where a name looks
  /// like that.
  public let prefix: [UInt8]
  /// Names that were changed, with what they are now, in order.
  private var changes: [(column: Int, from: [UInt8], to: [UInt8])] = []

  /// - Parameters:
  ///   - columns: of the table, as its file names them.
  ///   - mending: makes a name one that can be had at all.
  ///   - folding: makes names the same that the target does not tell apart.
  public init(
    _ columns: [Column], mending: ([UInt8]) -> [UInt8] = { $0 },
    folding: ([UInt8]) -> [UInt8] = { $0 }
  ) {
    let mended = columns.map { mending($0.name) }
    let wanted = Set(mended.map(folding))
    prefix = Column.numberPrefix(besides: mended.map { Column($0) })
    var taken: Set<[UInt8]> = []
    // The last number that each name got, so that many of one name do not all count from 2.
    var numbers: [[UInt8]: Int] = [:]
    for (index, base) in mended.enumerated() {
      var name = base
      if name.isEmpty {
        name = prefix + Array("\(index + 1)".utf8)
      } else if taken.contains(folding(name)) {
        var number = numbers[folding(base)] ?? 1
        repeat {
          number += 1
          name = base + Array("_\(number)".utf8)
        } while taken.contains(folding(name)) || wanted.contains(folding(name))
        numbers[folding(base)] = number
      }
      taken.insert(folding(name))
      names.append(name)
      if name != columns[index].name { changes.append((index, columns[index].name, name)) }
    }
  }

  /// Other names in place of these.
  public func with(_ names: [[UInt8]]) -> ColumnNames {
    var copy = self
    copy.names = names
    return copy
  }

  /// Says in the ledger which columns have other names than the file gives them.
  ///
  /// - Parameters:
  ///   - reason: what the target asks of names.
  ///   - context: has the ledger.
  public func note(_ reason: String, in context: ConversionContext) {
    guard !changes.isEmpty else { return }
    let shown = changes.prefix(10).map { change in
      let from = String(decoding: change.from, as: UTF8.self).printable
      let to = String(decoding: change.to, as: UTF8.self).printable
      return "column \(change.column + 1), \"\(from)\", is now \"\(to)\""
    }
    let more = changes.count - shown.count
    context.note(
      "column names", .changed,
      why: "\(reason): " + shown.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : ""))
  }
}
