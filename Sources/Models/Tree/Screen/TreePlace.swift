/// A line of the text as it would be printed prettily: the offset that it begins at, and all that is around.
struct TreePlace {
  enum Kind: UInt8, Sendable {
    /// A value, behind its key if it has one: a text, a number, a container that opens.
    case value
    /// The closing bracket of a container.
    case close
    /// Behind the last value.
    case end
    /// Where the text breaks the rules.
    case damage
  }

  /// A container that is open.
  struct Frame: Sendable {
    /// Where its opening bracket stands.
    let start: Int
    /// Where the line of the bracket begins: at its key, if it has one.
    let line: Int
    /// Which member of the container around it is, from 0.
    let index: Int
    let isObject: Bool
  }

  /// Where the first byte of the line stands.
  var offset: Int
  var kind = Kind.value
  /// Which member of the innermost container the line is, from 0; of a closing bracket, the last one.
  var index = 0
  /// The containers around, from the outermost; of a closing bracket its own is the last.
  var stack: [Frame] = []

  /// How far the line is indented.
  var depth: Int { kind == .close ? stack.count - 1 : stack.count }

  var isInObject: Bool { stack.last?.isObject ?? false }

  /// The line in which the container at `level` of the stack opens.
  func opening(of level: Int) -> TreePlace {
    let frame = stack[level]
    return TreePlace(
      offset: frame.line, kind: .value, index: frame.index, stack: Array(stack[..<level]))
  }
}
