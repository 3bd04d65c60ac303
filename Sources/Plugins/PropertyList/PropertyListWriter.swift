public import ConverterCore
public import TreeModel

/// Writes property lists, in XML or binary.
public struct PropertyListWriter: Writer {
  public struct Options: WriterOptions {
    public static let descriptors: [OptionDescriptor] = [.propertyListFormat]

    let format: String

    public init(_ options: ConversionOptions) throws(ConversionError) {
      format = try options.value(of: .propertyListFormat)
    }
  }

  public let name = "Property list"
  public let types: [ContentType.ID] = ["com.apple.xml-property-list", "com.apple.binary-plist"]

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(for type: ContentType.ID, options: Options) -> Tree.Capabilities {
    Tree.Capabilities()
  }

  public func write(
    _ model: Tree, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    let isBinary =
      options.format == "binary" || options.format == "auto" && type == "com.apple.binary-plist"
    // From a property list, dates and data come as such.
    let source: any PropertyListSource
    if let content = model.content as? PropertyListContent {
      source = try content.values(in: context.conversion, noting: false)
    } else {
      source = UntypedSource(try model.content.tokens(in: context.conversion))
    }
    if model.isSequence {
      context.note(
        "many values to one array", .changed,
        why: "a property list holds one: they became an array")
    }
    let notes = PropertyListNotes(context.conversion)
    if isBinary {
      let builder = BinaryBuilder(notes, context.conversion)
      try write(source, model.isSequence, to: builder, in: context.conversion)
      try builder.write(to: output)
    } else {
      try write(source, model.isSequence, to: XMLPrinter(output, notes), in: context.conversion)
    }
  }

  private func write(
    _ source: any PropertyListSource, _ isSequence: Bool, to sink: some PropertyListSink,
    in context: ConversionContext
  ) throws(ConversionError) {
    let empty = Span<UInt8>()
    let members = MemberFilter(sink, context)
    if isSequence { try members.add(.beginArray, empty, .plain) }
    let batch = TokenBatch()
    var types: [ValueType] = []
    var keys = RepeatedKeys()
    while try source.next(batch, types: &types) {
      try context.checkpoint()
      for (index, token) in batch.tokens.enumerated() {
        keys.add(token.kind, batch.text(of: token))
        try members.add(token.kind, batch.text(of: token), types[index])
      }
    }
    if isSequence { try members.add(.endArray, empty, .plain) }
    try members.finish()
    keys.note("readers of property lists take one of them", in: context)
  }
}

/// What takes the values of a property list one after the other. There is no null among them.
protocol PropertyListSink: AnyObject {
  func add(
    _ kind: Token.Kind, _ text: Span<UInt8>, _ type: ValueType
  ) throws(ConversionError)
  func finish() throws(ConversionError)
}

/// Tokens of which nothing more is known.
private final class UntypedSource: PropertyListSource {
  private let source: any TokenSource

  init(_ source: any TokenSource) {
    self.source = source
  }

  func next(_ batch: TokenBatch) throws(ConversionError) -> Bool { try source.next(batch) }

  func next(_ batch: TokenBatch, types: inout [ValueType]) throws(ConversionError) -> Bool {
    let hasMore = try source.next(batch)
    if types.count != batch.tokens.count {
      types = Array(repeating: .plain, count: batch.tokens.count)
    }
    return hasMore
  }
}

/// Takes null out, which property lists do not have: with its key from an object, as an empty text from an
/// array.
private final class MemberFilter<Sink: PropertyListSink> {
  private let sink: Sink
  private let context: ConversionContext
  private let key = ByteBuffer(capacity: 256)
  private var hasKey = false
  private var depth = 0

  init(_ sink: Sink, _ context: ConversionContext) {
    self.sink = sink
    self.context = context
  }

  func add(
    _ kind: Token.Kind, _ text: Span<UInt8>, _ type: ValueType
  ) throws(ConversionError) {
    switch kind {
    case .key:
      key.removeAll()
      key.append(text)
      hasKey = true
      return
    case .null:
      guard depth > 0 else {
        throw ConversionError(
          .unsupportedContent, "is nothing but null, which a property list cannot hold")
      }
      if hasKey {
        context.note("null", .dropped, why: "a property list has none: the keys are left out")
        hasKey = false
      } else {
        context.note("null", .changed, why: "in an array it became an empty text")
        try sink.add(.string, text, .plain)
      }
      return
    case .beginObject, .beginArray: depth += 1
    case .endObject, .endArray: depth -= 1
    default: break
    }
    if hasKey {
      hasKey = false
      let key = key
      try sink.add(.key, key.span, .plain)
    }
    try sink.add(kind, text, type)
  }

  func finish() throws(ConversionError) { try sink.finish() }
}

extension OptionDescriptor {
  static let propertyListFormat = OptionDescriptor(
    "format", .choice(["auto", "xml", "binary"]), default: "auto",
    help: "the form of a property list; by itself XML, and binary for .bplist")
}
