import ConverterCore
import TreeModel

/// Goes over a document that is whole in memory.
final class TOMLTokens: TokenSource {
  private let document: TOMLDocument
  private var node = TOMLDocument.root
  /// Whether the children of ``node`` are behind us.
  private var isLeaving = false
  private var isOver = false

  init(_ document: TOMLDocument) {
    self.document = document
  }

  func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    while !isOver, batch.tokens.count < 1 << 13, batch.bytes.count < 1 << 16 { step(batch) }
    return !batch.tokens.isEmpty
  }

  private func step(_ batch: TokenBatch) {
    let current = document.nodes[node]
    if !isLeaving {
      if current.isMember { add(.key, current.key, to: batch) }
      let (begin, end) = brackets(of: current.kind)
      if let begin, let end {
        batch.append(begin)
        if current.firstChild >= 0 {
          node = Int(current.firstChild)
          return
        }
        batch.append(end)
      } else {
        addScalar(current, to: batch)
      }
    } else if let end = brackets(of: current.kind).end {
      batch.append(end)
    }
    isLeaving = false
    if current.next >= 0 {
      node = Int(current.next)
    } else if current.parent >= 0 {
      node = Int(current.parent)
      isLeaving = true
    } else {
      isOver = true
    }
  }

  private func brackets(of kind: TOMLDocument.Kind) -> (begin: Token.Kind?, end: Token.Kind?) {
    switch kind {
    case .implicitTable, .table, .dottedTable, .inlineTable: (.beginObject, .endObject)
    case .array, .tables: (.beginArray, .endArray)
    case .string, .number, .true, .false: (nil, nil)
    }
  }

  private func addScalar(_ node: TOMLDocument.Node, to batch: TokenBatch) {
    switch node.kind {
    case .true: batch.append(.true)
    case .false: batch.append(.false)
    case .number: add(.number, node.text, to: batch)
    default: add(.string, node.text, to: batch)
    }
  }

  private func add(_ kind: Token.Kind, _ range: Range<Int>, to batch: TokenBatch) {
    let bytes = document.bytes
    batch.append(kind, bytes.span[range])
  }
}
