import ConverterCore
import TreeModel

/// Tokens that are kept until their document ends, since an alias or a merge key may need them again.
///
/// There are several records, for what is withheld from the tree must not stand in the midst of what is not:
/// of scalars that are keys; of values with anchors; and for each level of merge keys within merge keys, of
/// what they name where they stand.
final class YAMLRecords {
  /// Some tokens of a record.
  struct Span {
    let record: Int
    let tokens: Range<Int>
  }

  /// The record of keys.
  static let keys = 0

  private var batches = [TokenBatch(), TokenBatch()]

  /// The record of what stands within so many merge keys.
  static func index(ofLevel level: Int) -> Int { level + 1 }

  subscript(_ index: Int) -> TokenBatch {
    while index >= batches.count { batches.append(TokenBatch()) }
    return batches[index]
  }

  func removeAll() {
    for batch in batches { batch.removeAll() }
  }

  func kind(of span: Span) -> Token.Kind? { batches[span.record].tokens[span.tokens].first?.kind }

  /// - Throws: `limitExceeded` where they need too much memory, or more than tokens can say.
  func check(_ index: Int, within limits: Limits) throws(ConversionError) {
    let batch = batches[index]
    let size = batch.bytes.count + batch.tokens.count * MemoryLayout<Token>.stride
    try limits.check(.memory, size, for: "keeping the values with anchors")
    guard batch.bytes.count <= Int(UInt32.max) else {
      throw ConversionError.exceeding(
        .init(fixed: "anchors", needed: batch.bytes.count, allowed: Int(UInt32.max)),
        "has values with anchors of more than 4 GiB")
    }
  }

  /// What is in a container: keys count as values of their own.
  func elements(of container: Span) -> [Span] {
    let tokens = batches[container.record].tokens
    var result: [Span] = []
    var (start, depth) = (container.tokens.lowerBound + 1, 0)
    for index in container.tokens.dropFirst().dropLast() {
      switch tokens[index].kind {
      case .beginObject, .beginArray: depth += 1
      case .endObject, .endArray: depth -= 1
      default: break
      }
      guard depth == 0 else { continue }
      result.append(Span(record: container.record, tokens: start..<index + 1))
      start = index + 1
    }
    return result
  }
}
