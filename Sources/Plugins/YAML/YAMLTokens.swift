import ConverterCore
import TreeModel

/// Turns the events of the parser into tokens.
///
/// An alias becomes the tokens of what it stands for again. They are kept from where a value has an anchor to
/// the end of the document; how much may come of them is limited, for nine lines can stand for a billion words.
final class YAMLTokens: TokenSource {
  private let parser: YAMLParserHandle
  private let input: InputFile
  private let isSequence: Bool
  let context: ConversionContext
  /// LibYAML needs time for each token that grows with the depth at which it stands.
  static let mostLevels = 1000

  private var documents = 0
  private var isOver = false

  /// Sequences and mappings under way.
  var frames: [Frame] = []
  /// What is left to do before the next event.
  private var pending: [Step] = []
  private var anchors: [[UInt8]: Anchor] = [:]
  let records = YAMLRecords()
  /// How many values under way have anchors, outside of merge keys.
  private var recording = 0
  /// How many merge keys the values under way belong to. Only at 0 they come into the tree.
  private var level = 0
  var expansion: Expansion
  var keys = KeyStack()
  private var notes: YAMLNotes
  private let scratch = ByteBuffer(capacity: 1 << 12)

  struct Frame {
    let isMapping: Bool
    var anchor: [UInt8]?
    /// Where its tokens begin in the record.
    var recordStart = -1
    var isMergeValue = false
    /// In a mapping: whether a key comes next.
    var expectsKey = true
    /// Whether the value that comes next belongs to `<<`.
    var expectsMerge = false
    /// What its merge keys name.
    var merges: [YAMLRecords.Span] = []
    /// Its keys, as a range that begins here.
    var keysStart = 0
  }

  private struct Anchor {
    /// `nil` while the value is under way.
    var tokens: YAMLRecords.Span?
  }

  private enum Step {
    case replay(YAMLRecords.Span)
    case close(Frame)
  }

  init(
    _ input: InputFile, isSequence: Bool, in context: ConversionContext
  ) throws(ConversionError) {
    self.input = input
    self.isSequence = isSequence
    self.context = context
    parser = try YAMLParserHandle(input)
    expansion = Expansion(
      "writing out what aliases and tags stand for", limits: context.limits,
      fileSize: input.byteCount)
    notes = YAMLNotes(input, context)
  }

  func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    var steps = 0
    while batch.bytes.count < 1 << 16, batch.tokens.count < 1 << 13, !isOver || !pending.isEmpty {
      steps += 1
      if steps & 0xFFF == 0 { try context.checkpoint() }
      if let step = pending.popLast() {
        try perform(step, batch)
      } else {
        try take(try nextEvent(), batch)
      }
    }
    return !batch.tokens.isEmpty
  }

  private func nextEvent() throws(ConversionError) -> YAMLEvent {
    switch try parser.next() {
    case .success(let event):
      // A tag may begin with what a directive says, and be far longer than it looks.
      if let tag = event.tag { try expansion.add(tag.count) }
      try notes.lookForComments(before: event)
      return event
    case .failure(let problem): throw problem.error(in: input)
    }
  }

  private func take(_ event: YAMLEvent, _ batch: TokenBatch) throws(ConversionError) {
    switch event.kind {
    case .nothing, .documentEnd: return
    case .documentStart:
      documents += 1
      anchors.removeAll()
      records.removeAll()
      guard documents == 1 || isSequence else {
        throw error("a second document begins where the marks show one alone", event)
      }
    case .streamEnd:
      isOver = true
      if documents == 0, !isSequence {
        context.warn("there is no document in the file; it is read as null")
        batch.append(.null)
      }
    case .mappingEnd:
      keys.check(from: frames.last?.keysStart ?? 0, notes: &notes)
      try notes.failOnRepetition(event)
      try end(event, .endObject, batch)
    case .sequenceEnd: try end(event, .endArray, batch)
    case .scalar, .alias, .sequenceStart, .mappingStart:
      if let frame = frames.last, frame.isMapping, frame.expectsKey {
        try takeKey(event, batch)
      } else {
        try takeValue(event, batch)
      }
    }
  }

  // MARK: Values

  private func takeValue(_ event: YAMLEvent, _ batch: TokenBatch) throws(ConversionError) {
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
            + "YAML; no --limit allows more", event, .limitExceeded)
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
    emit(isMapping ? .beginObject : .beginArray, Self.nothing, batch)
  }

  private func end(
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

  private func perform(_ step: Step, _ batch: TokenBatch) throws(ConversionError) {
    switch step {
    case .replay(let span):
      let source = records[span.record]
      let end = min(span.tokens.upperBound, span.tokens.lowerBound + 4096)
      for index in span.tokens.lowerBound..<end {
        let token = source.tokens[index]
        try expansion.add(token.count + 1)
        // The source may be what it is appended to, and move when it grows.
        _ = record.bytes.reserve(token.count)
        emit(token.kind, source.text(of: token), batch)
      }
      if end < span.tokens.upperBound {
        pending.append(
          .replay(YAMLRecords.Span(record: span.record, tokens: end..<span.tokens.upperBound)))
      }
      try checkRecord()
    case .close(let frame):
      emit(frame.isMapping ? .endObject : .endArray, Self.nothing, batch)
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

  // MARK: Keys

  private func takeKey(_ event: YAMLEvent, _ batch: TokenBatch) throws(ConversionError) {
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
    keys.push(scratch.bytes)
    emit(.key, scratch.bytes, batch)
  }

  private func isMergeKey(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count == 2 && text[0] == UInt8(ascii: "<") && text[1] == UInt8(ascii: "<")
  }

  private func complexKey(_ event: YAMLEvent) -> ConversionError {
    error("a key that is a list or a mapping has no form in JSON", event, .unsupportedContent)
  }

  // MARK: Tokens

  private static var nothing: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: nil, count: 0)
  }

  private func emit(_ kind: Token.Kind, _ text: UnsafeRawBufferPointer, _ batch: TokenBatch) {
    if level == 0 { batch.append(kind, text) }
    if level > 0 || recording > 0 { record.append(kind, text) }
  }

  /// The record of what stands within as many merge keys as the values under way.
  private var record: TokenBatch { records[YAMLRecords.index(ofLevel: level)] }

  private func span(from start: Int) -> YAMLRecords.Span {
    YAMLRecords.Span(
      record: YAMLRecords.index(ofLevel: level), tokens: start..<record.tokens.count)
  }

  private func checkRecord() throws(ConversionError) {
    try records.check(YAMLRecords.index(ofLevel: level), within: context.limits)
  }

  private func emitScalar(_ event: YAMLEvent, _ batch: TokenBatch) throws(ConversionError) {
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

  private func appendScalar(_ event: YAMLEvent, to batch: TokenBatch) {
    switch notes.resolve(event) {
    case .null: batch.append(.null)
    case .true: batch.append(.true)
    case .false: batch.append(.false)
    case .number(nil): batch.append(.number, event.text)
    case .number(let digits?): batch.append(.number, digits)
    case .string, .unclear:
      scratch.removeAll()
      TreeText.encode(event.text, into: scratch)
      batch.append(.string, scratch.bytes)
    }
  }

  private func tokens(
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

  func error(
    _ message: String, _ event: YAMLEvent?, _ code: ConversionError.Code = .damagedInput
  ) -> ConversionError {
    guard let event else { return ConversionError(code, message) }
    return .yaml(message, code, character: event.start, in: input)
  }
}
