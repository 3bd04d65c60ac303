import TreeModel

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

  /// What a move from a line changes, so that it can be taken back without a copy of all the containers.
  struct Mark {
    let offset: Int
    let kind: Kind
    let index: Int
    let depth: Int
    /// The innermost container, the only one that a move can leave.
    let innermost: Frame?
  }

  var mark: Mark {
    Mark(offset: offset, kind: kind, index: index, depth: stack.count, innermost: stack.last)
  }

  /// Goes back to the line before the last move.
  mutating func goBack(to mark: Mark) {
    (offset, kind, index) = (mark.offset, mark.kind, mark.index)
    if stack.count > mark.depth {
      stack.removeLast(stack.count - mark.depth)
    } else if stack.count < mark.depth, let innermost = mark.innermost {
      stack.append(innermost)
    }
  }

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
