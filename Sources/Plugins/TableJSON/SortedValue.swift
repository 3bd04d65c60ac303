import ConverterCore
import TreeModel

/// Sorts the keys of the objects in a value of JSON.
struct SortedValue: Sendable {
  private let context: ConversionContext

  var limits: Limits { context.limits }

  init(_ context: ConversionContext) { self.context = context }

  /// - Returns: the value without blanks; itself where it has no keys or is no JSON.
  /// - Throws: `limitExceeded` where it does not fit into memory.
  func sorted(_ value: Span<UInt8>) throws(ConversionError) -> ByteBuffer {
    let text = ByteBuffer(capacity: value.count + 64)
    do throws(ConversionError) {
      if value.contains(UInt8(ascii: "{")) {
        try print(value, to: text)
        return text
      }
    } catch  where error.code == .damagedInput {
      text.removeAll()
    }
    text.append(value)
    return text
  }

  private func print(
    _ value: Span<UInt8>, to text: ByteBuffer
  ) throws(ConversionError) {
    let lexer = JSONLexer(InputFile(bytes: value.array), isSequence: false, in: context)
    let tokens = SortedTokens(lexer, within: context.limits)
    var printer = TreePrinter(.compact)
    let batch = TokenBatch()
    while try tokens.next(batch) { try printer.print(batch, to: text) }
    // A value of its own would end with its line.
    if text.span.last == 0x0A { text.count -= 1 }
  }
}
