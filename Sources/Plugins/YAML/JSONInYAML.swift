import ConverterCore
import TreeModel

/// A file of YAML that is JSON from the first byte to the last, as that of many programs is.
///
/// It means the same, and is read as JSON: faster, as deep as it goes, with halves of surrogate pairs and keys of
/// any length, which LibYAML refuses.
struct JSONInYAML: JSONTextContent {
  let input: InputFile

  var byteCount: Int { input.byteCount }
  var text: InputFile? { input }

  func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
    JSONLexer(input, isSequence: false, in: context)
  }

  static func isJSON(
    _ input: InputFile, _ context: ConversionContext
  ) throws(ConversionError) -> Bool {
    let head = try input.read(at: 0, count: 4096)
    let first = head.first { $0 > 0x20 }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    // What it warns of is said when it is read.
    let trial = ConversionContext(
      registry: context.registry, limits: context.limits, reading: context.reading)
    let lexer = JSONLexer(input, isSequence: false, in: trial)
    let batch = TokenBatch()
    do throws(ConversionError) {
      while try lexer.next(batch) { try context.checkpoint() }
    } catch {
      guard error.code == .damagedInput else { throw error }
      return false
    }
    // JSON leaves open what YAML forbids.
    return lexer.oddities.keys.count == 0 && !lexer.oddities.hasMark
  }
}
