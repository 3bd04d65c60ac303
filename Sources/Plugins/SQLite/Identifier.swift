/// The name of a table or column, quoted for SQL.
enum Identifier {
  static func quoted(_ name: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    var quoted = [quote]
    quoted.reserveCapacity(name.count + 2)
    for byte in name {
      if byte == quote { quoted.append(quote) }
      quoted.append(byte)
    }
    return quoted + [quote]
  }

  /// The name as SQLite compares it: letters of ASCII without case.
  static func folded(_ name: [UInt8]) -> [UInt8] {
    name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
