public import ConverterCore

/// Makes JSON text of tokens, as jq lays it out; every value ends with a line end.
///
/// It is the plain form of what the JSON plugin does with vectors, and must print the same.
public struct TreePrinter<Style: TreeStyle> {
  /// A line end, and blanks for the deepest level.
  private let line: [UInt8]
  /// Bytes of a level; `nil` where there are no lines.
  private let width: Int?
  /// How many levels are indented.
  private let deepest: Int
  private let style: Style
  private var containers = ContainerStack()
  private var last = Last.end

  private enum Last {
    /// Nothing, or a whole value outside of all containers.
    case end
    case begin, key, value
  }

  public init(_ layout: TreeLayout, style: Style) {
    let indentation = layout.indentation ?? []
    width = layout.indentation?.count
    deepest = layout.deepestIndentation
    line =
      [0x0A] + Array(repeating: indentation.first ?? 0x20, count: indentation.count * deepest)
    self.style = style
  }

  /// Whether the last value is whole.
  public var isComplete: Bool { last == .end }

  /// Appends the text of tokens that follow those of the last call.
  ///
  /// - Parameters:
  ///   - batch: the tokens.
  ///   - buffer: takes the text.
  ///   - threshold: the bytes in the buffer from which on `isFull` is called.
  ///   - isFull: called after each token that finds or makes it so; may empty the buffer. What it throws ends the call.
  // The viewer calls it from another module, and would run it without knowing the style: a fifth slower.
  @_specialize(where Style == PlainStyle)
  public mutating func print(
    _ batch: TokenBatch, to buffer: ByteBuffer,
    whenever threshold: Int = .max, _ isFull: () throws(ConversionError) -> Void = {}
  ) throws(ConversionError) {
    for token in batch.tokens {
      print(token, batch.text(of: token), to: buffer)
      if buffer.count >= threshold { try isFull() }
    }
  }

  /// Appends the text of the token that follows the last one.
  @inline(__always)
  public mutating func print(
    _ token: Token, _ text: Span<UInt8>, to buffer: ByteBuffer
  ) {
    switch token.kind {
    case .endObject: end(.endObject, UInt8(ascii: "}"), buffer)
    case .endArray: end(.endArray, UInt8(ascii: "]"), buffer)
    case .beginObject: begin(.beginObject, UInt8(ascii: "{"), .object, buffer)
    case .beginArray: begin(.beginArray, UInt8(ascii: "["), .array, buffer)
    case .key:
      separate(buffer)
      quote(.key, text, buffer)
      style.beginPunctuation(in: buffer)
      buffer.append(UInt8(ascii: ":"))
      style.endPunctuation(in: buffer)
      if width != nil { buffer.append(UInt8(ascii: " ")) }
      last = .key
    case .string:
      separate(buffer)
      quote(.string, text, buffer)
      endValue(buffer)
    case .number:
      scalar(.number, text, buffer)
    case .true: word(.true, "true", buffer)
    case .false: word(.false, "false", buffer)
    case .null: word(.null, "null", buffer)
    }
  }

  private mutating func begin(
    _ kind: Token.Kind, _ byte: UInt8, _ container: ContainerStack.Container, _ buffer: ByteBuffer
  ) {
    separate(buffer)
    style.begin(kind, in: buffer)
    buffer.append(byte)
    style.end(kind, in: buffer)
    containers.push(container)
    last = .begin
  }

  private mutating func end(_ kind: Token.Kind, _ byte: UInt8, _ buffer: ByteBuffer) {
    containers.pop()
    if last != .begin { newLine(buffer) }
    style.begin(kind, in: buffer)
    buffer.append(byte)
    style.end(kind, in: buffer)
    endValue(buffer)
  }

  /// What stands before a key or an element.
  private func separate(_ buffer: ByteBuffer) {
    switch last {
    case .end, .key: return
    case .begin: break
    case .value:
      style.beginPunctuation(in: buffer)
      buffer.append(UInt8(ascii: ","))
      style.endPunctuation(in: buffer)
    }
    newLine(buffer)
  }

  private func newLine(_ buffer: ByteBuffer) {
    guard let width else { return }
    let count = 1 + width * min(containers.depth, deepest)
    buffer.append(line.span.extracting(..<count))
  }

  private func quote(_ kind: Token.Kind, _ text: Span<UInt8>, _ buffer: ByteBuffer) {
    style.begin(kind, in: buffer)
    buffer.append(UInt8(ascii: "\""))
    style.append(text, to: buffer)
    buffer.append(UInt8(ascii: "\""))
    style.end(kind, in: buffer)
  }

  private mutating func scalar(
    _ kind: Token.Kind, _ text: Span<UInt8>, _ buffer: ByteBuffer
  ) {
    separate(buffer)
    style.begin(kind, in: buffer)
    buffer.append(text)
    style.end(kind, in: buffer)
    endValue(buffer)
  }

  private mutating func word(_ kind: Token.Kind, _ word: StaticString, _ buffer: ByteBuffer) {
    scalar(kind, word.span, buffer)
  }

  private mutating func endValue(_ buffer: ByteBuffer) {
    if containers.depth == 0 {
      buffer.append(0x0A)
      last = .end
    } else {
      last = .value
    }
  }
}

extension TreePrinter where Style == PlainStyle {
  public init(_ layout: TreeLayout) {
    self.init(layout, style: PlainStyle())
  }
}

extension TreePrinter {
  /// Prints everything that `source` gives.
  public mutating func print(
    _ source: any TokenSource, to output: OutputFile, in context: ConversionContext
  ) throws(ConversionError) {
    let batch = TokenBatch()
    let buffer = ByteBuffer(capacity: 1 << 17)
    let enough = 1 << 16
    func flush() throws(ConversionError) {
      try output.write(buffer.span)
      buffer.removeAll()
    }
    while try source.next(batch) {
      try context.checkpoint()
      try print(batch, to: buffer, whenever: enough, flush)
    }
    try flush()
  }
}
