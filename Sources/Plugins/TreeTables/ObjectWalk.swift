import ConverterCore
import TableModel
import TreeModel

/// Goes over the members of objects within objects, and finds the node of each key.
final class ObjectWalk {
  private let elements: Elements
  private(set) var keys: KeyTree
  /// Whether keys that are new become columns; otherwise they are given to `rest`.
  private let mayGrow: Bool
  /// Objects under way: the node of each, and the number that tells it from all others.
  private var open: [(node: Int, number: Int)] = []
  private var objectCount = 0
  /// The last object that each node had a member in.
  private var lastObject: [Int]
  /// How often the key of each node that is the first of its key was there again, in the last object.
  private var repetitions: [Int]
  /// The node that came after each one, the last time: the next object is most likely the same.
  private var successor: [Int]
  private var first = 0
  private let decoded = ByteBuffer(capacity: 256)

  private(set) var hasRepeatedKeys = false

  init(_ elements: Elements, _ keys: KeyTree, mayGrow: Bool) {
    self.elements = elements
    self.keys = keys
    self.mayGrow = mayGrow
    lastObject = Array(repeating: -1, count: keys.count)
    repetitions = Array(repeating: 0, count: keys.count)
    successor = Array(repeating: -1, count: keys.count)
  }

  /// Goes over an object whose first token has come.
  ///
  /// - Parameters:
  ///   - leaf: takes a column and the first token of its value, and goes to the end of the value.
  ///   - rest: takes the same where there is no column for it, by the names on the way to it.
  func walk(
    leaf: (Int, Token) throws(ConversionError) -> Void,
    rest: ([[UInt8]], Token) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    open.removeAll(keepingCapacity: true)
    enter(KeyTree.root)
    var previous = -1
    while let object = open.last, let token = try elements.cursor.next() {
      guard token.kind == .key else {
        open.removeLast()
        continue
      }
      let found = try node(of: token, in: object, after: previous)
      guard let node = found else {
        let path = path(to: token)
        if let value = try elements.cursor.next() { try rest(path, value) }
        continue
      }
      previous = node
      guard let value = try elements.cursor.next() else { return }
      // An empty object has no keys to be columns, and would be lost.
      if value.kind == .beginObject, open.count < KeyTree.mostLevels,
        try elements.cursor.peek()?.kind != .endObject
      {
        enter(node)
        continue
      }
      if mayGrow { try keys.makeColumn(of: node) }
      if let column = keys.column(of: node) {
        try leaf(column, value)
      } else {
        try rest(keys.path(of: node), value)
      }
    }
  }

  private func enter(_ node: Int) {
    open.append((node, objectCount))
    objectCount += 1
  }

  private func node(
    of token: Token, in object: (node: Int, number: Int), after previous: Int
  ) throws(ConversionError) -> Int? {
    let (cursor, decoded) = (elements.cursor, decoded)
    var key = cursor.text(of: token)
    if TreeText.hasEscapes(key) {
      decoded.removeAll()
      TreeText.decode(key, into: decoded)
      key = decoded.span
    }
    let guess = previous < 0 ? first : successor[previous]
    if guess >= 0, guess < keys.count, lastObject[guess] != object.number,
      keys.matches(guess, key, in: object.node, repetition: 0)
    {
      lastObject[guess] = object.number
      repetitions[guess] = 0
      return guess
    }
    var repetition = 0
    var found = keys.find(key, in: object.node, repetition: 0)
    if let node = found, lastObject[node] == object.number {
      repetitions[node] += 1
      repetition = repetitions[node]
      found = keys.find(key, in: object.node, repetition: repetition)
    }
    if let node = found {
      lastObject[node] = object.number
      if repetition == 0 { repetitions[node] = 0 }
      if previous >= 0 { successor[previous] = node } else { first = node }
      return node
    }
    if repetition > 0 { hasRepeatedKeys = true }
    guard mayGrow else { return nil }
    let node = try keys.add(key, in: object.node, repetition: repetition)
    appendNode(in: object.number)
    return node
  }

  /// - Parameter object: that it has a member in.
  private func appendNode(in object: Int) {
    lastObject.append(object)
    repetitions.append(0)
    successor.append(-1)
  }

  /// The names on the way to a key that has no node.
  private func path(to token: Token) -> [[UInt8]] {
    let (cursor, decoded) = (elements.cursor, decoded)
    decoded.removeAll()
    TreeText.decode(cursor.text(of: token), into: decoded)
    let parent = open.last?.node ?? KeyTree.root
    return (parent < 0 ? [] : keys.path(of: parent)) + [decoded.span.array]
  }

  /// The column of what is no object.
  func looseColumn() throws(ConversionError) -> Int? {
    let name = Array("value".utf8)
    let found = keys.find(name.span, in: KeyTree.loose, repetition: 0)
    if let found { return keys.column(of: found) }
    guard mayGrow else { return nil }
    let node = try keys.add(name.span, in: KeyTree.loose, repetition: 0)
    appendNode(in: -1)
    try keys.makeColumn(of: node)
    return keys.column(of: node)
  }
}
