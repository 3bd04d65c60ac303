import ConverterCore
import TableModel

/// The tables that become sheets, one after the other.
struct WorkbookTables {
  private var main: Table?
  private var siblings: ArraySlice<Sibling<Table>>
  private let stem: String?

  init(_ model: Table, stem: String?) {
    main = model
    siblings = model.siblings[...]
    self.stem = stem
  }

  /// - Returns: a table and what it is called; `nil` after the last.
  mutating func next() throws(ConversionError) -> (table: Table, name: String)? {
    if let table = main {
      main = nil
      return (table, table.title ?? stem ?? "Sheet1")
    }
    guard let sibling = siblings.popFirst() else { return nil }
    let table = try sibling.open()
    return (table, table.title ?? sibling.name)
  }
}

/// Names that sheets may have, and no two of them.
struct SheetNames {
  private var taken: Set<String> = []

  /// In the units of UTF-16.
  private static let mostUnits = 31

  /// - Parameter number: of the part of a table that does not fit into one sheet, from 1.
  mutating func name(
    for wanted: String, part number: Int, in context: ConversionContext
  ) -> String {
    let legal = Self.legal(wanted)
    var name = number == 1 ? legal : Self.numbered(legal, number)
    var next = max(2, number)
    while !taken.insert(name.lowercased()).inserted {
      name = Self.numbered(legal, next)
      next += 1
    }
    if name != wanted, number == 1 {
      context.note(
        "sheet \(wanted.printable)", .changed,
        why:
          "it is called \(name.printable), as names of sheets are short, without []:*?/\\, and differ"
      )
    }
    return name
  }

  private static func legal(_ wanted: String) -> String {
    var name = String(
      String.UnicodeScalarView(
        wanted.unicodeScalars.map {
          "[]:*?/\\".unicodeScalars.contains($0) || $0.value < 0x20
            || $0.value >= 0xFFFE
              && $0.value <= 0xFFFF
            ? "_" : $0
        }))
    while name.first == "'" { name.removeFirst() }
    while name.last == "'" { name.removeLast() }
    name = cut(name, to: mostUnits)
    // Excel keeps this name for itself.
    if name.isEmpty || name.lowercased() == "history" { name += "_" }
    return name
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    let suffix = " (\(number))"
    return cut(name, to: mostUnits - suffix.utf16.count) + suffix
  }

  private static func cut(_ name: String, to units: Int) -> String {
    var name = name
    while name.utf16.count > units { name.removeLast() }
    return name
  }
}
