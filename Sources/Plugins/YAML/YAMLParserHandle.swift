internal import CLibYAML
import ConverterCore

/// LibYAML's event parser over a file. It belongs to one thread at a time.
@safe final class YAMLParserHandle {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private var hasEvent = false
  private let feed: Feed

  /// - Throws: `missingLibrary`.
  init(_ input: InputFile) throws(ConversionError) {
    try SystemLibrary.libyaml.open()
    feed = Feed(input)
    unsafe parser = .allocate(capacity: 1)
    unsafe event = .allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      unsafe event.deallocate()
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is not enough memory to read YAML")
    }
    unsafe yaml_parser_set_input(
      parser, { unsafe YAMLParserHandle.read($0, $1, $2, $3) },
      unsafe Unmanaged.passUnretained(feed).toOpaque())
  }

  deinit {
    if hasEvent { unsafe yaml_event_delete(event) }
    unsafe yaml_parser_delete(parser)
    unsafe event.deallocate()
    unsafe parser.deallocate()
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
    guard let data = unsafe data, let buffer = unsafe buffer, let filled = unsafe filled else {
      return 0
    }
    let feed = unsafe Unmanaged<Feed>.fromOpaque(data).takeUnretainedValue()
    do throws(ConversionError) {
      // The parser has room for `size` bytes there.
      let got = try unsafe feed.input.read(
        at: feed.offset, into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
      feed.offset += got
      try unsafe feed.directives.look(
        at: Span(borrowing: UnsafeRawBufferPointer(start: buffer, count: got)))
      unsafe filled.pointee = got
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
    if hasEvent { unsafe yaml_event_delete(event) }
    hasEvent = false
    guard unsafe yaml_parser_parse(parser, event) == 1 else {
      throw feed.failure ?? problem.error(in: feed.input)
    }
    hasEvent = true
    return described()
  }

  private var problem: YAMLProblem {
    let state = unsafe parser.pointee
    guard unsafe state.error != YAML_MEMORY_ERROR else {
      return YAMLProblem(text: "there is not enough memory", isMemory: true)
    }
    let text = unsafe state.problem.map { unsafe String(cString: $0) } ?? "it is no YAML"
    var problem = YAMLProblem(text: text)
    if unsafe state.error == YAML_READER_ERROR {
      problem.byte = unsafe Int(state.problem_offset)
    } else {
      problem.character = unsafe Int(state.problem_mark.index)
      problem.context = unsafe state.context.map { unsafe String(cString: $0) }
      problem.contextLine = unsafe Int(state.context_mark.line) + 1
    }
    return problem
  }

  @_lifetime(borrow self)
  private func described() -> YAMLEvent {
    let raw = unsafe event.pointee
    let (start, end) = unsafe (Int(raw.start_mark.index), Int(raw.end_mark.index))
    // A scalar has `length` bytes at `value`, which the event keeps.
    let isScalar = unsafe raw.type == YAML_SCALAR_EVENT
    let text = unsafe UnsafeRawBufferPointer(
      start: isScalar ? raw.data.scalar.value : nil,
      count: isScalar ? Int(raw.data.scalar.length) : 0)
    var result = unsafe YAMLEvent(
      start: start, end: end, line: Int(raw.start_mark.line) + 1, text: Span(borrowing: text))
    switch unsafe raw.type {
    case YAML_STREAM_END_EVENT: result.kind = .streamEnd
    case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
    case YAML_ALIAS_EVENT:
      result.kind = .alias
      result.anchor = unsafe Self.bytes(raw.data.alias.anchor)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe raw.data.scalar
      result.kind = .scalar
      result.anchor = unsafe Self.bytes(scalar.anchor)
      result.tag = unsafe Self.bytes(scalar.tag)
      result.isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
    case YAML_SEQUENCE_START_EVENT:
      result.kind = .sequenceStart
      result.anchor = unsafe Self.bytes(raw.data.sequence_start.anchor)
      result.tag = unsafe Self.bytes(raw.data.sequence_start.tag)
    case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      result.kind = .mappingStart
      result.anchor = unsafe Self.bytes(raw.data.mapping_start.anchor)
      result.tag = unsafe Self.bytes(raw.data.mapping_start.tag)
    case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
    default: break
    }
    // What it points at is freed when the next one is asked for.
    return unsafe _overrideLifetime(result, borrowing: self)
  }

  private static func bytes(_ text: UnsafeMutablePointer<yaml_char_t>?) -> [UInt8]? {
    guard let text = unsafe text else { return nil }
    // A NUL ends anchors and tags.
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    return unsafe Array(UnsafeRawBufferPointer(start: text, count: count))
  }
}

extension SystemLibrary {
  static let libyaml = unsafe SystemLibrary(
    "LibYAML", package: "libyaml-0-2", opening: { unsafe fairy_libyaml_open() })
}
