/// The MAPI properties of a message or an attachment ([MS-OXTNEF] 2.1.3.4).
///
/// Of each property the first value is kept, and of those that nobody here asks for nothing.
struct PropertyBlock {
  private var values: [ID: Value] = [:]
  /// Whether it breaks its own rules somewhere; what stands before that is kept.
  private(set) var isDamaged = false

  /// The numbers of the properties that are used ([MS-OXPROPS]).
  enum ID: Int {
    case messageClass = 0x1A
    case subject = 0x37
    case submitTime = 0x39
    case body = 0x1000
    case compressedRTF = 0x1009
    case html = 0x1013
    case displayName = 0x3001
    case modified = 0x3008
    case data = 0x3701
    case fileName = 0x3704
    case method = 0x3705
    case longFileName = 0x3707
  }

  struct Value {
    let type: Int
    let place: Range<Int>
  }

  /// - Parameter part: the block, which begins with the number of properties.
  init(_ bytes: [UInt8], _ part: Range<Int>) {
    var cursor = FieldCursor(bytes, part)
    guard let count = cursor.number(4) else {
      isDamaged = true
      return
    }
    // Each takes four bytes at least, so that a number out of thin air ends with the block.
    for _ in 0..<count {
      guard let (id, value) = Self.property(&cursor) else {
        isDamaged = true
        return
      }
      if let id = ID(rawValue: id), let value, values[id] == nil { values[id] = value }
    }
  }

  subscript(id: ID) -> Value? { values[id] }

  /// - Returns: `nil` where the property breaks the rules; a value of `nil` where it has none.
  private static func property(_ cursor: inout FieldCursor) -> (id: Int, value: Value?)? {
    guard let type = cursor.number(2), let id = cursor.number(2) else { return nil }
    if id >= 0x8000 {
      guard passName(&cursor) else { return nil }
    }
    let isMultiple = type & 0x1000 != 0
    let single = type & ~0x1000
    var count = 1
    if isMultiple || isSized(single) {
      guard let stated = cursor.number(4) else { return nil }
      count = stated
    }
    if let width = width(of: single) {
      guard let place = cursor.takePadded(count * width) else { return nil }
      return (id, count > 0 ? Value(type: single, place: place) : nil)
    }
    guard isSized(single) else { return nil }
    var first: Value?
    for _ in 0..<count {
      guard let size = cursor.number(4), let place = cursor.takePadded(size) else { return nil }
      if first == nil { first = Value(type: single, place: place) }
    }
    return (id, first)
  }

  /// Passes over the name that properties from 0x8000 on have: a set, and in it a number or a text.
  private static func passName(_ cursor: inout FieldCursor) -> Bool {
    guard cursor.take(16) != nil, let kind = cursor.number(4), kind <= 1,
      let next = cursor.number(4)
    else { return false }
    return kind == 0 || cursor.takePadded(next) != nil
  }

  /// Bytes of a value, of types that always have as many; small ones are filled up to four.
  private static func width(of type: Int) -> Int? {
    switch type {
    case 0x02, 0x03, 0x04, 0x0A, 0x0B: 4
    case 0x05, 0x06, 0x07, 0x14, 0x40: 8
    case 0x48: 16
    default: nil
    }
  }

  static let (object, string8, unicode, binary) = (0x0D, 0x1E, 0x1F, 0x102)

  /// Whether values say how long they are.
  private static func isSized(_ type: Int) -> Bool {
    [object, string8, unicode, binary].contains(type)
  }
}
