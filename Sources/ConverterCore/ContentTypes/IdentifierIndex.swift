/// Where each identifier is in a list of types.
///
/// A hash table with open addressing. Every start of fairy builds one, and a `Dictionary`, whose hash
/// withstands hostile keys, took longer than declaring all the types; identifiers are the
/// program's own.
struct IdentifierIndex: Sendable {
  /// One more than the position in the list; 0 where the slot is free.
  private var slots: [Int32]

  init(capacity: Int) {
    var size = 16
    while size < capacity * 3 { size *= 2 }
    slots = [Int32](repeating: 0, count: size)
  }

  /// - Returns: `false` when an equal identifier is there already.
  mutating func insert(_ id: ContentType.ID, at position: Int, of types: [ContentType]) -> Bool {
    var slot = Self.hash(id) & (slots.count - 1)
    while slots[slot] != 0 {
      if types[Int(slots[slot]) - 1].id.rawValue == id.rawValue { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(position + 1)
    return true
  }

  func position(of id: ContentType.ID, in types: [ContentType]) -> Int? {
    var slot = Self.hash(id) & (slots.count - 1)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if types[position].id.rawValue == id.rawValue { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// FNV-1a, folded to the low bits that the table uses.
  private static func hash(_ id: ContentType.ID) -> Int {
    var word = id.rawValue
    let hash = word.withUTF8 { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
