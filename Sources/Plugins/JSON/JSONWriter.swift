public import ConverterCore
public import TreeModel

/// Writes trees as JSON, and as NDJSON.
///
/// JSON that stays JSON goes through ``FastFormatter``; everything else, and what sorts or escapes, goes
/// token by token.
public struct JSONWriter: Writer {
  public let name = "JSON"
  public let types: [ContentType.ID] = ["public.json", "public.ndjson"]

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: JSONWriterOptions
  ) -> Tree.Capabilities {
    Tree.Capabilities(holdsSeveralValues: type == "public.ndjson")
  }

  public func write(
    _ model: Tree, as type: ContentType.ID, to output: OutputFile, options: JSONWriterOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    let isSequence = type == "public.ndjson"
    // A line is a value: it cannot be laid out over several.
    let layout = isSequence ? TreeLayout.compact : options.layout
    if let content = model.content as? JSONContent, content.isSequence == isSequence,
      !content.isLenient, !options.sortsKeys, !options.isASCII
    {
      let formatter = FastFormatter(input: content.input, isSequence: isSequence, layout: layout)
      return try formatter.write(to: output, in: context)
    }
    let elements: ArrayElements?
    var tokens = try model.content.tokens(in: context)
    switch (model.isSequence, isSequence) {
    case (false, true):
      let inner = ArrayElements(tokens)
      elements = inner
      tokens = inner
    case (true, false):
      elements = nil
      tokens = EnclosedValues(tokens)
      context.note("values", .changed, why: "they are the elements of one array")
    default: elements = nil
    }
    if options.sortsKeys { tokens = SortedTokens(tokens, within: context.limits) }
    if options.isASCII { tokens = ASCIITokens(tokens) }
    var printer = TreePrinter(layout)
    try printer.print(tokens, to: output, in: context)
    if let elements, elements.isArray {
      context.note("array", .changed, why: "its elements are values of their own, one a line")
    }
  }
}
