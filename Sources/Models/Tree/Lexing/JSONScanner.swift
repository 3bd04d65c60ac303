import ConverterCore

/// Goes over bytes of JSON that are in memory.
struct JSONScanner: ~Escapable {
  let bytes: Span<UInt8>
  /// Whether the file ends with the bytes; otherwise a token that reaches their end may go on.
  let isEnd: Bool
  var at = 0
  /// Where the text of the last token stands: of a string without its quotes.
  private(set) var textStart = 0
  private(set) var textCount = 0
  /// Escapes of half a surrogate pair in the last string, and the first of them.
  private(set) var halves: (count: Int, first: Int?) = (0, nil)

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, isEnd: Bool) {
    self.bytes = bytes
    self.isEnd = isEnd
  }

  @inline(__always) private var count: Int { bytes.count }
  /// The next byte; 0 where the bytes end.
  @inline(__always) var byte: UInt8 { bytes.byte(at: at) }

  /// - Returns: `false` where the bytes end.
  @inline(__always)
  mutating func skipBlanks() -> Bool {
    while true {
      guard byte.isJSONBlank else { return at < count }
      at &+= 1
    }
  }

  @inline(__always)
  mutating func bracket() {
    (textStart, textCount) = (at, 0)
    at &+= 1
  }

  /// A string, from its quote on.
  ///
  /// - Returns: `false` where the bytes end within it and the file goes on.
  mutating func string() throws(JSONSyntaxError) -> Bool {
    let first = at &+ 1
    var index = first
    // Half of a pair waits for the other half.
    var high: Int?
    halves = (0, nil)
    while true {
      index = bytes.endOfPlainText(from: index, isASCII: true)
      let byte = bytes.byte(at: index)
      if let half = high, byte != 0x5C || index != half &+ 6 {
        addHalf(half)
        high = nil
      }
      if byte == 0x22 { break }
      if byte == 0x5C {
        guard let length = try escape(at: index, of: at, after: &high) else { return false }
        index &+= length
      } else if byte >= 0x80 {
        let rest = bytes.extracting(index..<min(index &+ 4, count))
        let length = UTF8Sequence.length(in: rest, at: 0)
        if length == 0 {
          if !isEnd, isCut(rest) { return false }
          throw JSONSyntaxError(.invalidUTF8(byte), at: index)
        }
        index &+= length
      } else {
        guard index < count else { return try cut(.endsInString(at), at: count) }
        throw JSONSyntaxError(.controlInString(byte), at: index)
      }
    }
    (textStart, textCount) = (first, index &- first)
    at = index &+ 1
    return true
  }

  /// - Returns: its length; `nil` where the bytes end within it and the file goes on.
  private mutating func escape(
    at index: Int, of string: Int, after high: inout Int?
  ) throws(JSONSyntaxError) -> Int? {
    let escape = bytes.escape(at: index)
    switch escape {
    case .letter:
      if let half = high { addHalf(half) }
      high = nil
    case .unit(let unit): take(unit, at: index, after: &high)
    case .unknown(let byte):
      guard index &+ 1 < count else { return try ended(.endsInString(string)) }
      throw JSONSyntaxError(.badEscape(byte), at: index)
    case .noDigit(let place):
      guard place < count else { return try ended(.endsInString(string)) }
      throw JSONSyntaxError(.badHexadecimal(bytes[place]), at: place)
    }
    return escape.count
  }

  private mutating func take(_ unit: UInt32, at index: Int, after high: inout Int?) {
    if let half = high {
      if unit & 0xFC00 != 0xDC00 {
        addHalf(half)
        high = unit & 0xFC00 == 0xD800 ? index : nil
      } else {
        high = nil
      }
    } else if unit & 0xFC00 == 0xD800 {
      high = index
    } else if unit & 0xFC00 == 0xDC00 {
      addHalf(index)
    }
  }

  private mutating func addHalf(_ index: Int) {
    halves = (halves.count + 1, halves.first ?? index)
  }

  /// Whether a character may go on behind the bytes.
  private func isCut(_ rest: Span<UInt8>) -> Bool {
    guard rest.count < 4 else { return false }
    let lead = rest[0]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1
    guard rest.count < length, lead < 0xF5 else { return false }
    // With a continuation in place of what is missing it is a character, or was never one.
    let (start, missing) = (rest.array, length - rest.count)
    return [0x80, 0x9F, 0xA0, 0xBF].contains { (filler: UInt8) in
      let whole = start + Array(repeating: filler, count: missing)
      return UTF8Sequence.length(in: whole.span, at: 0) == length
    }
  }

  /// A number, from its sign or first digit on (RFC 8259, section 6).
  ///
  /// - Returns: `false` where the bytes end with it and the file goes on.
  mutating func number() throws(JSONSyntaxError) -> Bool {
    switch bytes.endOfNumber(from: at) {
    case .end(let end):
      if end == count, !isEnd { return false }
      // Digits end where there are no more of them, unless there may be none behind a zero.
      if bytes.byte(at: end) &- 0x30 < 10 { throw JSONSyntaxError(.leadingZero, at: end &- 1) }
      guard isDelimiter(end) else { throw JSONSyntaxError(.afterNumber, at: end) }
      (textStart, textCount) = (at, end &- at)
      at = end
      return true
    case .noDigit(let place, let part):
      if place == count, !isEnd { return false }
      throw JSONSyntaxError(.noDigit(part), at: place)
    }
  }

  /// Whether a number or a word may end before the byte.
  private func isDelimiter(_ index: Int) -> Bool {
    guard index < count else { return true }
    switch bytes[index] {
    case 0x20, 0x0A, 0x0D, 0x09, 0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: return true
    default: return false
    }
  }

  /// `true`, `false`, `null`.
  ///
  /// - Returns: `false` where the bytes end with it and the file goes on.
  mutating func word(_ word: StaticString) throws(JSONSyntaxError) -> Bool {
    let end = at &+ bytes.countOfWord(word, at: at)
    if end == count, !isEnd { return false }
    guard end == at &+ word.utf8CodeUnitCount, isDelimiter(end) else {
      throw JSONSyntaxError(.expectedValue, at: at)
    }
    (textStart, textCount) = (at, 0)
    at = end
    return true
  }

  private func ended(_ problem: JSONSyntaxError.Problem) throws(JSONSyntaxError) -> Int? {
    if isEnd { throw JSONSyntaxError(problem, at: count) }
    return nil
  }

  private func cut(_ problem: JSONSyntaxError.Problem, at index: Int) throws(JSONSyntaxError)
    -> Bool
  {
    if isEnd { throw JSONSyntaxError(problem, at: index) }
    return false
  }
}
