public import ConverterCore
public import TreeModel

/// Trees as compact JSON, for tests of formats that are not JSON.
public enum TreeJSON {
  /// A tree whose tokens come a few at a time, so that batches end anywhere.
  public static func tree(_ json: String, isSequence: Bool = false, batch: Int = 3) -> Tree {
    tree(Array(json.utf8), isSequence: isSequence, batch: batch)
  }

  public static func tree(_ json: [UInt8], isSequence: Bool = false, batch: Int = 3) -> Tree {
    Tree(isSequence: isSequence, content: Content(json: json, batch: batch))
  }

  /// The values of a tree, one a line, without blanks.
  public static func lines(of tree: Tree, in context: ConversionContext) throws -> [String] {
    let source = try tree.content.tokens(in: context)
    let batch = TokenBatch()
    var lines: [String] = []
    var line = ByteBuffer()
    var depth = 0
    var needsComma = false
    while try source.next(batch) {
      for token in batch.tokens {
        let isEnd = token.kind == .endObject || token.kind == .endArray
        if needsComma, !isEnd { line.append(UInt8(ascii: ",")) }
        needsComma = true
        switch token.kind {
        case .beginObject, .beginArray:
          depth += 1
          needsComma = false
          line.append(UInt8(ascii: token.kind == .beginObject ? "{" : "["))
        case .endObject, .endArray:
          depth -= 1
          line.append(UInt8(ascii: token.kind == .endObject ? "}" : "]"))
        case .key, .string:
          line.append(UInt8(ascii: "\""))
          line.append(batch.text(of: token))
          line.append(UInt8(ascii: "\""))
          if token.kind == .key {
            line.append(UInt8(ascii: ":"))
            needsComma = false
          }
        case .number: line.append(batch.text(of: token))
        case .true: line.append("true")
        case .false: line.append("false")
        case .null: line.append("null")
        }
        if depth == 0 {
          lines.append(String(decoding: line.bytes, as: UTF8.self))
          line = ByteBuffer()
          needsComma = false
        }
      }
    }
    return lines
  }

  private struct Content: TreeContent {
    let json: [UInt8]
    let batch: Int

    var byteCount: Int { json.count }

    func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
      Source(json: json, batch: batch)
    }
  }

  /// Splits JSON that is known to be good.
  private final class Source: TokenSource {
    private let json: [UInt8]
    private let batch: Int
    private var at = 0
    /// Whether each container under way is an object, and whether its next text is a key.
    private var open: [(isObject: Bool, expectsKey: Bool)] = []

    init(json: [UInt8], batch: Int) {
      self.json = json
      self.batch = batch
    }

    func next(_ tokens: TokenBatch) throws(ConversionError) -> Bool {
      tokens.removeAll()
      while at < json.count, tokens.tokens.count < batch {
        let byte = json[at]
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          let isObject = byte == UInt8(ascii: "{")
          tokens.append(isObject ? .beginObject : .beginArray)
          open.append((isObject, isObject))
          at += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          tokens.append(byte == UInt8(ascii: "}") ? .endObject : .endArray)
          open.removeLast()
          at += 1
        case UInt8(ascii: ","):
          if let last = open.indices.last { open[last].expectsKey = open[last].isObject }
          at += 1
        case UInt8(ascii: "\""):
          let start = at + 1
          at = start
          while json[at] != UInt8(ascii: "\"") { at += json[at] == UInt8(ascii: "\\") ? 2 : 1 }
          let isKey = open.last?.expectsKey ?? false
          if let last = open.indices.last { open[last].expectsKey = false }
          tokens.append(isKey ? .key : .string, Array(json[start..<at]))
          at += 1
        case UInt8(ascii: "t"):
          tokens.append(.true)
          at += 4
        case UInt8(ascii: "f"):
          tokens.append(.false)
          at += 5
        case UInt8(ascii: "n"):
          tokens.append(.null)
          at += 4
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          let start = at
          while at < json.count, !Array(",]} \n\r\t".utf8).contains(json[at]) { at += 1 }
          tokens.append(.number, Array(json[start..<at]))
        default: at += 1
        }
      }
      return !tokens.tokens.isEmpty
    }
  }
}
