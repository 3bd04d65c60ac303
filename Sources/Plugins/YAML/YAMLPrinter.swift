import ConverterCore
import TreeModel

/// Prints tokens as YAML.
///
/// A container is printed when its first element comes, for an empty one looks different. Deeper than
/// ``deepest`` levels values stand in one line, as JSON: the blanks before them would be more than they are.
final class YAMLPrinter {
  let out = ByteBuffer(capacity: 1 << 18)
  private(set) var hasReplaced = false

  private struct Frame {
    let isObject: Bool
    /// Blanks before its elements.
    let column: Int
    var isEmpty = true
    /// Whether the first element goes on in the line that the container began in.
    let isCompact: Bool
  }

  private static let deepest = 64

  private let indent: Int
  /// Whether each value begins with a mark, as several in one file must.
  private let hasMarks: Bool
  private var frames: [Frame] = []
  /// Levels of values in one line, `true` for objects.
  private var flow: [Bool] = []
  /// The most levels that were open at once.
  private(set) var deepestLevel = 0
  private var needsComma = false
  /// Whether something stands in the line that a value must be kept apart from.
  private var needsBlank = false
  private let text = ByteBuffer(capacity: 1 << 12)

  init(indent: Int, hasMarks: Bool) {
    self.indent = indent
    self.hasMarks = hasMarks
  }

  func add(_ token: Token, _ lexical: Span<UInt8>) {
    if !flow.isEmpty { return addInLine(token, lexical) }
    switch token.kind {
    case .key:
      beginElement()
      addKey(lexical, then: ":")
      needsBlank = true
    case .beginObject, .beginArray:
      let isArrayElement = beginValue()
      if frames.count >= Self.deepest {
        separate()
        return addInLine(token, lexical)
      }
      let parent = frames.last
      let column =
        parent.map { $0.column + (isArrayElement ? 2 : indent) } ?? 0
      frames.append(
        Frame(
          isObject: token.kind == .beginObject, column: column, isCompact: isArrayElement))
    case .endObject, .endArray:
      guard let frame = frames.popLast(), frame.isEmpty else { return }
      separate()
      out.append(frame.isObject ? "{}\n" : "[]\n")
    case .string:
      _ = beginValue()
      let text = text
      text.removeAll()
      if !TreeText.decode(lexical, into: text) { hasReplaced = true }
      separate()
      addString(text.span)
    case .number, .true, .false, .null:
      _ = beginValue()
      separate()
      addPlain(token, lexical)
      out.append(UInt8(ascii: "\n"))
    }
  }

  /// - Returns: whether the value is an element of an array.
  private func beginValue() -> Bool {
    guard let frame = frames.last else {
      if hasMarks {
        out.append("---")
        needsBlank = true
      }
      return false
    }
    guard !frame.isObject else { return false }
    beginElement()
    out.append(UInt8(ascii: "-"))
    needsBlank = true
    return true
  }

  /// Goes to where an element of the innermost container begins.
  private func beginElement() {
    guard let last = frames.indices.last else { return }
    let isFirst = frames[last].isEmpty
    frames[last].isEmpty = false
    if isFirst, frames[last].isCompact {
      separate()
      return
    }
    if isFirst, needsBlank { out.append(UInt8(ascii: "\n")) }
    needsBlank = false
    addBlanks(frames[last].column)
  }

  private func separate() {
    if needsBlank { out.append(UInt8(ascii: " ")) }
    needsBlank = false
  }

  private func addBlanks(_ count: Int) {
    for _ in 0..<count { out.append(UInt8(ascii: " ")) }
  }

  private func addKey(_ lexical: Span<UInt8>, then colon: StaticString) {
    let text = text
    text.removeAll()
    if !TreeText.decode(lexical, into: text) { hasReplaced = true }
    let key = text.span
    // A key of more than 1024 characters must be announced.
    let isLong = key.count > 240
    if isLong { out.append("? ") }
    if flow.isEmpty, YAMLStyle(of: key) == .plain {
      out.append(key)
    } else {
      YAMLStyle.appendQuoted(key, to: out)
    }
    guard isLong, flow.isEmpty else { return out.append(colon) }
    out.append(UInt8(ascii: "\n"))
    addBlanks(frames.last?.column ?? 0)
    out.append(colon)
  }

  private func addString(_ text: Span<UInt8>) {
    switch YAMLStyle(of: text) {
    case .plain: out.append(text)
    case .single: YAMLStyle.appendSingle(text, to: out)
    case .double: YAMLStyle.appendQuoted(text, to: out)
    case .literal: return addLiteral(text)
    }
    out.append(UInt8(ascii: "\n"))
  }

  /// A block of lines as they are, indented.
  private func addLiteral(_ text: Span<UInt8>) {
    let newline = UInt8(ascii: "\n")
    let endsInLine = text.last != newline
    let endsInSeveral = text.count > 1 && text.extracting(last: 2).allSatisfy { $0 == newline }
    out.append(endsInLine ? "|-\n" : endsInSeveral ? "|+\n" : "|\n")
    let column = (frames.last?.column ?? 0) + indent
    var rest = text
    while !rest.isEmpty {
      let line = rest.prefix { $0 != newline }
      if !line.isEmpty {
        addBlanks(column)
        out.append(line)
      }
      out.append(newline)
      rest = rest.dropFirst(line.count + 1)
    }
  }

  private func addPlain(_ token: Token, _ lexical: Span<UInt8>) {
    switch token.kind {
    case .true: out.append("true")
    case .false: out.append("false")
    case .null: out.append("null")
    default: out.append(lexical)
    }
  }

  // MARK: In one line

  private func addInLine(_ token: Token, _ lexical: Span<UInt8>) {
    let isEnd = token.kind == .endObject || token.kind == .endArray
    if needsComma, !isEnd { out.append(", ") }
    needsComma = true
    switch token.kind {
    case .beginObject, .beginArray:
      flow.append(token.kind == .beginObject)
      deepestLevel = max(deepestLevel, frames.count + flow.count)
      out.append(UInt8(ascii: token.kind == .beginObject ? "{" : "["))
      needsComma = false
    case .endObject, .endArray:
      flow.removeLast()
      out.append(UInt8(ascii: token.kind == .endObject ? "}" : "]"))
      if flow.isEmpty {
        out.append(UInt8(ascii: "\n"))
        needsComma = false
      }
    case .key:
      addKey(lexical, then: ": ")
      needsComma = false
    case .string:
      let text = text
      text.removeAll()
      if !TreeText.decode(lexical, into: text) { hasReplaced = true }
      YAMLStyle.appendQuoted(text.span, to: out)
    default: addPlain(token, lexical)
    }
  }
}
