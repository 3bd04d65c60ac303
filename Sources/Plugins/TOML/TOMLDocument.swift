import ConverterCore
import TreeModel

/// The tables and values of a file, in the order in which they are first named.
struct TOMLDocument {
  enum Kind: Equatable {
    /// Named on the way to another: it may still get a header of its own.
    case implicitTable
    /// With a header of its own.
    case table
    /// Made by a key with dots: only such keys of the same section add to it.
    case dottedTable
    /// In braces: complete where it stands.
    case inlineTable
    /// In brackets: complete where it stands.
    case array
    /// By headers in double brackets.
    case tables
    case string, number, `true`, `false`
  }

  struct Node {
    var kind: Kind
    let parent: Int32
    /// The key as tokens have it; of elements of arrays there is none.
    let key: Range<Int>
    let hash: Int
    /// The text of a value as tokens have it.
    var text: Range<Int>
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
  }

  static let root = 0

  private(set) var nodes: [Node] = [
    Node(kind: .table, parent: -1, key: 0..<0, hash: 0, text: 0..<0)
  ]
  let bytes = ByteBuffer(capacity: 1 << 12)
  /// Members by key, with open addressing; -1 where there is none.
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var members = 0

  func kind(of node: Int) -> Kind { nodes[node].kind }

  @_lifetime(borrow self)
  func text(_ range: Range<Int>) -> Span<UInt8> { bytes.span[range] }

  mutating func set(_ kind: Kind, of node: Int) { nodes[node].kind = kind }

  /// The last element of an array.
  func lastElement(of node: Int) -> Int { Int(nodes[node].lastChild) }

  func find(_ key: Range<Int>, in parent: Int) -> Int? {
    let hash = self.hash(key, parent)
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let node = nodes[Int(slots[slot])]
      if node.hash == hash, Int(node.parent) == parent, text(node.key).isEqual(to: text(key)) {
        return Int(slots[slot])
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a member, or with `key` nil an element, behind the others.
  mutating func add(_ kind: Kind, _ key: Range<Int>?, text: Range<Int> = 0..<0, to parent: Int)
    -> Int
  {
    let index = nodes.count
    let hash = key.map { self.hash($0, parent) } ?? 0
    nodes.append(
      Node(kind: kind, parent: Int32(parent), key: key ?? 0..<0, hash: hash, text: text))
    if nodes[parent].lastChild >= 0 {
      nodes[Int(nodes[parent].lastChild)].next = Int32(index)
    } else {
      nodes[parent].firstChild = Int32(index)
    }
    nodes[parent].lastChild = Int32(index)
    if key != nil { enter(index) }
    return index
  }

  private mutating func enter(_ index: Int) {
    members += 1
    if members * 2 > slots.count {
      slots = Array(repeating: -1, count: slots.count * 2)
      for node in nodes.indices where node > 0 && nodes[node].isMember { place(node) }
    } else {
      place(index)
    }
  }

  private mutating func place(_ index: Int) {
    var slot = nodes[index].hash & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(index)
  }

  /// Seeded anew in each process, so that no file can be made of keys that collide. Never 0, which elements
  /// have.
  private func hash(_ key: Range<Int>, _ parent: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(parent)
    hasher.combine(bytes: text(key))
    return hasher.finalize() | 1 << 62
  }
}

extension TOMLDocument.Node {
  var isMember: Bool { hash != 0 }
}
