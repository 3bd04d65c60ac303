import ConverterCore
import TreeModel

extension YAMLTokens {
  func takeKey(_ event: YAMLEvent, _ batch: TokenBatch) throws(ConversionError) {
    let scratch = scratch
    scratch.removeAll()
    switch event.kind {
    case .scalar:
      TreeText.encode(event.text, into: scratch)
      if event.isPlain, event.tag == nil, isMergeKey(event.text), let last = frames.indices.last {
        frames[last].expectsKey = false
        frames[last].expectsMerge = true
        notes.alias()
        return
      }
      notes.key(event)
      if let anchor = event.anchor {
        let record = records[YAMLRecords.keys]
        let start = record.tokens.count
        appendScalar(event, to: record)
        anchors[anchor] = Anchor(
          tokens: YAMLRecords.Span(record: YAMLRecords.keys, tokens: start..<start + 1))
        try records.check(YAMLRecords.keys, within: context.limits)
        scratch.removeAll()
        TreeText.encode(event.text, into: scratch)
      }
    case .alias:
      let span = try tokens(of: event)
      let source = records[span.record]
      guard span.tokens.count == 1, let token = source.tokens[span.tokens].first else {
        throw complexKey(event)
      }
      try expansion.add(token.count + 1)
      switch token.kind {
      case .true: scratch.append("true")
      case .false: scratch.append("false")
      case .null: scratch.append("null")
      default: scratch.append(source.text(of: token))
      }
      if token.kind != .string { notes.keyIsNoText() }
    default: throw complexKey(event)
    }
    if let last = frames.indices.last { frames[last].expectsKey = false }
    keys.push(scratch.span)
    emit(.key, scratch.span, batch)
  }

  private func isMergeKey(_ text: Span<UInt8>) -> Bool {
    text.equals("<<")
  }

  private func complexKey(_ event: YAMLEvent) -> ConversionError {
    error("a key that is a list or a mapping has no form in JSON", event, .unsupportedContent)
  }
}
