import ConverterCore
import TreeModel

/// Goes over the objects of a binary property list from the top one on.
///
/// Objects may be named again and again, and even name what they are part of: the first is limited, the
/// second an error.
final class BinaryTokens: PropertyListSource {
  private struct Frame {
    let object: Int
    let isDictionary: Bool
    let start: Int
    let count: Int
    var index = 0
  }

  private let objects: BinaryObjects
  private let notes: PropertyListNotes
  private let context: ConversionContext
  private var expansion: Expansion
  private var frames: [Frame] = []
  /// Whether an object is one that is under way.
  private var isOpen: [Bool]
  private var hasBegun = false

  init(
    _ bytes: [UInt8], _ notes: PropertyListNotes, in context: ConversionContext
  ) throws(ConversionError) {
    objects = try BinaryObjects(bytes)
    self.notes = notes
    self.context = context
    expansion = Expansion(
      "writing out what the objects stand for", limits: context.limits, fileSize: bytes.count)
    isOpen = Array(repeating: false, count: objects.count)
  }

  func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    var types: [ValueType] = []
    return try next(batch, types: &types)
  }

  func next(_ batch: TokenBatch, types: inout [ValueType]) throws(ConversionError) -> Bool {
    batch.removeAll()
    types.removeAll(keepingCapacity: true)
    if !hasBegun {
      hasBegun = true
      try add(objects.top, batch, &types)
    }
    while !frames.isEmpty, batch.tokens.count < 1 << 13, batch.bytes.count < 1 << 16 {
      try step(batch, &types)
    }
    return !batch.tokens.isEmpty
  }

  private func step(
    _ batch: TokenBatch, _ types: inout [ValueType]
  ) throws(ConversionError) {
    guard var frame = frames.popLast() else { return }
    guard frame.index < frame.count else {
      isOpen[frame.object] = false
      return append(frame.isDictionary ? .endObject : .endArray, batch, &types)
    }
    let index = frame.index
    frame.index += 1
    frames.append(frame)
    guard frame.isDictionary else {
      return try add(try objects.reference(frame.start, index), batch, &types)
    }
    try addKey(try objects.reference(frame.start, index), batch, &types)
    let values = objects.values(frame.start, frame.count)
    try add(try objects.reference(values, index), batch, &types)
  }

  private func addKey(
    _ number: Int, _ batch: TokenBatch, _ types: inout [ValueType]
  ) throws(ConversionError) {
    let object = try objects.object(number)
    switch object {
    case .ascii, .utf8, .utf16: try addText(object, number, .key, batch, &types)
    default: throw objects.damaged(try objects.offset(of: number), "a key has to be a text")
    }
  }

  private func add(
    _ number: Int, _ batch: TokenBatch, _ types: inout [ValueType]
  ) throws(ConversionError) {
    let object = try objects.object(number)
    try expansion.add(4)
    switch object {
    case .null: append(.null, batch, &types)
    case .true: append(.true, batch, &types)
    case .false: append(.false, batch, &types)
    case .integer(let value): append(.number, String(value), batch, &types)
    case .real(let value): addReal(value, batch, &types)
    case .date(let seconds): addDate(seconds, batch, &types)
    case .data(let range):
      try expansion.add(range.count * 2)
      try context.limits.checkToken(batch.bytes.count + range.count * 2)
      append(.string, Base64.encode(objects.bytes[range]), .data, batch, &types)
    case .ascii, .utf8, .utf16: try addText(object, number, .string, batch, &types)
    case .uid(let value):
      notes.changed("UIDs", "they became objects: {\"CF$UID\": 1}")
      append(.beginObject, batch, &types)
      append(.key, "CF$UID", batch, &types)
      append(.number, String(value), batch, &types)
      append(.endObject, batch, &types)
    case .array(let start, let count, let isSet):
      if isSet { notes.changed("sets", "they became arrays") }
      try begin(
        Frame(object: number, isDictionary: false, start: start, count: count), batch, &types)
    case .dictionary(let start, let count):
      try begin(
        Frame(object: number, isDictionary: true, start: start, count: count), batch, &types)
    }
  }

  private func begin(
    _ frame: Frame, _ batch: TokenBatch, _ types: inout [ValueType]
  ) throws(ConversionError) {
    guard !isOpen[frame.object] else {
      throw objects.damaged(
        try objects.offset(of: frame.object), "the object is part of itself")
    }
    isOpen[frame.object] = true
    frames.append(frame)
    append(frame.isDictionary ? .beginObject : .beginArray, batch, &types)
  }

  private func addReal(_ value: Double, _ batch: TokenBatch, _ types: inout [ValueType]) {
    guard value.isFinite else {
      notes.special()
      let text = value.isNaN ? "nan" : value > 0 ? "inf" : "-inf"
      return append(.string, Array(text.utf8), .real, batch, &types)
    }
    append(.number, Array(value.description.utf8), .real, batch, &types)
  }

  private func addDate(_ seconds: Double, _ batch: TokenBatch, _ types: inout [ValueType]) {
    if let date = PropertyListDate.text(seconds) {
      append(.string, Array(date.utf8), .date, batch, &types)
    } else {
      notes.changed("dates", "those outside the years 1 to 9999 became seconds since 2001, as text")
      append(.string, Array(seconds.description.utf8), .plain, batch, &types)
    }
  }

  private func addText(
    _ object: BinaryObjects.Object, _ number: Int, _ kind: Token.Kind, _ batch: TokenBatch,
    _ types: inout [ValueType]
  ) throws(ConversionError) {
    let start = batch.bytes.count
    var isGood = true
    let bytes = objects.bytes
    let all = bytes.span
    switch object {
    case .ascii(let range):
      isGood =
        bytes[range].allSatisfy { $0 < 0x80 }
        && TreeText.encode(all.extracting(range), into: batch.bytes)
    case .utf8(let range): isGood = TreeText.encode(all.extracting(range), into: batch.bytes)
    case .utf16(let range): UTF16Text.encode(all.extracting(range), into: batch.bytes)
    default: break
    }
    guard isGood else {
      throw objects.damaged(
        try objects.offset(of: number), "the text is not in the encoding that it claims")
    }
    let count = batch.bytes.count - start
    try expansion.add(count + 4)
    try context.limits.checkToken(batch.bytes.count)
    batch.tokens.append(Token(kind, start: start, count: count))
    types.append(.plain)
  }

  private func append(_ kind: Token.Kind, _ batch: TokenBatch, _ types: inout [ValueType]) {
    batch.append(kind)
    types.append(.plain)
  }

  private func append(
    _ kind: Token.Kind, _ text: String, _ batch: TokenBatch, _ types: inout [ValueType]
  ) {
    batch.append(kind, Array(text.utf8))
    types.append(.plain)
  }

  private func append(
    _ kind: Token.Kind, _ text: [UInt8], _ type: ValueType, _ batch: TokenBatch,
    _ types: inout [ValueType]
  ) {
    batch.append(kind, text)
    types.append(type)
    notes.type(type)
  }
}
