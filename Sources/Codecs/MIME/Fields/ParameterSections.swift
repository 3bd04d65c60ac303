import CharacterEncodings

/// The sections that long or foreign values are cut into: `name*0*=utf-8''%e2%82; name*1=x` (RFC 2231, 3 and 4).
struct ParameterSections {
  private struct Section {
    /// `nil` for a value that is not cut.
    let number: Int?
    /// Whether percent signs stand for bytes.
    let isExtended: Bool
    let value: [UInt8]
  }

  private var names: [[UInt8]] = []
  private var sections: [[Section]] = []
  private let cache: CharsetCache

  init(_ scanner: ParameterScanner, _ cache: CharsetCache) {
    self.cache = cache
    var scanner = scanner
    while let parameter = scanner.next() { add(parameter.name, parameter.value) }
  }

  private mutating func add(_ name: [UInt8], _ value: [UInt8]) {
    var base = name
    var section = Section(number: nil, isExtended: false, value: value)
    if name.contains(UInt8(ascii: "*")), name.first != UInt8(ascii: "*") {
      let parts = name.split(
        separator: UInt8(ascii: "*"), maxSplits: 2, omittingEmptySubsequences: false)
      let number = Self.number(parts[1])
      if number != nil, parts.count == 2 || parts[2].isEmpty {
        base = Array(parts[0])
        section = Section(number: number, isExtended: parts.count == 3, value: value)
      } else if parts.count == 2, parts[1].isEmpty {
        base = Array(parts[0])
        section = Section(number: nil, isExtended: true, value: value)
      }
    }
    if let index = names.firstIndex(of: base) {
      sections[index].append(section)
    } else {
      names.append(base)
      sections.append([section])
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  /// Each name once, in the order of the field.
  var values: [ParameterValue] {
    zip(names, sections).map { name, sections in
      var value = SectionedValue(cache)
      for section in Self.chosen(of: sections) {
        section.isExtended ? value.appendExtended(section.value) : value.append(section.value)
      }
      return value.finished(ReadableText.string(name.span))
    }
  }

  /// The whole value in the newer form, or its sections in order, or that in the older form.
  private static func chosen(of sections: [Section]) -> [Section] {
    guard sections.count > 1 else { return sections }
    if let whole = sections.first(where: { $0.isExtended && $0.number == nil }) { return [whole] }
    var numbered: [Int: Section] = [:]
    for section in sections {
      if let number = section.number, numbered[number] == nil { numbered[number] = section }
    }
    guard numbered.isEmpty else { return numbered.sorted { $0.key < $1.key }.map(\.value) }
    return Array(sections.prefix(1))
  }
}

/// A value that is put together of sections.
private struct SectionedValue {
  private let cache: CharsetCache
  private var bytes: [UInt8] = []
  private var text = ""
  /// Bytes of sections that follow each other, of which the last ones may be half a character.
  private var extended: [UInt8] = []
  private var charset: Charset?
  private var isFirst = true

  init(_ cache: CharsetCache) { self.cache = cache }

  /// A value as it is; encoded words have no place in it, but many programs write them.
  mutating func append(_ value: [UInt8]) {
    isFirst = false
    flush()
    bytes += value
    let line = value.contains(0x09) ? value.map { $0 == 0x09 ? 0x20 : $0 } : value
    text += HeaderText.text(of: line.span, in: nil, using: cache)
  }

  /// A value with percent signs; the first one begins with the encoding and the language.
  mutating func appendExtended(_ value: [UInt8]) {
    var rest = value[...]
    if isFirst { rest = readCharset(rest) }
    isFirst = false
    var decoded: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let high = rest[rest.startIndex].hexDigit,
        let low = rest[rest.startIndex + 1].hexDigit
      {
        decoded.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    bytes += decoded
    extended += decoded
  }

  private mutating func readCharset(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let apostrophe = UInt8(ascii: "'")
    guard let first = value.firstIndex(of: apostrophe) else { return value }
    let name = value[..<first]
    let named = cache.charset(named: name.span)
    guard let second = value[(first + 1)...].firstIndex(of: apostrophe) else {
      // The language is left out with its apostrophe; or it is one of the name.
      guard let named else { return value }
      charset = named
      return value[(first + 1)...]
    }
    charset = named
    return value[(second + 1)...]
  }

  private mutating func flush() {
    guard !extended.isEmpty else { return }
    let decoded =
      charset.map { cache.decoded(extended, in: $0) }
      ?? cache.decodedUnlabelled(extended, in: nil)
    text += ReadableText.string(decoded.span)
    extended = []
  }

  mutating func finished(_ name: String) -> ParameterValue {
    flush()
    return ParameterValue(name: name, bytes: bytes, text: text)
  }
}
