import ConverterCore
import TreeModel

/// Where tokens go: into the tree, and into a record where an alias or a merge key may want them again.
extension YAMLTokens {
  func emit(_ kind: Token.Kind, _ text: Span<UInt8>, _ batch: TokenBatch) {
    if level == 0 { batch.append(kind, text) }
    if level > 0 || recording > 0 { record.append(kind, text) }
  }

  /// The record of what stands within as many merge keys as the values under way.
  var record: TokenBatch { records[YAMLRecords.index(ofLevel: level)] }

  func span(from start: Int) -> YAMLRecords.Span {
    YAMLRecords.Span(
      record: YAMLRecords.index(ofLevel: level), tokens: start..<record.tokens.count)
  }

  func checkRecord() throws(ConversionError) {
    try records.check(YAMLRecords.index(ofLevel: level), within: context.limits)
  }

  func emitScalar(_ event: YAMLEvent, _ batch: TokenBatch) throws(ConversionError) {
    if level == 0, recording == 0, event.anchor == nil {
      try context.limits.checkToken(batch.bytes.count + 6 * event.text.count)
      return appendScalar(event, to: batch)
    }
    let record = record
    let start = record.tokens.count
    appendScalar(event, to: record)
    try checkRecord()
    let token = record.tokens[start]
    if level == 0 { batch.append(token.kind, record.text(of: token)) }
  }

  func appendScalar(_ event: YAMLEvent, to batch: TokenBatch) {
    let scratch = scratch
    switch notes.resolve(event) {
    case .null: batch.append(.null)
    case .true: batch.append(.true)
    case .false: batch.append(.false)
    case .number(nil): batch.append(.number, event.text)
    case .number(let digits?): batch.append(.number, digits)
    case .string, .unclear:
      scratch.removeAll()
      TreeText.encode(event.text, into: scratch)
      batch.append(.string, scratch.span)
    }
  }

  func tokens(
    of event: YAMLEvent
  ) throws(ConversionError) -> YAMLRecords.Span {
    notes.alias()
    let name = event.anchor ?? []
    let shown = String(decoding: name, as: UTF8.self).printable
    guard let anchor = anchors[name] else {
      throw error("nothing is named by &\(shown) before", event)
    }
    guard let span = anchor.tokens else {
      throw error("*\(shown) stands for a value that it is part of", event, .unsupportedContent)
    }
    return span
  }
}
