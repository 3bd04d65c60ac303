internal import ConverterCore

/// The folders and names of an archive, each with a number.
///
/// A node is a name below another node; memory grows with the bytes of the names, however deep they are.
package struct EntryTree {
  /// The node that all paths begin below.
  static let root = -1

  private struct Node {
    var parent: Int32
    var length: Int32
    var start: Int
  }

  private var nodes: [Node] = []
  private var names: [UInt8] = []
  /// Open addressing: the number of a node plus one; 0 is free. Its size is a power of 2.
  private var slots: [Int32] = Array(repeating: 0, count: 1024)
  /// Nobody who makes an archive knows it, and so none can make all its names collide.
  private let seed = UInt64.random(in: 1 ... .max)

  package init() {}

  var count: Int { nodes.count }

  func parent(of node: Int) -> Int { Int(nodes[node].parent) }

  @_lifetime(borrow self)
  func name(of node: Int) -> Span<UInt8> {
    let node = nodes[node]
    return names.span.extracting(node.start..<node.start + Int(node.length))
  }

  /// The node of that name; `nil` where there is none.
  func find(_ name: Span<UInt8>, below parent: Int) -> Int? {
    let slot = slot(of: name, below: parent)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// The node of that name, made where it was not there.
  package mutating func insert(
    _ name: Span<UInt8>, below parent: Int
  ) -> (node: Int, isNew: Bool) {
    let slot = slot(of: name, below: parent)
    if slots[slot] != 0 { return (Int(slots[slot]) - 1, false) }
    nodes.append(
      Node(parent: Int32(parent), length: Int32(name.count), start: names.count))
    names.append(name)
    slots[slot] = Int32(nodes.count)
    if nodes.count > slots.count / 2 { grow() }
    return (nodes.count - 1, true)
  }

  /// Where the node is, or would be.
  private func slot(of name: Span<UInt8>, below parent: Int) -> Int {
    let mask = slots.count - 1
    var slot = hash(name, parent) & mask
    let (slots, nodes) = (slots.span, nodes.span)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      let node = nodes[number]
      if node.parent == parent, node.length == name.count, self.name(of: number).isEqual(to: name) {
        return slot
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for index in nodes.indices {
      let hash = hash(name(of: index), Int(nodes[index].parent))
      var slot = hash & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(index + 1)
    }
  }

  /// Eight bytes at a time, each folded into the next by a multiplication of 128 bits.
  private func hash(_ name: Span<UInt8>, _ parent: Int) -> Int {
    var state = seed ^ UInt64(truncatingIfNeeded: parent &* 0x9E37_79B9)
    var index = 0
    func fold(_ word: UInt64) {
      let product = (state ^ word).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
      state = product.high ^ product.low &+ 0x2545_F491_4F6C_DD1D
    }
    while index + 8 <= name.count {
      fold(name.littleEndian(at: index))
      index += 8
    }
    var rest = UInt64(truncatingIfNeeded: name.count) << 56
    while index < name.count {
      rest = rest << 8 ^ UInt64(name[index])
      index += 1
    }
    fold(rest)
    return Int(truncatingIfNeeded: state & 0x7FFF_FFFF)
  }
}
