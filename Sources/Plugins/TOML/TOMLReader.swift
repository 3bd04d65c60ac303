public import ConverterCore
public import TreeModel

/// Reads TOML 1.0.
///
/// Tables may be added to until the end of the file, so it is held whole in memory.
public struct TOMLReader: Reader {
  public let name = "TOML"
  public let takes: Set<ConversionOptions.Name> = [.table]
  public let types: [ContentType.ID] = ["public.toml"]
  public var typesOfNothing: [ContentType.ID] { types }

  public init() {}

  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Tree {
    try context.reading.checkOnlyTable(of: input)
    return Tree(isSequence: false, content: TOMLContent(input: input))
  }
}

struct TOMLContent: TreeContent {
  let input: InputFile

  var byteCount: Int { input.byteCount }

  func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
    try tokens(in: context, keepsLiterals: false)
  }

  /// - Parameter keepsLiterals: whether dates, times, infinity and NaN come as numbers, as they are written: only
  ///   for the writer of TOML.
  func tokens(
    in context: ConversionContext, keepsLiterals: Bool
  ) throws(ConversionError) -> any TokenSource {
    let bytes = try input.contents(within: context.limits)
    // The smallest member, `a=1` and its line feed, becomes a node.
    let needed = bytes.count.multipliedReportingOverflow(by: 16)
    try context.limits.check(
      .memory, needed.overflow ? .max : needed.partialValue, for: "reading TOML")
    var parser = TOMLParser(bytes.span, context, keepsLiterals: keepsLiterals)
    return TOMLTokens(try parser.parse())
  }
}
