import ConverterCore

/// The entities that a document declares (XML 1.0, 4.2), and what their uses come to.
struct EntityTable {
  private struct Entity {
    /// Bytes of its own.
    var count: Int
    var uses: [[UInt8]]
  }

  private var entities: [[UInt8]: Entity] = [:]
  /// What each expands to, once it is known; `nil` while that is found out.
  private var lengths: [[UInt8]: Int?] = [:]
  private var expanded = 0

  /// Reads a document type declaration.
  ///
  /// - Returns: what follows it.
  /// - Throws: `unsupportedContent` for one whose text is made of parameter entities.
  mutating func read(_ bytes: [UInt8], from start: Int) throws(ConversionError) -> Int {
    var index = start
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x22, 0x27:
        let quote = bytes[index]
        index = bytes[(index + 1)...].firstIndex(of: quote) ?? bytes.count
      case 0x5B: depth += 1
      case 0x5D: depth -= 1
      case 0x3E where depth <= 0: return index + 1
      case 0x25 where depth > 0 && index + 1 < bytes.count && bytes[index + 1] > 0x20:
        throw ConversionError(
          .unsupportedContent,
          "has parameter entities, which no drawing needs and fairy does not expand")
      case 0x3C where bytes[index...].starts(with: Array("<!--".utf8)):
        index = end(of: "-->", in: bytes, from: index) - 1
      case 0x3C where bytes[index...].starts(with: Array("<!ENTITY".utf8)):
        index = declare(bytes, from: index + 8) - 1
      default: break
      }
      index += 1
    }
    return bytes.count
  }

  private func end(of words: StaticString, in bytes: [UInt8], from start: Int) -> Int {
    let count = words.utf8CodeUnitCount
    var index = start
    while index + count <= bytes.count {
      if (0..<count).allSatisfy({ bytes[index + $0] == words.utf8Start[$0] }) {
        return index + count
      }
      index += 1
    }
    return bytes.count
  }

  /// - Returns: what follows the declaration.
  private mutating func declare(_ bytes: [UInt8], from start: Int) -> Int {
    var rest = bytes[start...].drop { $0 <= 0x20 }
    if rest.first == 0x25 { rest = rest.dropFirst().drop { $0 <= 0x20 } }
    let name = Array(rest.prefix { $0 > 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x3E })
    rest = rest.dropFirst(name.count).drop { $0 <= 0x20 }
    // One of a file outside has no text here, and is not loaded.
    if let quote = rest.first, quote == 0x22 || quote == 0x27 {
      let value = rest.dropFirst().prefix { $0 != quote }
      // The first declaration counts.
      if entities[name] == nil {
        entities[name] = Entity(count: value.count, uses: Self.uses(in: value))
      }
      rest = bytes[min(bytes.count, value.endIndex + 1)...]
    }
    while let byte = rest.first, byte != 0x3E {
      rest = rest.dropFirst()
      if byte == 0x22 || byte == 0x27 { rest = rest.drop { $0 != byte }.dropFirst() }
    }
    return min(bytes.count, rest.startIndex + 1)
  }

  private static func uses(in value: ArraySlice<UInt8>) -> [[UInt8]] {
    value.split(separator: 0x26, omittingEmptySubsequences: false).dropFirst().compactMap { part in
      guard let end = part.firstIndex(of: 0x3B) else { return nil }
      return Array(part[..<end])
    }
  }

  /// Counts a use in the text.
  ///
  /// - Throws: `damagedInput` where all of them together come to more than `most` bytes, or to no end.
  mutating func use(_ name: ArraySlice<UInt8>, most: Int) throws(ConversionError) {
    guard !entities.isEmpty else { return }
    expanded = min(.max / 2, expanded + (try length(of: Array(name), depth: 0)))
    guard expanded <= most else {
      throw ConversionError(
        .damagedInput,
        "has entities that expand to more than \(most) bytes, which no drawing needs: it is made "
          + "to exhaust whoever reads it")
    }
  }

  private mutating func length(of name: [UInt8], depth: Int) throws(ConversionError) -> Int {
    guard let entity = entities[name] else { return 0 }
    if let known = lengths[name] {
      if let known { return known }
      throw Self.endless(name)
    }
    // Deeper ones are no drawing's.
    guard depth < 64 else { throw Self.endless(name) }
    lengths.updateValue(nil, forKey: name)
    var sum = entity.count
    for use in entity.uses { sum = min(.max / 2, sum + (try length(of: use, depth: depth + 1))) }
    lengths[name] = sum
    return sum
  }

  private static func endless(_ name: [UInt8]) -> ConversionError {
    let words = String(decoding: name.prefix(60), as: UTF8.self).printable
    return ConversionError(.damagedInput, "has an entity, \(words), that stands within itself")
  }
}
