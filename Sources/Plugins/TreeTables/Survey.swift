import ConverterCore
import TableModel
import TreeModel

/// What goes over all elements once for their keys, before there can be rows.
struct Survey {
  private(set) var layout: Layout
  private(set) var rowCount = 0
  /// Whether it saw all rows.
  private(set) var isComplete = true

  private var objects = 0
  private var arrays = 0
  private var scalars = 0
  /// Elements that are `null`.
  private var empties = 0
  private var longestArray = 0
  private var hasRepeatedKeys = false
  /// Whether all objects are without members.
  private var lacksKeys = false
  /// Whether a key has no characters.
  private var hasEmptyKey = false

  init(of tree: Tree, in context: ConversionContext) throws(ConversionError) {
    layout = Layout(shape: .single, keys: KeyTree(), columns: [])
    let sample = context.isViewing ? TreeToTable.sampleSize : .max
    let elements = try Elements(
      tree.content, isSequence: tree.isSequence, in: context)
    let walk = ObjectWalk(elements, KeyTree(), mayGrow: true)
    do throws(ConversionError) {
      while let first = try elements.next() {
        guard try take(first, elements, walk, sample: sample) else {
          isComplete = false
          break
        }
        rowCount += 1
      }
    } catch {
      // Who looks sees the good rows first, and then what is wrong.
      guard context.isViewing, rowCount > 0, error.code == .damagedInput else { throw error }
      isComplete = false
    }
    let growth = TableGrowth(fileSize: tree.content.byteCount, limits: context.limits)
    try growth.check(names: walk.keys.nameByteCount)
    try settle(walk)
    if !context.isViewing { try growth.check(rows: rowCount, columns: layout.columns.count) }
    // A file without lines says nothing about columns.
    if tree.isSequence, rowCount == 0 { layout.columns = [] }
  }

  /// - Returns: `false` where the sample ends.
  private mutating func take(
    _ first: Token, _ elements: Elements, _ walk: ObjectWalk, sample: Int
  ) throws(ConversionError) -> Bool {
    switch first.kind {
    case .beginObject:
      objects += 1
      try walk.walk { (_, value) throws(ConversionError) in
        try elements.skip(value)
      } rest: { (_, value) throws(ConversionError) in
        try elements.skip(value)
      }
    case .beginArray:
      if arrays == 0 { _ = objects + scalars > 0 ? try walk.looseColumn() : nil }
      arrays += 1
      try count(elements)
    case .null: empties += 1
    default:
      scalars += 1
      if objects > 0 { _ = try walk.looseColumn() }
    }
    return elements.cursor.byteCount <= sample
  }

  /// The elements of an array, up to its end.
  private mutating func count(_ elements: Elements) throws(ConversionError) {
    var length = 0
    while let token = try elements.cursor.next(), token.kind != .endArray {
      length += 1
      try elements.skip(token)
    }
    longestArray = max(longestArray, length)
  }

  private mutating func settle(_ walk: ObjectWalk) throws(ConversionError) {
    hasRepeatedKeys = walk.hasRepeatedKeys
    if objects == 0, scalars == 0, arrays > 0 {
      guard longestArray <= KeyTree.mostColumns else { throw .tooManyColumns }
      layout.shape = .positional
      layout.columns = (0..<longestArray).map { Column(String($0 + 1)) }
      return
    }
    if objects == 0 {
      layout.columns = [Column(Array("value".utf8), path: [])]
      return
    }
    layout.shape = .keyed
    // Rows need a column to be seen.
    lacksKeys = walk.keys.columnNodes.isEmpty && arrays + scalars == 0
    if arrays + scalars > 0 || lacksKeys { _ = try walk.looseColumn() }
    layout.keys = walk.keys
    layout.columns = walk.keys.columns
    hasEmptyKey = layout.columns.contains { $0.path == [[]] }
  }

  /// Says what the table does not tell apart. What only the target may not hold, such as objects in objects,
  /// columns and cells themselves say.
  func note(in context: ConversionContext) {
    if hasRepeatedKeys {
      context.note("repeated keys", .changed, why: "the second of a name is a column name_2")
    }
    if hasEmptyKey {
      context.note("empty key", .changed, why: "its column has a number for a name")
    }
    if lacksKeys {
      context.note(
        "objects without keys", .changed, why: "they are rows without a value in the one column")
    }
    if layout.shape == .keyed, empties > 0 {
      context.note(
        "rows without keys", .changed,
        why: "\(empties) of \(rowCount) are null, and have no value in any column")
    }
  }
}
