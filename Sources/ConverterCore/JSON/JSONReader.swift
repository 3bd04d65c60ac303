/// Walks once over the bytes of a JSON text (RFC 8259) and builds its value.
///
/// Memory is bounded by the text, recursion by `nesting`.
struct JSONReader: ~Escapable {
  let bytes: Span<UInt8>
  var position = 0
  private let nesting: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, nesting: Int) {
    self.bytes = bytes
    // Each level takes a frame of the stack, whatever the caller asks for.
    self.nesting = min(nesting, 512)
  }

  /// The byte at the position; NUL, which JSON has no use for, at the end.
  var next: UInt8 { bytes.byte(at: position) }

  /// The one value of the text.
  mutating func document() throws(ConversionError) -> JSONValue {
    let value = try value(level: 0)
    skipBlanks()
    guard position == bytes.count else { throw expected("the end of the text") }
    return value
  }

  private mutating func value(level: Int) throws(ConversionError) -> JSONValue {
    skipBlanks()
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object(level: level)
    case UInt8(ascii: "["): return try array(level: level)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw expected("a value")
    }
  }

  private mutating func object(level: Int) throws(ConversionError) -> JSONValue {
    guard try !open(UInt8(ascii: "}"), level: level) else { return .object([]) }
    var members: [JSONValue.Member] = []
    // Room for a usual request at once; what lies deeper comes in numbers that a stranger chooses.
    if level == 0 { members.reserveCapacity(8) }
    var keys = DistinctKeys()
    repeat {
      skipBlanks()
      let start = position
      guard next == UInt8(ascii: "\"") else { throw expected("a key in quotation marks") }
      let key = try string()
      guard keys.insert(key, among: members) else {
        position = start
        throw refused("the key \"\(key.printable)\" stands in the object twice")
      }
      skipBlanks()
      guard next == UInt8(ascii: ":") else { throw expected("\":\"") }
      position += 1
      members.append(JSONValue.Member(key, try value(level: level + 1)))
    } while try goesOn(until: UInt8(ascii: "}"))
    return .object(members)
  }

  private mutating func array(level: Int) throws(ConversionError) -> JSONValue {
    guard try !open(UInt8(ascii: "]"), level: level) else { return .array([]) }
    var elements: [JSONValue] = []
    repeat {
      elements.append(try value(level: level + 1))
    } while try goesOn(until: UInt8(ascii: "]"))
    return .array(elements)
  }

  /// Steps over an opening bracket, and over the closing one if nothing is between them.
  private mutating func open(_ close: UInt8, level: Int) throws(ConversionError) -> Bool {
    guard level < nesting else {
      throw refused("arrays and objects stand more than \(nesting) deep within each other")
    }
    position += 1
    skipBlanks()
    guard next == close else { return false }
    position += 1
    return true
  }

  /// Steps over a comma, after which another value follows, or over the closing bracket.
  private mutating func goesOn(until close: UInt8) throws(ConversionError) -> Bool {
    skipBlanks()
    let found = next
    guard found == UInt8(ascii: ",") || found == close else {
      throw expected("\",\" or \"\(Character(Unicode.Scalar(close)))\"")
    }
    position += 1
    return found != close
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(ConversionError) -> JSONValue {
    let count = bytes.countOfWord(word, at: position)
    position += count
    guard count == word.utf8CodeUnitCount else { throw expected("\"\(word)\"") }
    return value
  }

  private mutating func skipBlanks() {
    while next.isJSONBlank { position += 1 }
  }
}

extension JSONReader {
  func expected(_ what: String) -> ConversionError {
    let found =
      switch next {
      case _ where position >= bytes.count: "the text ends"
      case 0x21...0x7E: "there is \(Character(Unicode.Scalar(next)))"
      default: "there is the byte 0x" + String(next, radix: 16, uppercase: true)
      }
    return refused("\(what) was expected, but \(found)")
  }

  func refused(_ why: String) -> ConversionError {
    ConversionError(.damagedInput, "is not JSON: at byte offset \(position) \(why)")
  }
}
