import ConverterCore

/// The entities that a document declares (XML 1.0, 4.2), and what their uses come to.
///
/// It keeps none of their text, only where that stands: a value of some megabytes can hold a million uses.
struct EntityTable {
  private struct Entity {
    let value: Range<Int>
    /// Bytes that it expands to, once that is known.
    var length: Int?
    /// Whether that is being found out.
    var isOpen = false
  }

  /// Sets for mathematics have some two thousand.
  static let mostEntities = 10_000

  /// The document.
  private let bytes: [UInt8]
  private var entities: [ArraySlice<UInt8>: Entity] = [:]
  /// What all uses in the text come to.
  private var expanded = 0

  /// - Parameter bytes: the document, none of which is looked at yet.
  init(of bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a document type declaration.
  ///
  /// - Returns: what follows it.
  /// - Throws: `unsupportedContent` for one whose text is made of parameter entities, `damagedInput` for one that
  ///   declares more entities than any drawing does.
  mutating func read(from start: Int) throws(ConversionError) -> Int {
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
      case 0x3C where bytes.has("<!--", at: index):
        index = bytes.end(of: "-->", from: index + 4) - 1
      case 0x3C where bytes.has("<?", at: index):
        index = bytes.end(of: "?>", from: index + 2) - 1
      case 0x3C where bytes.has("<!ENTITY", at: index):
        index = try declare(from: index + 8) - 1
      default: break
      }
      index += 1
    }
    return bytes.count
  }

  /// - Returns: what follows the declaration.
  private mutating func declare(from start: Int) throws(ConversionError) -> Int {
    var rest = bytes[start...].drop { $0 <= 0x20 }
    // Parameter entities have names of their own, and are of no use.
    let isParameter = rest.first == 0x25
    if isParameter { rest = rest.dropFirst().drop { $0 <= 0x20 } }
    let name = rest.prefix { $0 > 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x3E }
    rest = rest[name.endIndex...].drop { $0 <= 0x20 }
    // One of a file outside has no text here, and is not loaded.
    if let quote = rest.first, quote == 0x22 || quote == 0x27 {
      let value = rest.dropFirst().prefix { $0 != quote }
      // The first declaration counts.
      if !isParameter, entities[name] == nil { entities[name] = Entity(value: value.indices) }
      guard entities.count <= Self.mostEntities else {
        throw ConversionError(
          .damagedInput,
          "declares more than \(Self.mostEntities) entities, which no drawing needs: it is made to "
            + "exhaust whoever reads it")
      }
      rest = bytes[min(bytes.count, value.endIndex + 1)...]
    }
    while let byte = rest.first, byte != 0x3E {
      rest = rest.dropFirst()
      if byte == 0x22 || byte == 0x27 { rest = rest.drop { $0 != byte }.dropFirst() }
    }
    return min(bytes.count, rest.startIndex + 1)
  }

  /// Counts the reference whose `&` stands at `start`.
  ///
  /// - Returns: what follows it, or the `&` where that begins none.
  /// - Throws: `damagedInput` where all of them together come to more than `most` bytes, or to no end.
  mutating func use(at start: Int, most: Int) throws(ConversionError) -> Int {
    let name = name(at: start, before: bytes.count)
    let end = name.map { $0.endIndex + 1 } ?? start + 1
    guard let name, !entities.isEmpty else { return end }
    expanded = min(.max / 2, expanded + (try length(of: name, depth: 0)))
    guard expanded <= most else {
      throw ConversionError(
        .damagedInput,
        "has entities that expand to more than \(most) bytes, which no drawing needs: it is made "
          + "to exhaust whoever reads it")
    }
    return end
  }

  /// The name in the reference whose `&` stands at `start`; `nil` where that begins none.
  private func name(at start: Int, before end: Int) -> ArraySlice<UInt8>? {
    // Nothing of it is looked at twice, however many begin: none holds the beginning of another.
    let name = bytes[(start + 1)..<end].prefix { byte in
      switch byte {
      case ...0x20, 0x22, 0x26, 0x27, 0x3B, 0x3C, 0x3E: false
      default: true
      }
    }
    guard name.endIndex < end, bytes[name.endIndex] == 0x3B else { return nil }
    return name
  }

  private mutating func length(
    of name: ArraySlice<UInt8>, depth: Int
  ) throws(ConversionError) -> Int {
    guard let entity = entities[name] else { return 0 }
    if let length = entity.length { return length }
    // Deeper ones are no drawing's.
    guard !entity.isOpen, depth < 64 else { throw Self.endless(name) }
    entities[name]?.isOpen = true
    var sum = entity.value.count
    var index = entity.value.lowerBound
    while let start = bytes[index..<entity.value.upperBound].firstIndex(of: 0x26) {
      index = start + 1
      guard let inner = self.name(at: start, before: entity.value.upperBound) else { continue }
      sum = min(.max / 2, sum + (try length(of: inner, depth: depth + 1)))
    }
    entities[name]?.length = sum
    return sum
  }

  private static func endless(_ name: ArraySlice<UInt8>) -> ConversionError {
    let words = String(decoding: name.prefix(60), as: UTF8.self).printable
    return ConversionError(.damagedInput, "has an entity, \(words), that stands within itself")
  }
}
