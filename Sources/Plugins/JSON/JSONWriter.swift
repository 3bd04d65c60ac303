public import ConverterCore
public import TreeModel

/// Writes trees as JSON, and as NDJSON.
///
/// JSON that stays JSON is formatted in a faster way; everything else, and what sorts or escapes, goes token by token.
public struct JSONWriter: Writer {
  public let name = "JSON"
  public let types: [ContentType.ID] = ["public.json", "public.ndjson"]
  public var compresses: [ContentType.ID] { types }

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(
    for type: ContentType.ID, options: JSONWriterOptions
  ) -> Tree.Capabilities {
    Tree.Capabilities(holdsSeveralValues: type == "public.ndjson")
  }

  public func write(
    _ model: Tree, as type: ContentType.ID, to output: OutputFile, options: JSONWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let isSequence = type == "public.ndjson"
    if isSequence {
      context.noteUnused(JSONWriterOptions.indent, why: "each value of NDJSON is one line")
    }
    // A line is a value: it cannot be laid out over several.
    let isSmall = isSequence || context.purpose == .compress && !options.saysLayout
    let layout = isSmall ? TreeLayout.compact : options.layout
    let shape = try shape(of: model, asSequence: isSequence, in: context.conversion)
    switch shape {
    case .same: break
    case .elements:
      context.note(
        "one array to many values", .changed,
        why: "its elements are values of their own, one a line")
    case .enclosed:
      context.note(
        "many values to one array", .changed, why: "they are the elements of one array")
    }
    if let content = model.content as? JSONContent, !content.isLenient, !options.sortsKeys,
      !options.isASCII
    {
      let formatter = FastFormatter(
        input: content.input, isSequence: content.isSequence, layout: layout, shape: shape)
      return try formatter.write(to: output, in: context.conversion)
    }
    var tokens = try model.content.tokens(in: context.conversion)
    switch shape {
    case .same: break
    case .elements: tokens = ArrayElements(tokens)
    case .enclosed: tokens = EnclosedValues(tokens)
    }
    if options.sortsKeys { tokens = SortedTokens(tokens, within: context.limits) }
    if options.isASCII { tokens = ASCIITokens(tokens) }
    var printer = TreePrinter(layout)
    try printer.print(tokens, to: output, in: context.conversion)
  }

  /// What becomes of the outermost values.
  private func shape(
    of model: Tree, asSequence isSequence: Bool, in context: ConversionContext
  ) throws(ConversionError) -> JSONShape {
    switch (model.isSequence, isSequence) {
    case (true, true), (false, false): return .same
    case (true, false): return .enclosed
    case (false, true):
      // A value that is no array is one line.
      let silent = ConversionContext(
        registry: context.registry, limits: context.limits, reading: context.reading)
      let first = TokenBatch()
      let isArray =
        try model.content.tokens(in: silent).next(first)
        && first.tokens.first?.kind == .beginArray
      return isArray ? .elements : .same
    }
  }
}
