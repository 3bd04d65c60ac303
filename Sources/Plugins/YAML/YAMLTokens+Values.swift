import ConverterCore
import TreeModel

/// Scalars, sequences and mappings, as they begin and end.
extension YAMLTokens {
  func takeValue(_ event: YAMLEvent, _ batch: TokenBatch) throws(ConversionError) {
    let isMerge = frames.last?.expectsMerge ?? false
    if let last = frames.indices.last {
      frames[last].expectsKey = true
      frames[last].expectsMerge = false
    }
    switch event.kind {
    case .alias:
      let span = try tokens(of: event)
      if isMerge {
        try merge(span, event)
      } else {
        pending.append(.replay(span))
      }
    case .sequenceStart, .mappingStart:
      guard frames.count < Self.mostLevels else {
        throw error(
          "values are nested deeper than \(Self.mostLevels) levels, which is the most that fairy reads of "
            + "YAML; no --limit allows more", event, .limitExceeded
        ).limited(by: .init(fixed: "levels", allowed: Self.mostLevels))
      }
      notes.collectionTag(event)
      begin(event, isMergeValue: isMerge, batch)
    default:
      guard !isMerge else { throw noMapping(event) }
      let start = record.tokens.count
      try emitScalar(event, batch)
      if let anchor = event.anchor { anchors[anchor] = Anchor(tokens: span(from: start)) }
    }
  }

  private func begin(_ event: YAMLEvent, isMergeValue: Bool, _ batch: TokenBatch) {
    let isMapping = event.kind == .mappingStart
    var frame = Frame(isMapping: isMapping)
    frame.anchor = event.anchor
    frame.isMergeValue = isMergeValue
    frame.keysStart = keys.count
    if isMergeValue { level += 1 }
    if event.anchor != nil || isMergeValue {
      frame.recordStart = record.tokens.count
      if level == 0 { recording += 1 }
    }
    if let anchor = event.anchor { anchors[anchor] = Anchor(tokens: nil) }
    frames.append(frame)
    emit(isMapping ? .beginObject : .beginArray, Span(), batch)
  }

  func end(
    _ event: YAMLEvent, _ kind: Token.Kind, _ batch: TokenBatch
  ) throws(ConversionError) {
    guard let frame = frames.popLast() else { throw error("nothing is open to be closed", event) }
    pending.append(.close(frame))
    guard frame.isMapping else { return }
    let members = mergedMembers(of: frame)
    keys.truncate(to: frame.keysStart)
    // The last is done first.
    pending += members.reversed().map { .replay($0) }
  }

  func perform(_ step: Step, _ batch: TokenBatch) throws(ConversionError) {
    switch step {
    case .replay(let span):
      let source = records[span.record]
      let end = min(span.tokens.upperBound, span.tokens.lowerBound + 4096)
      for index in span.tokens.lowerBound..<end {
        let token = source.tokens[index]
        try expansion.add(token.count + 1)
        // The source may be what it is appended to, and move when it grows.
        record.bytes.makeRoom(for: token.count)
        emit(token.kind, source.text(of: token), batch)
      }
      if end < span.tokens.upperBound {
        pending.append(
          .replay(YAMLRecords.Span(record: span.record, tokens: end..<span.tokens.upperBound)))
      }
      try checkRecord()
    case .close(let frame):
      emit(frame.isMapping ? .endObject : .endArray, Span(), batch)
      guard frame.recordStart >= 0 else { return }
      if level == 0 { recording -= 1 }
      let span = span(from: frame.recordStart)
      if let anchor = frame.anchor { anchors[anchor] = Anchor(tokens: span) }
      if frame.isMergeValue {
        level -= 1
        try merge(span, nil)
      }
    }
  }
}
