import ConverterCore
import TableModel
import TreeModel

/// The keys of objects within objects, and the columns that they lead to.
///
/// A key is told from others by the object that it stands in and, where it repeats within one object, by
/// how often it came before.
struct KeyTree: Sendable {
  static let mostColumns = 100_000
  /// Objects deeper than this are JSON in a cell.
  static let mostLevels = 32

  /// The object that a row is.
  static let root = -1
  /// Where what is no object belongs.
  static let loose = -2

  private struct Node: Sendable {
    let parent: Int32
    /// How often the key came before in the same object.
    let repetition: Int32
    let keyStart: Int
    let keyCount: Int
    let hash: UInt64
    /// The column of its values; -1 while they are all objects.
    var column: Int32 = -1
  }

  private var nodes: [Node] = []
  /// The keys themselves, decoded.
  private var bytes: [UInt8] = []
  /// Nodes by hash, with open addressing; -1 where there is none.
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  /// The node of each column.
  private(set) var columnNodes: [Int] = []

  var count: Int { nodes.count }

  func column(of node: Int) -> Int? {
    nodes[node].column < 0 ? nil : Int(nodes[node].column)
  }

  /// Whether `node` is what `find` would give.
  @inline(__always)
  func matches(
    _ node: Int, _ key: Span<UInt8>, in parent: Int, repetition: Int
  ) -> Bool {
    let candidate = nodes[node]
    guard Int(candidate.parent) == parent, candidate.keyCount == key.count,
      Int(candidate.repetition) == repetition
    else { return false }
    let start = candidate.keyStart
    return bytes.span.extracting(start..<start &+ key.count).isEqual(to: key)
  }

  func find(_ key: Span<UInt8>, in parent: Int, repetition: Int) -> Int? {
    let hash = Self.hash(key, parent, repetition)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let node = Int(slots[slot])
      if nodes[node].hash == hash, matches(node, key, in: parent, repetition: repetition) {
        return node
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  mutating func add(
    _ key: Span<UInt8>, in parent: Int, repetition: Int
  ) throws(ConversionError) -> Int {
    // Nodes that are no columns are at most as many times more as objects can be nested.
    guard nodes.count < Self.mostColumns * 4 else { throw .tooManyColumns }
    let hash = Self.hash(key, parent, repetition)
    nodes.append(
      Node(
        parent: Int32(parent), repetition: Int32(repetition), keyStart: bytes.count,
        keyCount: key.count, hash: hash))
    bytes.append(key)
    if nodes.count * 2 > slots.count {
      slots = Array(repeating: -1, count: slots.count * 2)
      for index in nodes.indices { place(index) }
    } else {
      place(nodes.count - 1)
    }
    return nodes.count - 1
  }

  private mutating func place(_ node: Int) {
    var slot = Int(truncatingIfNeeded: nodes[node].hash) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(node)
  }

  /// Gives a node a column, the next one, unless it has one.
  mutating func makeColumn(of node: Int) throws(ConversionError) {
    guard nodes[node].column < 0 else { return }
    guard columnNodes.count < Self.mostColumns else { throw .tooManyColumns }
    nodes[node].column = Int32(columnNodes.count)
    columnNodes.append(node)
  }

  /// Whether a node is that of what is no object.
  func isLoose(_ node: Int) -> Bool { Int(nodes[node].parent) == Self.loose }

  /// The keys on the way to a node, the outermost first.
  func path(of node: Int) -> [[UInt8]] {
    var path: [[UInt8]] = []
    var node = node
    while node >= 0 {
      let part = nodes[node]
      var key = Array(bytes[part.keyStart..<part.keyStart + part.keyCount])
      if part.repetition > 0 { key += Array("_\(part.repetition + 1)".utf8) }
      path.append(key)
      node = Int(part.parent)
    }
    return path.reversed()
  }

  /// Bytes of all names of columns together, each with the keys on the way to it.
  var nameByteCount: Int {
    columnNodes.reduce(0) { sum, column in
      var count = sum
      var node = column
      while node >= 0 {
        count += nodes[node].keyCount + 1
        node = Int(nodes[node].parent)
      }
      return count
    }
  }

  /// Seeded anew in each process, so that no file can be made of keys that collide.
  private static func hash(
    _ key: Span<UInt8>, _ parent: Int, _ repetition: Int
  ) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: key)
    hasher.combine(parent)
    hasher.combine(repetition)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
