public import ConverterCore
public import TreeModel

/// Reads JSON as a tree: one value, or in NDJSON any number of them.
public struct JSONReader: Reader {
  public static let lenient = OptionDescriptor(
    "lenient", .flag, default: "false",
    help: "JSON5 is read, too: comments, trailing commas, single quotes, keys without quotes")

  public let name = "JSON"
  public let takes: Set<ConversionOptions.Name> = [.encoding, .table]
  public let types: [ContentType.ID] = [
    "public.json", "public.ndjson", "org.json5.json5", "com.microsoft.jsonc",
  ]
  public let descriptors = [Self.lenient]
  /// A sequence may have no values; JSON is one.
  public let typesOfNothing: [ContentType.ID] = ["public.ndjson"]

  public init() {}

  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Tree {
    try context.reading.checkOnlyTable(of: input)
    let isLoose = type == "org.json5.json5" || type == "com.microsoft.jsonc"
    let isSequence = type == "public.ndjson" && !isNamedJSON(input)
    let isLenient = try context.reading.isSet(Self.lenient)
    let input = try input.inUTF8(context.conversion)
    return Tree(
      isSequence: isSequence,
      content: JSONContent(
        input: input, isSequence: isSequence, isLenient: isLoose || isLenient))
  }

  /// Whether the name promises one value: several are then a mistake, whatever they look like.
  private func isNamedJSON(_ input: InputFile) -> Bool {
    input.name?.lowercased().hasSuffix(".json") ?? false
  }
}

/// The values of a file of JSON.
struct JSONContent: JSONTextContent {
  let input: InputFile
  let isSequence: Bool
  /// Whether the grammar is that of JSON5.
  let isLenient: Bool

  var byteCount: Int { input.byteCount }
  var text: InputFile? { isLenient ? nil : input }

  func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
    isLenient
      ? LenientLexer(input, isSequence: isSequence, in: context)
      : JSONLexer(input, isSequence: isSequence, in: context)
  }
}
