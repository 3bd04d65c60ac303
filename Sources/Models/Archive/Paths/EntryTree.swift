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

  func withName<Result>(of node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let node = nodes[node]
    return names.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[node.start..<node.start + Int(node.length)]))
    }
  }

  /// The node of that name; `nil` where there is none.
  func find(_ name: UnsafeBufferPointer<UInt8>, below parent: Int) -> Int? {
    let slot = slot(of: name, below: parent)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// The node of that name, made where it was not there.
  package mutating func insert(
    _ name: UnsafeBufferPointer<UInt8>, below parent: Int
  ) -> (node: Int, isNew: Bool) {
    let slot = slot(of: name, below: parent)
    if slots[slot] != 0 { return (Int(slots[slot]) - 1, false) }
    nodes.append(
      Node(parent: Int32(parent), length: Int32(name.count), start: names.count))
    names.append(contentsOf: name)
    slots[slot] = Int32(nodes.count)
    if nodes.count > slots.count / 2 { grow() }
    return (nodes.count - 1, true)
  }

  /// Where the node is, or would be.
  private func slot(of name: UnsafeBufferPointer<UInt8>, below parent: Int) -> Int {
    let mask = slots.count - 1
    var slot = hash(name, parent) & mask
    names.withUnsafeBufferPointer { names in
      slots.withUnsafeBufferPointer { slots in
        nodes.withUnsafeBufferPointer { nodes in
          while slots[slot] != 0 {
            let node = nodes[Int(slots[slot]) - 1]
            if node.parent == parent, node.length == name.count,
              Self.equal(names, node.start, name)
            {
              return
            }
            slot = (slot + 1) & mask
          }
        }
      }
    }
    return slot
  }

  private static func equal(
    _ names: UnsafeBufferPointer<UInt8>, _ start: Int, _ name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    for index in 0..<name.count where names[start + index] != name[index] { return false }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for index in nodes.indices {
      let hash = withName(of: index) { self.hash($0, Int(nodes[index].parent)) }
      var slot = hash & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(index + 1)
    }
  }

  /// Eight bytes at a time, each folded into the next by a multiplication of 128 bits.
  private func hash(_ name: UnsafeBufferPointer<UInt8>, _ parent: Int) -> Int {
    let raw = UnsafeRawBufferPointer(name)
    var state = seed ^ UInt64(truncatingIfNeeded: parent &* 0x9E37_79B9)
    var index = 0
    func fold(_ word: UInt64) {
      let product = (state ^ word).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
      state = product.high ^ product.low &+ 0x2545_F491_4F6C_DD1D
    }
    while index + 8 <= raw.count {
      fold(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest = UInt64(truncatingIfNeeded: raw.count) << 56
    while index < raw.count {
      rest = rest << 8 ^ UInt64(raw[index])
      index += 1
    }
    fold(rest)
    return Int(truncatingIfNeeded: state & 0x7FFF_FFFF)
  }
}
