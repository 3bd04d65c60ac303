import ConverterCore

/// Names of tables that SQLite can tell from each other, which it does without the case of ASCII letters.
struct TableNames {
  private var taken: Set<[UInt8]> = []

  /// A name for a table that no other has.
  mutating func name(for wanted: String, in context: ConversionContext) -> String {
    var base = wanted.replacingNUL
    if base.isEmpty { base = "data" }
    // Names that begin so are SQLite's own.
    if Identifier.folded(Array(base.utf8)).starts(with: Array("sqlite_".utf8)) {
      base = "table_" + base
    }
    let name = distinct(base)
    if name != wanted {
      context.note(
        "table \(wanted.printable)", .changed,
        why: "it is called \(name.printable): its name was not free")
    }
    return name
  }

  private mutating func distinct(_ base: String) -> String {
    var name = base
    var number = 1
    while !taken.insert(Identifier.folded(Array(name.utf8))).inserted {
      number += 1
      name = "\(base)_\(number)"
    }
    return name
  }
}

extension String {
  /// SQL ends at a NUL.
  var replacingNUL: String {
    utf8.contains(0) ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self
  }
}
