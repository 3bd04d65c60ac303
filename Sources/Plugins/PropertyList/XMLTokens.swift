import ConverterCore
import TreeModel

/// Goes over the elements of an XML property list.
final class XMLTokens: PropertyListSource {
  private enum Container {
    case array
    case dictionary
  }

  private var scanner: XMLScanner
  private let notes: PropertyListNotes
  private let context: ConversionContext
  private var containers: [Container] = []
  /// Whether the next element of the dictionary is the value of a key.
  private var hasKey = false
  private var isInside = false
  private var hasValue = false
  private var isOver = false
  private let text = ByteBuffer(capacity: 1 << 12)

  init(
    _ bytes: [UInt8], _ notes: PropertyListNotes, in context: ConversionContext
  ) throws(ConversionError) {
    scanner = try XMLScanner(bytes)
    self.notes = notes
    self.context = context
  }

  func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    var types: [ValueType] = []
    return try next(batch, types: &types)
  }

  func next(_ batch: TokenBatch, types: inout [ValueType]) throws(ConversionError) -> Bool {
    batch.removeAll()
    types.removeAll(keepingCapacity: true)
    while !isOver, batch.tokens.count < 1 << 13, batch.bytes.count < 1 << 16 {
      try step(batch, &types)
    }
    return !batch.tokens.isEmpty
  }

  private func step(
    _ batch: TokenBatch, _ types: inout [ValueType]
  ) throws(ConversionError) {
    switch try scanner.tag() {
    case .endOfFile:
      guard !isInside, containers.isEmpty else {
        throw wrong("the file ends before all elements are closed")
      }
      guard hasValue else { throw wrong("the property list holds no value") }
      if scanner.hasComments {
        context.note("comments", .dropped, why: "a tree has no place for them")
      }
      isOver = true
    case .begin("plist") where !isInside && !hasValue: isInside = true
    case .end("plist") where isInside && containers.isEmpty:
      guard hasValue else { throw wrong("the property list holds no value") }
      isInside = false
    case .end(let name): try end(name, batch, &types)
    case .begin(let name): try begin(name, isEmpty: false, batch, &types)
    case .empty(let name): try begin(name, isEmpty: true, batch, &types)
    }
  }

  private func end(
    _ name: String, _ batch: TokenBatch, _ types: inout [ValueType]
  ) throws(ConversionError) {
    switch (name, containers.last) {
    case ("dict", .dictionary):
      guard !hasKey else { throw wrong("expected the value of a key") }
      add(.endObject, batch, &types)
    case ("array", .array): add(.endArray, batch, &types)
    default: throw wrong("</\(name.printable)> closes nothing that is open")
    }
    containers.removeLast()
    hasKey = false
  }

  private func begin(
    _ name: String, isEmpty: Bool, _ batch: TokenBatch, _ types: inout [ValueType]
  ) throws(ConversionError) {
    if containers.last == .dictionary, !hasKey {
      guard name == "key" else { throw wrong("expected <key> or </dict>") }
      try readText(of: name, isEmpty)
      hasKey = true
      return add(.key, encoded: text, .plain, batch, &types)
    }
    guard !containers.isEmpty || !hasValue else {
      throw wrong("a property list holds one value")
    }
    hasValue = true
    hasKey = false
    let place = scanner.tagStart
    switch name {
    case "dict", "array":
      let isDictionary = name == "dict"
      add(isDictionary ? .beginObject : .beginArray, batch, &types)
      if isEmpty {
        add(isDictionary ? .endObject : .endArray, batch, &types)
      } else {
        containers.append(isDictionary ? .dictionary : .array)
      }
    case "true", "false":
      try readText(of: name, isEmpty)
      guard text.count == 0 else { throw wrong("<\(name)> holds nothing", place) }
      add(name == "true" ? .true : .false, batch, &types)
    case "string":
      try readText(of: name, isEmpty)
      add(.string, encoded: text, .plain, batch, &types)
    case "integer", "real", "date", "data":
      try readText(of: name, isEmpty)
      try addScalar(name, place, batch, &types)
    default:
      throw wrong(
        "expected dict, array, string, integer, real, true, false, date or data, "
          + "but found <\(name.printable)>")
    }
  }

  private func readText(of name: String, _ isEmpty: Bool) throws(ConversionError) {
    text.removeAll()
    if !isEmpty { try scanner.text(of: name, into: text) }
    // As a token its quotes and line ends take two bytes.
    try context.limits.checkToken(2 * text.count + (1 << 17))
  }

  private func addScalar(
    _ name: String, _ place: Int, _ batch: TokenBatch, _ types: inout [ValueType]
  ) throws(ConversionError) {
    let text = text
    let value = PropertyListNumber.trimmed(text.span)
    let shown = "\"\(String(decoding: value.prefix(40), as: UTF8.self).printable)\""
    switch name {
    case "integer":
      guard let digits = PropertyListNumber.integer(value) else {
        throw wrong("\(shown) is no integer", place)
      }
      add(.number, digits, .plain, batch, &types)
    case "real":
      guard let real = PropertyListNumber.real(value) else {
        throw wrong("\(shown) is no number", place)
      }
      if real.isSpecial { notes.special() }
      add(real.isSpecial ? .string : .number, real.text, .real, batch, &types)
    case "date":
      guard PropertyListDate.seconds(value) != nil else {
        throw wrong("\(shown) is no date of the form 2001-12-31T23:59:59Z", place)
      }
      add(.string, Array(value), .date, batch, &types)
    default:
      guard Base64.decode(value) != nil else { throw wrong("the data is no base64", place) }
      add(.string, value.filter { $0 > 0x20 }, .data, batch, &types)
    }
  }

  private func add(_ kind: Token.Kind, _ batch: TokenBatch, _ types: inout [ValueType]) {
    batch.append(kind)
    types.append(.plain)
  }

  private func add(
    _ kind: Token.Kind, _ value: [UInt8], _ type: ValueType, _ batch: TokenBatch,
    _ types: inout [ValueType]
  ) {
    batch.append(kind, value)
    types.append(type)
    notes.type(type)
  }

  private func add(
    _ kind: Token.Kind, encoded text: ByteBuffer, _ type: ValueType, _ batch: TokenBatch,
    _ types: inout [ValueType]
  ) {
    let start = batch.bytes.count
    TreeText.encode(text.span, into: batch.bytes)
    batch.tokens.append(Token(kind, start: start, count: batch.bytes.count - start))
    types.append(type)
  }

  private func wrong(_ message: String, _ place: Int? = nil) -> ConversionError {
    scanner.damaged(message, at: place ?? scanner.tagStart)
  }
}
