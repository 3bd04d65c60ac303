public import ConverterCore
public import TreeModel

/// Writes TOML 1.0.
public struct TOMLWriter: Writer {
  /// The format has no options.
  public struct Options: WriterOptions {
    public static let descriptors: [OptionDescriptor] = []

    public init(_ options: ConversionOptions) {}
  }

  public let name = "TOML"
  public let types: [ContentType.ID] = ["public.toml"]
  public let ledgerWords = ["null", "repeated keys", "text", "numbers"]

  public init() {}

  public func capabilities(for type: ContentType.ID, options: Options) -> Tree.Capabilities {
    Tree.Capabilities()
  }

  /// A list is refused before anything runs.
  public func announce(
    _ model: Tree, as type: ContentType.ID, options: Options, in context: WritingContext
  ) throws(ConversionError) {
    guard !(model.content is TOMLContent) else { return }
    let cursor = try TokenCursor(model.content, in: context.conversion)
    try TOMLRecord.check(root: try cursor.peek()?.kind)
  }

  public func write(
    _ model: Tree, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    // From TOML, dates and times come as such.
    let source =
      if let content = model.content as? TOMLContent {
        try content.tokens(in: context.conversion, keepsLiterals: true)
      } else {
        try model.content.tokens(in: context.conversion)
      }
    var printer = TOMLPrinter(try TOMLRecord(source, in: context.conversion))
    printer.print()
    try output.write(printer.out.span)
    note(printer.losses, in: context.conversion)
  }

  private func note(_ losses: TOMLPrinter.Losses, in context: ConversionContext) {
    func note(
      _ what: String, _ action: LedgerEntry.Action, _ count: Int, _ one: String, _ many: String
    ) {
      guard count > 0 else { return }
      context.note(what, action, why: count == 1 ? one : "\(count.grouped) \(many)")
    }
    note(
      "null", .dropped, losses.droppedNulls, "1 key had no value, which TOML does not have",
      "keys had no value, which TOML does not have")
    note(
      "null", .changed, losses.emptiedNulls, "1 element without a value became an empty text",
      "elements without a value became empty texts")
    note(
      "repeated keys", .dropped, losses.repeatedKeys,
      "1 value was followed by another one of its key",
      "values were followed by others of their keys")
    note(
      "text", .changed, losses.replacedTexts, "half of a surrogate pair became U+FFFD",
      "texts had halves of surrogate pairs, which became U+FFFD")
    note(
      "numbers", .kept, losses.largeIntegers,
      "1 integer has more than 64 bits, which other readers refuse",
      "integers have more than 64 bits, which other readers refuse")
  }
}
