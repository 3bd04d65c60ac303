import ConverterCore

/// `[table]` and `[[array.of.tables]]`.
extension TOMLParser {
  mutating func header() throws(ConversionError) {
    let start = at
    at += 1
    let isArray = peek == UInt8(ascii: "[")
    if isArray { at += 1 }
    var table = TOMLDocument.root
    while true {
      skipBlanks()
      let keyStart = at
      let key = try key()
      skipBlanks()
      if peek == UInt8(ascii: ".") {
        at += 1
        table = try stepInto(key, of: table, keyStart)
        continue
      }
      guard peek == UInt8(ascii: "]"), !isArray || peek(1) == UInt8(ascii: "]") else {
        throw expected(isArray ? "\"]]\" or \".\"" : "\"]\" or \".\"")
      }
      section =
        isArray ? try element(key, of: table, start) : try open(key, of: table, start)
      at += isArray ? 2 : 1
      return
    }
  }

  /// The table on the way to the one that a header names.
  private mutating func stepInto(
    _ key: Range<Int>, of table: Int, _ place: Int
  ) throws(ConversionError) -> Int {
    guard let found = document.find(key, in: table) else {
      return document.add(.implicitTable, key, to: table)
    }
    switch document.kind(of: found) {
    case .implicitTable, .table, .dottedTable: return found
    case .tables: return document.lastElement(of: found)
    case .inlineTable: throw damaged("\(shown(key)) is complete: it stands in braces", at: place)
    case .array: throw damaged("\(shown(key)) is complete: it stands in brackets", at: place)
    default: throw damaged("\(shown(key)) is a value already, and no table", at: place)
    }
  }

  private mutating func open(
    _ key: Range<Int>, of table: Int, _ place: Int
  ) throws(ConversionError) -> Int {
    guard let found = document.find(key, in: table) else {
      return document.add(.table, key, to: table)
    }
    guard document.kind(of: found) == .implicitTable else {
      throw damaged("\(shown(key)) is there already", at: place)
    }
    document.set(.table, of: found)
    return found
  }

  private mutating func element(
    _ key: Range<Int>, of table: Int, _ place: Int
  ) throws(ConversionError) -> Int {
    let array: Int
    if let found = document.find(key, in: table) {
      guard document.kind(of: found) == .tables else {
        throw damaged("\(shown(key)) is there already, and is no array of tables", at: place)
      }
      array = found
    } else {
      array = document.add(.tables, key, to: table)
    }
    return document.add(.table, nil, to: array)
  }
}
