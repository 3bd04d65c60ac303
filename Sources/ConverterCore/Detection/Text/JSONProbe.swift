/// JSON: one value (RFC 8259); and NDJSON: one a line, or several one after the other.
enum JSONProbe: TextProbe {
  /// What a name may make of JSON: one value is a sequence of values, and is JSON5 and YAML, too.
  private static let looser: [ContentType.ID] = [
    "public.ndjson", "org.json5.json5", "com.microsoft.jsonc", "public.yaml",
  ]

  /// None: a broken JSON document is for its reader to explain.
  static let obligatory: [ContentType.ID] = []

  static func examine(_ text: TextSample) -> [TypeFinding] {
    guard text.start < text.bytes.count,
      text.bytes[text.start] == UInt8(ascii: "{") || text.bytes[text.start] == UInt8(ascii: "[")
    else { return [] }
    var scanner = JSONScanner(text.bytes, from: text.start)
    switch scanner.value() {
    case .invalid:
      return []
    case .cut:
      // What ends with the sample may go on behind it; what ends with the file is broken.
      guard !text.isWhole else { return [] }
      if text.endsWithLineOfJSON {
        return [TypeFinding(.structure, "public.ndjson", 0.85, "long lines, the last a JSON value")]
      }
      return [
        TypeFinding(.structure, "public.json", 0.85, "JSON as far as \(text.bytes.count) bytes")
          .or(looser)
      ]
    case .complete:
      break
    }
    scanner.skipBlanks()
    if scanner.position == text.bytes.count {
      let whole = text.isWhole ? "one whole JSON value" : "one JSON value"
      return [TypeFinding(.structure, "public.json", 0.9, whole).or(looser)]
    }
    return (lines(text) ?? values(text)).map { [$0] } ?? []
  }

  /// Two values or more, with blanks between them at most.
  private static func values(_ text: TextSample) -> TypeFinding? {
    var scanner = JSONScanner(text.bytes, from: text.start)
    var count = 0
    while true {
      scanner.skipBlanks()
      guard scanner.position < text.bytes.count else { break }
      switch scanner.value() {
      case .complete: count += 1
      case .invalid: return nil
      case .cut:
        guard !text.isWhole else { return nil }
        return TypeFinding(.structure, "public.ndjson", 0.85, "\(count) JSON values and the next")
      }
    }
    return TypeFinding(
      .structure, "public.ndjson", 0.85, "\(count) JSON values, one after the other")
  }

  /// Two values or more, each on a line of its own; the last may be cut, as that of a log in use is.
  private static func lines(_ text: TextSample) -> TypeFinding? {
    var count = 0
    let lines = text.lines(from: text.start)
    for (index, line) in lines.enumerated() {
      var scanner = JSONScanner(text.bytes, from: line.lowerBound)
      scanner.skipBlanks()
      if scanner.position >= line.upperBound { continue }
      let outcome = scanner.value()
      if case .cut = outcome, index == lines.count - 1 { continue }
      guard case .complete = outcome, scanner.position <= line.upperBound else { return nil }
      let end = scanner.position
      scanner.skipBlanks()
      guard scanner.position >= line.upperBound, end <= line.upperBound else { return nil }
      count += 1
    }
    guard count > 1 else { return nil }
    return TypeFinding(.structure, "public.ndjson", 0.9, "\(count) lines, each a JSON value")
  }
}

/// Walks over JSON without keeping anything of it.
struct JSONScanner {
  enum Outcome {
    case complete
    /// The bytes end within the value.
    case cut
    case invalid
  }

  private(set) var position: Int
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  mutating func skipBlanks() {
    while position < bytes.count, TextSample.isBlank(bytes[position]) { position += 1 }
  }

  /// One value. Brackets are counted on a stack of bits, not of calls: a file cannot exhaust it.
  mutating func value() -> Outcome {
    var containers: [UInt8] = []
    while true {
      skipBlanks()
      guard position < bytes.count else { return .cut }
      switch bytes[position] {
      case UInt8(ascii: "{"):
        containers.append(UInt8(ascii: "}"))
        position += 1
        skipBlanks()
        guard position < bytes.count else { return .cut }
        if bytes[position] != UInt8(ascii: "}") {
          let key = key()
          guard case .complete = key else { return key }
          continue
        }
      case UInt8(ascii: "["):
        containers.append(UInt8(ascii: "]"))
        position += 1
        skipBlanks()
        guard position < bytes.count else { return .cut }
        if bytes[position] != UInt8(ascii: "]") { continue }
      default:
        let outcome = scalar()
        guard case .complete = outcome else { return outcome }
      }
      // After a value: a comma, or the ends of one container or more.
      var expectsValue = false
      while !expectsValue {
        guard let close = containers.last else { return .complete }
        skipBlanks()
        guard position < bytes.count else { return .cut }
        if bytes[position] == close {
          containers.removeLast()
          position += 1
        } else if bytes[position] == UInt8(ascii: ",") {
          position += 1
          if close == UInt8(ascii: "}") {
            skipBlanks()
            let key = key()
            guard case .complete = key else { return key }
          }
          expectsValue = true
        } else {
          return .invalid
        }
      }
    }
  }

  private mutating func key() -> Outcome {
    guard position < bytes.count else { return .cut }
    guard bytes[position] == UInt8(ascii: "\"") else { return .invalid }
    let outcome = string()
    guard case .complete = outcome else { return outcome }
    skipBlanks()
    guard position < bytes.count else { return .cut }
    guard bytes[position] == UInt8(ascii: ":") else { return .invalid }
    position += 1
    return .complete
  }

  private mutating func string() -> Outcome {
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return .complete
      case UInt8(ascii: "\\"): position += 2
      case 0x00..<0x20: return .invalid
      default: position += 1
      }
    }
    position = bytes.count
    return .cut
  }

  private mutating func scalar() -> Outcome {
    switch bytes[position] {
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if bytes[position] == UInt8(ascii: "-") {
        guard position + 1 < bytes.count else { return .cut }
        // Between documents of YAML there is `---`.
        guard (0x30...0x39).contains(bytes[position + 1]) else { return .invalid }
      }
      position += 1
      while position < bytes.count, Self.isInNumber(bytes[position]) { position += 1 }
      return .complete
    default: return .invalid
    }
  }

  private mutating func word(_ word: StaticString) -> Outcome {
    if bytes.has(word, at: position) {
      position += word.utf8CodeUnitCount
      return .complete
    }
    let rest = bytes.span[position...]
    let letters = word.span
    let isCut = rest.count < letters.count && rest.isEqual(to: letters.prefix(rest.count))
    return isCut ? .cut : .invalid
  }

  private static func isInNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e")
      || byte == UInt8(ascii: "E") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
  }
}
