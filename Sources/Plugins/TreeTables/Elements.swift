import ConverterCore
import TableModel
import TreeModel

/// What rows are made of, one after the other: the values of a sequence, the elements of an array, or a
/// value by itself.
final class Elements {
  let cursor: TokenCursor
  private let isSequence: Bool
  private var hasBegun = false
  /// Whether the elements are those of one array.
  private var isArray = false

  init(
    _ content: any TreeContent, isSequence: Bool, in context: ConversionContext
  ) throws(ConversionError) {
    cursor = try TokenCursor(content, in: context)
    self.isSequence = isSequence
  }

  /// - Returns: the first token of the next element, `nil` at the end.
  func next() throws(ConversionError) -> Token? {
    guard let token = try cursor.next() else { return nil }
    if !hasBegun {
      hasBegun = true
      if !isSequence, token.kind == .beginArray {
        isArray = true
        return try next()
      }
    }
    if isArray, token.kind == .endArray {
      // Nothing comes behind the one array; the source says so, and finds what is wrong there.
      _ = try cursor.next()
      return nil
    }
    return token
  }

  /// Goes to the end of the value that `first` begins.
  func skip(_ first: Token) throws(ConversionError) {
    var depth = 0
    var token = first
    while true {
      switch token.kind {
      case .beginObject, .beginArray: depth += 1
      case .endObject, .endArray: depth -= 1
      default: break
      }
      guard depth > 0, let next = try cursor.next() else { return }
      token = next
    }
  }

  /// Appends the value that `first` begins as JSON without blanks.
  ///
  /// - Throws: `limitExceeded` where no cell can hold it.
  func appendJSON(_ first: Token, to buffer: ByteBuffer) throws(ConversionError) {
    let (start, cursor) = (buffer.count, cursor)
    var depth = 0
    var needsComma = false
    var token = first
    while true {
      let isEnd = token.kind == .endObject || token.kind == .endArray
      if needsComma, !isEnd { buffer.append(UInt8(ascii: ",")) }
      needsComma = true
      switch token.kind {
      case .beginObject, .beginArray:
        buffer.append(UInt8(ascii: token.kind == .beginObject ? "{" : "["))
        depth += 1
        needsComma = false
      case .endObject, .endArray:
        buffer.append(UInt8(ascii: token.kind == .endObject ? "}" : "]"))
        depth -= 1
      case .key:
        appendQuoted(token, to: buffer)
        buffer.append(UInt8(ascii: ":"))
        needsComma = false
      case .string: appendQuoted(token, to: buffer)
      case .number: buffer.append(cursor.text(of: token))
      case .true: buffer.append("true")
      case .false: buffer.append("false")
      case .null: buffer.append("null")
      }
      guard buffer.count - start <= Cell.mostBytes else { throw .cellTooLarge }
      guard depth > 0, let next = try cursor.next() else { return }
      token = next
    }
  }

  private func appendQuoted(_ token: Token, to buffer: ByteBuffer) {
    let cursor = cursor
    buffer.append(UInt8(ascii: "\""))
    buffer.append(cursor.text(of: token))
    buffer.append(UInt8(ascii: "\""))
  }
}

extension ConversionError {
  static var cellTooLarge: ConversionError {
    ConversionError.exceeding(
      .init(fixed: "cell", allowed: Cell.mostBytes),
      "has a value of more than \(Cell.mostBytes) bytes, which no cell of a table can hold; "
        + "as a tree (--as tree, --to json) it can be read")
  }

  static var tooManyColumns: ConversionError {
    ConversionError.exceeding(
      .init(fixed: "columns", allowed: KeyTree.mostColumns),
      "has more than \(KeyTree.mostColumns) different keys, too many to be the columns of a table; "
        + "as a tree (--as tree, --to json) it can be read")
  }
}
