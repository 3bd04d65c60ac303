import ConverterCore
import TreeModel

/// Takes JSON5 (spec.json5.org) and JSON with comments apart, into tokens of strict JSON.
///
/// What it has to change it counts, and notes at the end. It goes byte by byte: such files are written by
/// hand.
final class LenientLexer: TokenSource {
  let cursor: InputCursor
  let input: InputFile
  let context: ConversionContext
  var json5Features = JSON5Features()
  private let isSequence: Bool
  private var oddities = JSONOddities()
  private var containers = ContainerStack()
  private var expectation = JSONState.Expectation.next
  private var hasValue = false
  private var isOver = false

  init(_ input: InputFile, isSequence: Bool, in context: ConversionContext) {
    self.input = input
    self.context = context
    self.isSequence = isSequence
    cursor = InputCursor(input)
  }

  func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    try context.checkpoint()
    while !isOver, batch.tokens.count < 4096, batch.bytes.count < 1 << 16 {
      if try !step(batch) {
        isOver = true
        try finish()
      }
    }
    return !batch.tokens.isEmpty
  }

  private func finish() throws(ConversionError) {
    guard expectation == .next, hasValue || isSequence else {
      throw try damaged(
        containers.depth == 0
          ? "the file holds no value"
          : "the file ends, and \(containers.depth) objects and arrays are still open")
    }
    json5Features.note(in: context)
    try oddities.warn(about: input, in: context)
  }

  /// - Returns: `false` at the end of the file.
  private func step(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    try skipBlanks()
    guard let byte = try cursor.peek() else { return false }
    switch expectation {
    case .next:
      guard isSequence || !hasValue else {
        throw try expected("the end of the file")
      }
      hasValue = true
      try value(byte, batch)
    case .value: try value(byte, batch)
    case .elementOrEnd:
      if byte == UInt8(ascii: "]") { end(.endArray, batch) } else { try value(byte, batch) }
    case .memberOrEnd, .key:
      if byte == UInt8(ascii: "}") { end(.endObject, batch) } else { try key(byte, batch) }
    case .colon:
      guard byte == UInt8(ascii: ":") else { throw try expected("a colon after the key") }
      cursor.advance()
      expectation = .value
    case .separator: try separator(byte, batch)
    }
    return true
  }

  private func separator(_ byte: UInt8, _ batch: TokenBatch) throws(ConversionError) {
    let isObject = containers.innermost == .object
    let close = UInt8(ascii: isObject ? "}" : "]")
    if byte == UInt8(ascii: ",") {
      cursor.advance()
      try skipBlanks()
      if try cursor.peek() == close {
        json5Features.add(.trailingComma)
      } else {
        expectation = isObject ? .key : .value
        return
      }
    }
    guard try cursor.peek() == close else {
      throw try expected("a comma or \"\(isObject ? "}" : "]")\"")
    }
    end(isObject ? .endObject : .endArray, batch)
  }

  private func end(_ kind: Token.Kind, _ batch: TokenBatch) {
    cursor.advance()
    if kind == .endObject { oddities.keys.end() }
    containers.pop()
    batch.append(kind)
    endValue()
  }

  private func endValue() {
    expectation = containers.depth == 0 ? .next : .separator
  }

  private func key(_ byte: UInt8, _ batch: TokenBatch) throws(ConversionError) {
    let isQuoted = byte == 0x22 || byte == 0x27
    let offset = cursor.offset + (isQuoted ? 1 : 0)
    let start = batch.bytes.count
    if isQuoted {
      try string(byte, into: batch.bytes)
    } else {
      try identifier(into: batch.bytes)
    }
    let key = Token(.key, start: start, count: batch.bytes.count - start)
    batch.tokens.append(key)
    oddities.keys.add(batch.text(of: key), at: offset)
    expectation = .colon
  }

  private func value(_ byte: UInt8, _ batch: TokenBatch) throws(ConversionError) {
    let start = batch.bytes.count
    var kind = Token.Kind.string
    switch byte {
    case UInt8(ascii: "{"):
      cursor.advance()
      containers.push(.object)
      oddities.keys.begin()
      expectation = .memberOrEnd
      return batch.append(.beginObject)
    case UInt8(ascii: "["):
      cursor.advance()
      containers.push(.array)
      expectation = .elementOrEnd
      return batch.append(.beginArray)
    case 0x22, 0x27: try string(byte, into: batch.bytes)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "N"), UInt8(ascii: "I"):
      kind = try number(into: batch.bytes)
    default: kind = try word()
    }
    batch.tokens.append(Token(kind, start: start, count: batch.bytes.count - start))
    endValue()
  }

  private func word() throws(ConversionError) -> Token.Kind {
    let words: [(StaticString, Token.Kind)] = [("true", .true), ("false", .false), ("null", .null)]
    for (word, kind) in words where try cursor.hasNext(word) {
      if let next = try cursor.peek(word.utf8CodeUnitCount), isIdentifier(next) { break }
      cursor.advance(word.utf8CodeUnitCount)
      return kind
    }
    throw try expected("a value")
  }

  /// An error at the next byte, where something else had to come.
  func expected(_ what: String) throws(ConversionError) -> ConversionError {
    let here = try input.read(at: cursor.offset, count: 16)
    return try damaged("expected \(what), found \(TreeText.shown(here))")
  }

  /// An error at the next byte, or at another.
  func damaged(_ what: String, at offset: Int? = nil) throws(ConversionError) -> ConversionError {
    .damaged(what, at: try TextPlace(offset ?? cursor.offset, in: input))
  }
}
