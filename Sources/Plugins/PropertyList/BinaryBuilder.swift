import ConverterCore
import TreeModel

/// Builds a binary property list, in memory: its objects name each other by number, and the numbers are as
/// wide as there are objects. Equal texts and numbers are one object.
final class BinaryBuilder: PropertyListSink {
  private enum Object {
    /// Bytes as they are written.
    case scalar(Range<Int>)
    case array(Range<Int>)
    /// Keys, then as many values.
    case dictionary(Range<Int>)
  }

  private struct Frame {
    let object: Int
    let isDictionary: Bool
    var keys: [UInt32] = []
    var values: [UInt32] = []
  }

  private let notes: PropertyListNotes
  private let context: ConversionContext
  private var objects: [Object] = []
  private var references: [UInt32] = []
  private let bytes = ByteBuffer(capacity: 1 << 16)
  private var known: [[UInt8]: UInt32] = [:]
  private var frames: [Frame] = []
  private let text = ByteBuffer(capacity: 1 << 12)

  init(_ notes: PropertyListNotes, _ context: ConversionContext) {
    self.notes = notes
    self.context = context
  }

  func add(
    _ kind: Token.Kind, _ lexical: UnsafeRawBufferPointer, _ type: ValueType
  ) throws(ConversionError) {
    switch kind {
    case .beginObject, .beginArray:
      try begin(isDictionary: kind == .beginObject)
      return
    case .endObject, .endArray: return end()
    case .key:
      let key = try scalar(encodedText(lexical))
      if let last = frames.indices.last { frames[last].keys.append(key) }
      return
    case .null: return
    case .true: attach(try scalar([0x09]))
    case .false: attach(try scalar([0x08]))
    case .string: attach(try scalar(encodedString(lexical, type)))
    case .number: attach(try scalar(encodedNumber(lexical, type)))
    }
  }

  func finish() {}

  private func attach(_ object: UInt32) {
    if let last = frames.indices.last { frames[last].values.append(object) }
  }

  // MARK: Containers

  private func begin(isDictionary: Bool) throws(ConversionError) {
    let number = objects.count
    attach(try number32())
    objects.append(.array(0..<0))
    frames.append(Frame(object: number, isDictionary: isDictionary))
  }

  private func end() {
    guard let frame = frames.popLast() else { return }
    if frame.isDictionary {
      if let identifier = identifier(frame) {
        objects[frame.object] = .scalar(identifier)
        return
      }
      if Set(frame.keys).count < frame.keys.count {
        context.warn("keys that repeat in one object are written again; readers take one of them")
      }
    }
    let start = references.count
    references += frame.keys
    references += frame.values
    let range = start..<references.count
    objects[frame.object] = frame.isDictionary ? .dictionary(range) : .array(range)
  }

  /// `{"CF$UID": 1}` is how a UID is written where there are none.
  private func identifier(_ frame: Frame) -> Range<Int>? {
    guard frame.keys.count == 1, let key = frame.keys.first, let value = frame.values.first,
      known[mark(5, 6) + Array("CF$UID".utf8)] == key,
      case .scalar(let range) = objects[Int(value)],
      case let integer = Array(bytes.bytes[range]), let mark = integer.first,
      (0x10...0x12).contains(mark)
    else { return nil }
    let start = bytes.count
    bytes.append(0x80 | UInt8(integer.count - 2))
    bytes.append(integer.dropFirst())
    return start..<bytes.count
  }

  // MARK: Scalars

  private func number32() throws(ConversionError) -> UInt32 {
    guard let number = UInt32(exactly: objects.count) else {
      throw ConversionError(
        .limitExceeded, "has more than \(UInt32.max) values, too many for a binary property list")
    }
    let size = bytes.count + objects.count * 64 + references.count * 4
    if objects.count & 0xFFFF == 0 {
      try context.limits.check(.memory, size, for: "building a binary property list")
    }
    return number
  }

  /// The number of an object of these bytes.
  private func scalar(_ encoded: [UInt8]) throws(ConversionError) -> UInt32 {
    let isShort = encoded.count <= 1024
    if isShort, let number = known[encoded] { return number }
    let number = try number32()
    let start = bytes.count
    encoded.withUnsafeBytes { bytes.append($0) }
    objects.append(.scalar(start..<bytes.count))
    if isShort { known[encoded] = number }
    return number
  }

  private func encodedString(_ lexical: UnsafeRawBufferPointer, _ type: ValueType) -> [UInt8] {
    switch type {
    case .date:
      if let seconds = PropertyListDate.seconds(lexical) { return [0x33] + big(seconds.bitPattern) }
    case .data:
      if let data = Base64.decode(lexical) { return mark(4, data.count) + data }
    case .real:
      if let value = Double(String(decoding: lexical, as: UTF8.self)) {
        return [0x23] + big(value.bitPattern)
      }
    case .plain: break
    }
    return encodedText(lexical)
  }

  private func encodedText(_ lexical: UnsafeRawBufferPointer) -> [UInt8] {
    if lexical.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) {
      return mark(5, lexical.count) + Array(lexical)
    }
    let units = UTF16Text.units(of: lexical)
    if units.allSatisfy({ $0 < 0x80 }) {
      return mark(5, units.count) + units.map { UInt8(truncatingIfNeeded: $0) }
    }
    return mark(6, units.count)
      + units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  private func encodedNumber(_ lexical: UnsafeRawBufferPointer, _ type: ValueType) -> [UInt8] {
    let word = String(decoding: lexical, as: UTF8.self)
    switch type == .real ? .real : PropertyListNumber.kind(of: lexical) {
    case .integer:
      if let value = Int64(word) { return encodedInteger(value) }
      if let value = UInt64(word) { return [0x14] + big(0) + big(value) }
    case .real:
      if let value = Double(word), value.isFinite {
        if significantDigits(lexical) > 15, value.description != word {
          notes.changed("numbers", "reals are those of 64 bits that are nearest")
        }
        return [0x23] + big(value.bitPattern)
      }
      notes.changed("numbers", "those too large for 64 bits became texts")
      return encodedText(lexical)
    case .tooLarge: break
    }
    notes.changed("numbers", "integers of more than 64 bits became texts")
    return encodedText(lexical)
  }

  private func significantDigits(_ lexical: UnsafeRawBufferPointer) -> Int {
    lexical.prefix { $0 | 0x20 != UInt8(ascii: "e") }.count { $0 &- 48 < 10 }
  }

  private func encodedInteger(_ value: Int64) -> [UInt8] {
    switch value {
    case 0...0xFF: [0x10, UInt8(truncatingIfNeeded: value)]
    case 0...0xFFFF: [0x11] + big(UInt64(value)).suffix(2)
    case 0...0xFFFF_FFFF: [0x12] + big(UInt64(value)).suffix(4)
    default: [0x13] + big(UInt64(bitPattern: value))
    }
  }

  private func big(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
  }

  private func mark(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15] + encodedInteger(Int64(count))
  }

  // MARK: Writing

  func write(to output: OutputFile) throws(ConversionError) {
    let referenceSize = size(of: UInt64(max(1, objects.count)) - 1)
    let out = ByteBuffer(capacity: 1 << 18)
    var written = 8
    var offsets: [UInt64] = []
    offsets.reserveCapacity(objects.count)
    out.append("bplist00")
    for object in objects {
      offsets.append(UInt64(written))
      let before = out.count
      switch object {
      case .scalar(let range): out.append(UnsafeRawBufferPointer(rebasing: bytes.bytes[range]))
      case .array(let range): container(0xA, range.count, range, referenceSize, to: out)
      case .dictionary(let range): container(0xD, range.count / 2, range, referenceSize, to: out)
      }
      written += out.count - before
      if out.count > 1 << 18 {
        try output.write(out.bytes)
        out.removeAll()
      }
    }
    let offsetSize = size(of: UInt64(written))
    for offset in offsets { out.append(big(offset).suffix(offsetSize)) }
    out.append([0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
    out.append(big(UInt64(objects.count)) + big(0) + big(UInt64(written)))
    try output.write(out.bytes)
  }

  private func container(
    _ kind: UInt8, _ count: Int, _ range: Range<Int>, _ size: Int, to out: ByteBuffer
  ) {
    out.append(mark(kind, count))
    for reference in references[range] { out.append(big(UInt64(reference)).suffix(size)) }
  }

  private func size(of value: UInt64) -> Int {
    value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
  }
}
