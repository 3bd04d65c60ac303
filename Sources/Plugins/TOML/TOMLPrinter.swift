import ConverterCore
import TreeModel

/// Prints a tree as TOML 1.0: first the values of a table, then the tables in it under headers of their own.
struct TOMLPrinter {
  /// What TOML has no place for.
  struct Losses {
    var droppedNulls = 0
    var emptiedNulls = 0
    var repeatedKeys = 0
    var replacedTexts = 0
    var largeIntegers = 0
  }

  let out = ByteBuffer(capacity: 1 << 16)
  private(set) var losses = Losses()
  private let record: TOMLRecord
  private let text = ByteBuffer(capacity: 1 << 10)

  /// Tables that are deeper stand in braces: their headers would be longer than they are.
  private static let deepestHeader = 8
  /// Bytes of a header. Tables whose headers would be longer stand in braces, too: a long key would be written again
  /// for each table in its own.
  private static let longestHeader = 1024

  init(_ record: TOMLRecord) {
    self.record = record
  }

  mutating func print() { printTable(0, path: [], depth: 0) }

  // MARK: Tables

  private mutating func printTable(_ table: Int, path: [UInt8], depth: Int) {
    let (keys, repeated) = record.members(of: table)
    losses.repeatedKeys += repeated
    let isDeep = depth >= Self.deepestHeader
    func hasHeader(_ key: Int) -> Bool {
      !isDeep && path.count + record.text(key).count < Self.longestHeader
        && (record.kind(key + 1) == .beginObject || record.tables(of: key + 1) != nil)
    }
    for key in keys where !hasHeader(key) { printMember(key) }
    for key in keys where hasHeader(key) {
      let name = path + (path.isEmpty ? [] : [UInt8(ascii: ".")]) + self.key(key)
      guard let tables = record.tables(of: key + 1) else {
        printHeader("[", name, "]")
        printTable(key + 1, path: name, depth: depth + 1)
        continue
      }
      for table in tables {
        printHeader("[[", name, "]]")
        printTable(table, path: name, depth: depth + 1)
      }
    }
  }

  private func printHeader(_ open: String, _ name: [UInt8], _ close: String) {
    if out.count > 0 { out.append(UInt8(ascii: "\n")) }
    out.append(Array(open.utf8) + name + Array(close.utf8))
    out.append(UInt8(ascii: "\n"))
  }

  private mutating func printMember(_ key: Int) {
    guard record.kind(key + 1) != .null else {
      losses.droppedNulls += 1
      return
    }
    out.append(self.key(key))
    out.append(" = ")
    if record.kind(key + 1) == .string {
      decode(key + 1)
      TOMLText.append(text.span, mayHaveLines: true, to: out)
    } else {
      printInLine(key + 1)
    }
    out.append(UInt8(ascii: "\n"))
  }

  // MARK: Values in one line

  private mutating func printInLine(_ value: Int) {
    var place = value
    // Where members that are passed over end.
    var kept: [Set<Int>] = []
    var needsComma = false
    while place < record.end(of: value) {
      let kind = record.kind(place)
      if kind == .key {
        guard kept.last?.contains(place) == true else {
          if record.kind(place + 1) == .null { losses.droppedNulls += 1 }
          place = record.end(of: place + 1)
          continue
        }
        if needsComma { out.append(", ") }
        out.append(key(place))
        out.append(" = ")
        needsComma = false
        place += 1
        continue
      }
      if needsComma, kind != .endObject, kind != .endArray { out.append(", ") }
      needsComma = true
      switch kind {
      case .beginObject:
        let (keys, repeated) = record.members(of: place)
        losses.repeatedKeys += repeated
        kept.append(Set(keys.filter { record.kind($0 + 1) != .null }))
        out.append(UInt8(ascii: "{"))
        needsComma = false
      case .endObject:
        kept.removeLast()
        out.append(UInt8(ascii: "}"))
      case .beginArray:
        out.append(UInt8(ascii: "["))
        needsComma = false
      case .endArray: out.append(UInt8(ascii: "]"))
      default: printScalar(place)
      }
      place += 1
    }
  }

  private mutating func printScalar(_ place: Int) {
    switch record.kind(place) {
    case .true: out.append("true")
    case .false: out.append("false")
    case .number:
      let isLarge = TOMLText.isLargeInteger(record.text(place))
      if isLarge { losses.largeIntegers += 1 }
      out.append(record.text(place))
    case .string:
      decode(place)
      TOMLText.append(text.span, mayHaveLines: false, to: out)
    default:
      losses.emptiedNulls += 1
      out.append("\"\"")
    }
  }

  private mutating func key(_ place: Int) -> [UInt8] {
    decode(place)
    return TOMLText.key(text.span)
  }

  private mutating func decode(_ place: Int) {
    text.removeAll()
    if !TreeText.decode(record.text(place), into: text) { losses.replacedTexts += 1 }
  }
}
