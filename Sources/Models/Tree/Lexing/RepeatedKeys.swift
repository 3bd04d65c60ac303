import ConverterCore

/// Finds keys that stand in one object more than once.
///
/// It holds a number for each key of the objects that are open, and compares those: two keys have the same
/// number by chance once in 2⁶⁴ times. The start of the numbers is random, so nobody can write a file that
/// makes them meet.
public struct RepeatedKeys {
  /// How many keys repeat an earlier one.
  public private(set) var count = 0
  /// Where the first few of them stand.
  public private(set) var firstOffsets: [Int] = []
  /// Whether there were too many keys, or open objects, at once to look at all.
  public private(set) var isIncomplete = false

  /// Keys of small objects, which are compared one by one: those of the innermost object are last.
  private var few: [UInt64] = []
  private var objects: [OpenObject] = []
  /// How many objects are open within those that are looked at.
  private var deeper = 0
  private var tables: [KeyTable] = []
  private var slots = 0
  private let seed = UInt64.random(in: .min ... .max)
  private let decoded = ByteBuffer(capacity: 64)

  private struct OpenObject {
    let start: Int
    var hasTable = false
  }

  private static let mostObjects = 1 << 15
  private static let mostFewKeys = 16
  /// Eight bytes each: with the room to grow into, not more than 6 MB.
  private static let mostSlots = 1 << 19

  public init() {}

  public mutating func begin() {
    guard deeper == 0, objects.count < Self.mostObjects else {
      deeper += 1
      isIncomplete = true
      return
    }
    objects.append(OpenObject(start: few.count))
  }

  public mutating func end() {
    guard deeper == 0 else {
      deeper -= 1
      return
    }
    guard let object = objects.popLast() else { return }
    few.removeSubrange(object.start...)
    if object.hasTable { slots -= tables.removeLast().capacity }
  }

  /// - Parameters:
  ///   - text: the key as the file has it.
  ///   - offset: of its first character in the file.
  public mutating func add(_ text: Span<UInt8>, at offset: Int) {
    guard deeper == 0 else { return }
    add(number(of: text), at: offset)
  }

  private mutating func add(_ number: UInt64, at offset: Int) {
    guard let object = objects.last else { return }
    if object.hasTable {
      if insert(number) { note(offset) }
      return
    }
    var isKnown = false
    for index in object.start..<few.count where few[index] == number { isKnown = true }
    if isKnown { return note(offset) }
    few.append(number)
    if few.count - object.start > Self.mostFewKeys { moveIntoTable() }
  }

  private mutating func moveIntoTable() {
    let start = objects[objects.count - 1].start
    guard slots + 64 <= Self.mostSlots else {
      isIncomplete = true
      few.removeLast()
      return
    }
    objects[objects.count - 1].hasTable = true
    tables.append(KeyTable(capacity: 64))
    slots += 64
    for number in few[start...] { _ = tables[tables.count - 1].insert(number) }
    few.removeSubrange(start...)
  }

  /// - Returns: whether the innermost object has the key already.
  private mutating func insert(_ number: UInt64) -> Bool {
    let last = tables.count - 1
    if tables[last].isFull {
      let capacity = tables[last].capacity
      guard slots + capacity <= Self.mostSlots else {
        isIncomplete = true
        return tables[last].contains(number)
      }
      tables[last].grow()
      slots += capacity
    }
    return tables[last].insert(number)
  }

  private mutating func note(_ offset: Int) {
    note(count: 1, first: CollectionOfOne(offset))
  }

  /// Counts repetitions that were found elsewhere.
  public mutating func note(count more: Int, first offsets: some Collection<Int>) {
    count += more
    firstOffsets = (firstOffsets + offsets).sorted()
    firstOffsets.removeSubrange(min(3, firstOffsets.count)...)
  }

  /// What stands for a key: the same for `"a"` and `"\u0061"`.
  private func number(of text: Span<UInt8>) -> UInt64 {
    if TreeText.hasEscapes(text) {
      let decoded = decoded
      decoded.removeAll()
      if TreeText.decode(text, into: decoded) { return KeyTable.number(of: decoded.span, seed) }
    }
    return KeyTable.number(of: text, seed)
  }
}

/// A set of numbers other than 0, in one array.
struct KeyTable {
  private var slots: [UInt64]
  private var count = 0

  /// - Parameter capacity: a power of two.
  init(capacity: Int) {
    slots = Array(repeating: 0, count: capacity)
  }

  var capacity: Int { slots.count }
  var isFull: Bool { count >= slots.count - slots.count / 4 }

  func contains(_ number: UInt64) -> Bool { slots[place(of: number)] == number }

  /// - Returns: whether it was there already.
  mutating func insert(_ number: UInt64) -> Bool {
    let place = place(of: number)
    if slots[place] == number { return true }
    slots[place] = number
    count += 1
    return false
  }

  mutating func grow() {
    var larger = KeyTable(capacity: slots.count * 2)
    for number in slots where number != 0 { _ = larger.insert(number) }
    self = larger
  }

  private func place(of number: UInt64) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: number) & mask
    while slots[place] != 0, slots[place] != number { place = (place + 1) & mask }
    return place
  }

  /// Eight bytes at a time, multiplied to 128 bits and folded.
  static func number(of bytes: Span<UInt8>, _ seed: UInt64) -> UInt64 {
    var number = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var index = 0
    while index + 8 <= bytes.count {
      number = fold(number ^ bytes.littleEndian(at: index, as: UInt64.self))
      index += 8
    }
    var last: UInt64 = 0
    while index < bytes.count {
      last = last << 8 | UInt64(bytes[index])
      index += 1
    }
    return max(1, fold(fold(number ^ last)))
  }

  @inline(__always)
  private static func fold(_ number: UInt64) -> UInt64 {
    let (high, low) = number.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }
}
