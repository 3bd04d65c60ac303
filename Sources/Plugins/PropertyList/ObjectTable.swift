import ConverterCore
import TreeModel

/// The objects of a binary property list under construction, twelve bytes each.
struct ObjectTable {
  enum Kind: UInt64 {
    /// Bytes as they are written.
    case scalar
    /// References.
    case array
    /// References to keys, then to as many values.
    case dictionary
  }

  /// Where each begins among the bytes or the references, and its kind in the lowest two bits.
  private var starts: [UInt64] = []
  /// Bytes, elements or members.
  private var counts: [UInt32] = []

  var count: Int { starts.count }
  var byteCount: Int { starts.capacity * 8 + counts.capacity * 4 }

  mutating func append(_ kind: Kind, start: Int, count: Int) {
    starts.append(UInt64(start) << 2 | kind.rawValue)
    counts.append(UInt32(truncatingIfNeeded: count))
  }

  mutating func set(_ object: Int, _ kind: Kind, start: Int, count: Int) {
    starts[object] = UInt64(start) << 2 | kind.rawValue
    counts[object] = UInt32(truncatingIfNeeded: count)
  }

  func kind(_ object: Int) -> Kind { Kind(rawValue: starts[object] & 3) ?? .scalar }
  func count(of object: Int) -> Int { Int(counts[object]) }

  /// Its bytes, or its references.
  func range(_ object: Int) -> Range<Int> {
    let start = Int(starts[object] >> 2)
    return start..<start + Int(counts[object]) * (kind(object) == .dictionary ? 2 : 1)
  }
}

/// Finds the object of the same bytes: a table of numbers alone, for the bytes are there already.
struct KnownScalars {
  /// The number of an object and one, 0 where there is none; open addressing.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)
  private var count = 0

  var byteCount: Int { slots.count * 4 }

  func find(
    _ text: Span<UInt8>, in bytes: ByteBuffer, _ objects: ObjectTable
  ) -> UInt32? {
    var slot = Self.hash(text) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      let range = objects.range(Int(number))
      if range.count == text.count,
        bytes.span[range].isEqual(to: text)
      {
        return number
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func add(_ number: UInt32, in bytes: ByteBuffer, _ objects: ObjectTable) {
    count += 1
    if count * 2 > slots.count {
      let old = slots
      slots = Array(repeating: 0, count: old.count * 2)
      for entry in old where entry != 0 { place(entry, bytes, objects) }
    }
    place(number + 1, bytes, objects)
  }

  private mutating func place(_ entry: UInt32, _ bytes: ByteBuffer, _ objects: ObjectTable) {
    let range = objects.range(Int(entry - 1))
    let hash = Self.hash(bytes.span[range])
    var slot = hash & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }

  /// Seeded anew in each process, so that no file can be made of texts that collide.
  private static func hash(_ text: Span<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: text)
    return hasher.finalize()
  }
}
