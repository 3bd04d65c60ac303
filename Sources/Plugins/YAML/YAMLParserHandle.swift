internal import CLibYAML
import ConverterCore

/// LibYAML's event parser over a file. It belongs to one thread at a time.
final class YAMLParserHandle {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private var hasEvent = false
  private let feed: Feed

  /// - Throws: `missingLibrary`.
  init(_ input: InputFile) throws(ConversionError) {
    try SystemLibrary.libyaml.open()
    feed = Feed(input)
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      event.deallocate()
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is not enough memory to read YAML")
    }
    yaml_parser_set_input(
      parser, { YAMLParserHandle.read($0, $1, $2, $3) }, Unmanaged.passUnretained(feed).toOpaque())
  }

  deinit {
    if hasEvent { yaml_event_delete(event) }
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// What the parser's callback reads from; it lives as long as the parser.
  private final class Feed {
    let input: InputFile
    var offset = 0
    var failure: ConversionError?
    var directives = YAMLDirectives()

    init(_ input: InputFile) {
      self.input = input
    }
  }

  private static func read(
    _ data: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int,
    _ filled: UnsafeMutablePointer<Int>?
  ) -> Int32 {
    guard let data, let buffer, let filled else { return 0 }
    let feed = Unmanaged<Feed>.fromOpaque(data).takeUnretainedValue()
    do throws(ConversionError) {
      // The parser has room for `size` bytes there.
      let got = try feed.input.read(
        at: feed.offset, into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
      feed.offset += got
      try feed.directives.look(
        at: Span(borrowing: UnsafeRawBufferPointer(start: buffer, count: got)))
      filled.pointee = got
      return 1
    } catch {
      feed.failure = error
      return 0
    }
  }

  /// The next event; its bytes are valid until the one after it.
  ///
  /// - Throws: `readFailed`; `damagedInput` for what is no YAML.
  @_lifetime(borrow self)
  func next() throws(ConversionError) -> YAMLEvent {
    if hasEvent { yaml_event_delete(event) }
    hasEvent = false
    guard yaml_parser_parse(parser, event) == 1 else {
      throw feed.failure ?? problem.error(in: feed.input)
    }
    hasEvent = true
    return described()
  }

  private var problem: YAMLProblem {
    let state = parser.pointee
    guard state.error != YAML_MEMORY_ERROR else {
      return YAMLProblem(text: "there is not enough memory", isMemory: true)
    }
    let text = state.problem.map { String(cString: $0) } ?? "it is no YAML"
    var problem = YAMLProblem(text: text)
    if state.error == YAML_READER_ERROR {
      problem.byte = Int(state.problem_offset)
    } else {
      problem.character = Int(state.problem_mark.index)
      problem.context = state.context.map { String(cString: $0) }
      problem.contextLine = Int(state.context_mark.line) + 1
    }
    return problem
  }

  @_lifetime(borrow self)
  private func described() -> YAMLEvent {
    let raw = event.pointee
    let (start, end) = (Int(raw.start_mark.index), Int(raw.end_mark.index))
    // A scalar has `length` bytes at `value`, which the event keeps.
    let isScalar = raw.type == YAML_SCALAR_EVENT
    let text = UnsafeRawBufferPointer(
      start: isScalar ? raw.data.scalar.value : nil,
      count: isScalar ? Int(raw.data.scalar.length) : 0)
    var result = YAMLEvent(
      start: start, end: end, line: Int(raw.start_mark.line) + 1, text: Span(borrowing: text))
    switch raw.type {
    case YAML_STREAM_END_EVENT: result.kind = .streamEnd
    case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
    case YAML_ALIAS_EVENT:
      result.kind = .alias
      result.anchor = Self.bytes(raw.data.alias.anchor)
    case YAML_SCALAR_EVENT:
      let scalar = raw.data.scalar
      result.kind = .scalar
      result.anchor = Self.bytes(scalar.anchor)
      result.tag = Self.bytes(scalar.tag)
      result.isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    case YAML_SEQUENCE_START_EVENT:
      result.kind = .sequenceStart
      result.anchor = Self.bytes(raw.data.sequence_start.anchor)
      result.tag = Self.bytes(raw.data.sequence_start.tag)
    case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      result.kind = .mappingStart
      result.anchor = Self.bytes(raw.data.mapping_start.anchor)
      result.tag = Self.bytes(raw.data.mapping_start.tag)
    case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
    default: break
    }
    // What it points at is freed when the next one is asked for.
    return _overrideLifetime(result, borrowing: self)
  }

  private static func bytes(_ text: UnsafeMutablePointer<yaml_char_t>?) -> [UInt8]? {
    guard let text else { return nil }
    // A NUL ends anchors and tags.
    var count = 0
    while text[count] != 0 { count += 1 }
    return Array(UnsafeRawBufferPointer(start: text, count: count))
  }
}

extension SystemLibrary {
  static let libyaml = SystemLibrary(
    "LibYAML", package: "libyaml-0-2", opening: { fairy_libyaml_open() })
}
