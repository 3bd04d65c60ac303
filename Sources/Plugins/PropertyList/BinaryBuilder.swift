import ConverterCore
import TreeModel

/// Builds a binary property list, in memory: its objects name each other by number, and the numbers are as
/// wide as there are objects. Equal texts and numbers are one object.
final class BinaryBuilder: PropertyListSink {
  private struct Frame {
    let object: Int
    let isDictionary: Bool
    var keys: [UInt32] = []
    var values: [UInt32] = []
  }

  private let notes: PropertyListNotes
  private let context: ConversionContext
  private var objects = ObjectTable()
  private var references: [UInt32] = []
  private let bytes = ByteBuffer(capacity: 1 << 16)
  private var known = KnownScalars()
  private var frames: [Frame] = []
  /// What is encoded so far of the present scalar.
  private let encoded = ByteBuffer(capacity: 1 << 12)

  init(_ notes: PropertyListNotes, _ context: ConversionContext) {
    self.notes = notes
    self.context = context
  }

  func add(
    _ kind: Token.Kind, _ lexical: Span<UInt8>, _ type: ValueType
  ) throws(ConversionError) {
    encoded.removeAll()
    switch kind {
    case .beginObject, .beginArray: return try begin(isDictionary: kind == .beginObject)
    case .endObject, .endArray: return try end()
    case .key:
      encodeText(lexical)
      let key = try scalar()
      if let last = frames.indices.last { frames[last].keys.append(key) }
      return
    case .null: return
    case .true: encoded.append(0x09)
    case .false: encoded.append(0x08)
    case .string: encodeString(lexical, type)
    case .number: encodeNumber(lexical, type)
    }
    attach(try scalar())
  }

  func finish() {}

  private func attach(_ object: UInt32) {
    if let last = frames.indices.last { frames[last].values.append(object) }
  }

  // MARK: Containers

  private func begin(isDictionary: Bool) throws(ConversionError) {
    let number = try number32()
    attach(number)
    objects.append(.array, start: 0, count: 0)
    frames.append(Frame(object: Int(number), isDictionary: isDictionary))
  }

  private func end() throws(ConversionError) {
    guard let frame = frames.popLast() else { return }
    try checkMemory(and: (frame.keys.count + frame.values.count) * 8)
    if frame.isDictionary {
      if let identifier = identifier(frame) {
        objects.set(frame.object, .scalar, start: identifier.lowerBound, count: identifier.count)
        return
      }
      if hasRepetition(frame.keys) {
        context.warn("keys that repeat in one object are written again; readers take one of them")
      }
    }
    let start = references.count
    references += frame.keys
    references += frame.values
    objects.set(
      frame.object, frame.isDictionary ? .dictionary : .array, start: start,
      count: frame.values.count)
  }

  private func hasRepetition(_ keys: [UInt32]) -> Bool {
    let sorted = keys.sorted()
    return zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
  }

  /// `{"CF$UID": 1}` is how a UID is written where there are none.
  private func identifier(_ frame: Frame) -> Range<Int>? {
    guard frame.keys.count == 1, let key = frame.keys.first, let value = frame.values.first,
      objects.kind(Int(value)) == .scalar,
      scalarBytes(of: key) == [0x56] + Array("CF$UID".utf8),
      case let integer = scalarBytes(of: value), let mark = integer.first,
      (0x10...0x12).contains(mark)
    else { return nil }
    let start = bytes.count
    bytes.append(0x80 | UInt8(integer.count - 2))
    bytes.append(integer.dropFirst())
    return start..<bytes.count
  }

  private func scalarBytes(of object: UInt32) -> [UInt8] {
    let bytes = bytes
    return bytes.span[objects.range(Int(object))].array
  }

  // MARK: Scalars

  private func number32() throws(ConversionError) -> UInt32 {
    guard let number = UInt32(exactly: objects.count), number < UInt32.max else {
      throw ConversionError.exceeding(
        .init(fixed: "values", needed: objects.count, allowed: Int(UInt32.max)),
        "has more than \(UInt32.max) values, too many for a binary property list")
    }
    if objects.count & 0xFFF == 0 { try checkMemory() }
    return number
  }

  /// - Parameter more: bytes that are about to be needed.
  private func checkMemory(and more: Int = 0) throws(ConversionError) {
    let members = frames.reduce(0) { $0 + ($1.keys.capacity + $1.values.capacity) * 4 }
    let size =
      bytes.count + objects.byteCount + references.capacity * 4 + known.byteCount + members + more
    guard size > context.limits.memory else { return }
    // How much it would be is not known yet: what is suggested leaves room.
    let (more, overflow) = context.limits.memory.multipliedReportingOverflow(by: 4)
    throw ConversionError.exceeding(
      .init(.memory, needed: size, of: context.limits),
      "building a binary property list needs more than \(context.limits.memory) bytes, which is the limit; "
        + "raise it with --limit memory=\(overflow ? .max : more)")
  }

  /// The number of the object that was encoded.
  private func scalar() throws(ConversionError) -> UInt32 {
    let encoded = encoded
    let isShort = encoded.count <= 1024
    if isShort, let number = known.find(encoded.span, in: bytes, objects) { return number }
    let number = try number32()
    objects.append(.scalar, start: bytes.count, count: encoded.count)
    try context.limits.checkToken(encoded.count)
    bytes.append(encoded.span)
    if isShort { known.add(number, in: bytes, objects) }
    return number
  }

  private func encodeString(_ lexical: Span<UInt8>, _ type: ValueType) {
    switch type {
    case .date:
      if let seconds = PropertyListDate.seconds(lexical.array) {
        encoded.append(0x33)
        return encoded.append(bigEndian: seconds.bitPattern, size: 8)
      }
    case .data:
      if let data = Base64.decode(lexical.array) {
        encoded.append(mark: 4, data.count)
        return encoded.append(data)
      }
    case .real:
      if let value = Double(String(decoding: lexical)) {
        return encodeReal(value)
      }
    case .plain: break
    }
    encodeText(lexical)
  }

  private func encodeText(_ lexical: Span<UInt8>) {
    if lexical.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) {
      encoded.append(mark: 5, lexical.count)
      return encoded.append(lexical)
    }
    let units = UTF16Text.units(of: lexical)
    let isASCII = units.allSatisfy { $0 < 0x80 }
    encoded.append(mark: isASCII ? 5 : 6, units.count)
    for unit in units { encoded.append(bigEndian: UInt64(unit), size: isASCII ? 1 : 2) }
  }

  private func encodeNumber(_ lexical: Span<UInt8>, _ type: ValueType) {
    let word = String(decoding: lexical)
    switch type == .real ? .real : PropertyListNumber.kind(of: lexical) {
    case .integer:
      if let value = Int64(word) { return encoded.append(integer: value) }
      if let value = UInt64(word) {
        encoded.append(0x14)
        encoded.append(bigEndian: 0, size: 8)
        return encoded.append(bigEndian: value, size: 8)
      }
    case .real:
      if let value = Double(word), value.isFinite {
        if significantDigits(lexical) > 15, value.description != word {
          notes.changed("numbers", "reals are those of 64 bits that are nearest")
        }
        return encodeReal(value)
      }
      notes.changed("numbers", "those too large for 64 bits became texts")
      return encodeText(lexical)
    case .tooLarge: break
    }
    notes.changed("numbers", "integers of more than 64 bits became texts")
    encodeText(lexical)
  }

  private func encodeReal(_ value: Double) {
    encoded.append(0x23)
    encoded.append(bigEndian: value.bitPattern, size: 8)
  }

  private func significantDigits(_ lexical: Span<UInt8>) -> Int {
    lexical.prefix(while: { $0 | 0x20 != UInt8(ascii: "e") }).count(where: { $0 &- 48 < 10 })
  }

  // MARK: Writing

  func write(to output: OutputFile) throws(ConversionError) {
    let referenceSize = size(of: UInt64(max(1, objects.count)) - 1)
    let out = ByteBuffer(capacity: 1 << 18)
    var written = 8
    out.append("bplist00")
    for object in 0..<objects.count {
      let before = out.count
      append(object, referenceSize, to: out)
      written += out.count - before
      try flush(out, to: output)
    }
    let table = written
    let offsetSize = size(of: UInt64(table))
    // Where each stands is counted again, rather than kept.
    written = 8
    for object in 0..<objects.count {
      out.append(bigEndian: UInt64(written), size: offsetSize)
      written += writtenSize(of: object, referenceSize)
      try flush(out, to: output)
    }
    out.append([0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
    for number in [objects.count, 0, table] { out.append(bigEndian: UInt64(number), size: 8) }
    try output.write(out.span)
  }

  private func flush(_ out: ByteBuffer, to output: OutputFile) throws(ConversionError) {
    guard out.count > 1 << 18 else { return }
    try context.checkpoint()
    try output.write(out.span)
    out.removeAll()
  }

  private func append(_ object: Int, _ referenceSize: Int, to out: ByteBuffer) {
    let kind = objects.kind(object)
    let range = objects.range(object)
    guard kind != .scalar else {
      let bytes = bytes
      return out.append(bytes.span[range])
    }
    out.append(mark: kind == .array ? 0xA : 0xD, objects.count(of: object))
    for reference in references[range] {
      out.append(bigEndian: UInt64(reference), size: referenceSize)
    }
  }

  private func writtenSize(of object: Int, _ referenceSize: Int) -> Int {
    let range = objects.range(object)
    guard objects.kind(object) != .scalar else { return range.count }
    encoded.removeAll()
    encoded.append(mark: 0xA, objects.count(of: object))
    return encoded.count + range.count * referenceSize
  }

  private func size(of value: UInt64) -> Int {
    value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
  }
}

extension ByteBuffer {
  /// The last bytes of a value.
  fileprivate func append(bigEndian value: UInt64, size: Int) {
    for byte in (0..<size).reversed() {
      append(UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)))
    }
  }

  fileprivate func append(integer value: Int64) {
    let size =
      switch value {
      case 0...0xFF: 1
      case 0...0xFFFF: 2
      case 0...0xFFFF_FFFF: 4
      default: 8
      }
    append(0x10 | UInt8(size.trailingZeroBitCount))
    append(bigEndian: UInt64(bitPattern: value), size: size)
  }

  /// What begins an object that has a count.
  fileprivate func append(mark kind: UInt8, _ count: Int) {
    append(kind << 4 | UInt8(min(15, count)))
    if count >= 15 { append(integer: Int64(count)) }
  }
}
