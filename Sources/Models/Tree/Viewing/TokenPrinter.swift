internal import ConverterCore

/// Tokens as JSON, for people.
struct TokenPrinter {
  let isPretty: Bool
  var usesColour = false
  /// Whether what has power over a terminal is shown as an escape.
  var isForTerminal = false
  let text = ByteBuffer()
  private var depth = 0
  private var isFirst = true
  private var isBehindKey = false

  init(isPretty: Bool) {
    self.isPretty = isPretty
  }

  mutating func print(_ batch: TokenBatch) {
    for token in batch.tokens { print(token, of: batch) }
  }

  /// Ends a line that an error cut off.
  mutating func endLine() {
    if text.count > 0, text.bytes[text.count - 1] != 0x0A { text.append(0x0A) }
  }

  mutating func flush(to page: any Page) throws(ConversionError) -> Bool {
    guard text.count > 0 else { return true }
    defer { text.removeAll() }
    return try page.write(Array(text.bytes))
  }

  private mutating func print(_ token: Token, of batch: TokenBatch) {
    switch token.kind {
    case .endObject, .endArray: end(token.kind == .endObject ? "}" : "]")
    case .key:
      begin()
      string(batch.text(of: token), "36")
      painted(isPretty ? ": " : ":", "2")
      isBehindKey = true
    default:
      begin()
      value(token, of: batch)
    }
  }

  private mutating func value(_ token: Token, of batch: TokenBatch) {
    switch token.kind {
    case .beginObject, .beginArray:
      painted(token.kind == .beginObject ? "{" : "[", "2")
      depth += 1
      isFirst = true
      return
    case .string: string(batch.text(of: token), "32")
    case .number:
      set("33")
      text.append(batch.text(of: token))
      set("")
    case .true: painted("true", "35")
    case .false: painted("false", "35")
    default: painted("null", "2")
    }
    finish()
  }

  private mutating func begin() {
    if isBehindKey {
      isBehindKey = false
      return
    }
    guard depth > 0 else { return }
    if !isFirst { painted(",", "2") }
    isFirst = false
    indent()
  }

  private mutating func end(_ bracket: StaticString) {
    depth -= 1
    if !isFirst { indent() }
    painted(bracket, "2")
    finish()
  }

  private mutating func finish() {
    isFirst = false
    if depth == 0 { text.append(0x0A) }
  }

  private func indent() {
    guard isPretty else { return }
    text.append(0x0A)
    for _ in 0..<depth { text.append("  ") }
  }

  private func string(_ form: UnsafeRawBufferPointer, _ colour: StaticString) {
    set(colour)
    text.append(0x22)
    if isForTerminal { appendVisible(form) } else { text.append(form) }
    text.append(0x22)
    set("")
  }

  private func appendVisible(_ form: UnsafeRawBufferPointer) {
    if form.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.append(form) }
    let bytes = Array(form)
    for piece in VisibleText(bytes[...]) {
      guard piece.substitute != nil else {
        text.append(bytes[piece.source])
        continue
      }
      guard let scalar = piece.scalar else {
        text.append((piece.substitute ?? "").utf8)
        continue
      }
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let digits = String(unit, radix: 16, uppercase: true)
        text.append(("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
      }
    }
  }

  private func painted(_ word: StaticString, _ colour: StaticString) {
    set(colour)
    text.append(word)
    set("")
  }

  private func set(_ colour: StaticString) {
    guard usesColour else { return }
    text.append("\u{1b}[")
    text.append(colour)
    text.append("m")
  }
}
