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
  var pending: [Step] = []
  var anchors: [[UInt8]: Anchor] = [:]
  let records = YAMLRecords()
  /// How many values under way have anchors, outside of merge keys.
  var recording = 0
  /// How many merge keys the values under way belong to. Only at 0 they come into the tree.
  var level = 0
  var expansion: Expansion
  var keys = KeyStack()
  var notes: YAMLNotes
  let scratch = ByteBuffer(capacity: 1 << 12)

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

  struct Anchor {
    /// `nil` while the value is under way.
    var tokens: YAMLRecords.Span?
  }

  enum Step {
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
        try takeNext(batch)
      }
    }
    return !batch.tokens.isEmpty
  }

  private func takeNext(_ batch: TokenBatch) throws(ConversionError) {
    let parser = parser
    let event = try parser.next()
    // A tag may begin with what a directive says, and be far longer than it looks.
    if let tag = event.tag { try expansion.add(tag.count) }
    try notes.lookForComments(before: event)
    try take(event, batch)
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

  func error(
    _ message: String, _ event: YAMLEvent?, _ code: ConversionError.Code = .damagedInput
  ) -> ConversionError {
    guard let event else { return ConversionError(code, message) }
    return .yaml(message, code, character: event.start, in: input)
  }
}
