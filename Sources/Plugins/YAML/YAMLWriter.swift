public import ConverterCore
public import TreeModel

/// Writes YAML in block style, which YAML 1.1 and 1.2 read alike.
///
/// It prints from tokens, without LibYAML's emitter: that needs an object for each scalar, folds long lines,
/// and does not know which words other versions read as booleans.
public struct YAMLWriter: Writer {
  public struct Options: WriterOptions {
    public static let descriptors: [OptionDescriptor] = [.yamlIndent]

    let indent: Int

    public init(_ options: ConversionOptions) throws(ConversionError) {
      indent = Int(try options.value(of: .yamlIndent)) ?? 2
    }
  }

  public let name = "YAML"
  public let types: [ContentType.ID] = ["public.yaml"]

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(for type: ContentType.ID, options: Options) -> Tree.Capabilities {
    Tree.Capabilities(holdsSeveralValues: true)
  }

  public func write(
    _ model: Tree, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    let printer = YAMLPrinter(indent: options.indent, hasMarks: model.isSequence)
    let source = try model.content.tokens(in: context.conversion)
    let batch = TokenBatch()
    var keys = RepeatedKeys()
    while try source.next(batch) {
      try context.checkpoint()
      for token in batch.tokens {
        keys.add(token.kind, batch.text(of: token))
        printer.add(token, batch.text(of: token))
        if printer.out.count >= 1 << 18 { try flush(printer, to: output) }
      }
    }
    try flush(printer, to: output)
    if printer.deepestLevel > YAMLTokens.mostLevels {
      context.warn(
        "values are nested \(printer.deepestLevel) levels deep, and many programs that read YAML refuse that; "
          + "fairy reads up to \(YAMLTokens.mostLevels)")
    }
    keys.note("YAML forbids that, and readers refuse it or take one", in: context.conversion)
    if printer.hasReplaced {
      context.note("text", .changed, why: "halves of surrogate pairs became U+FFFD")
    }
  }

  private func flush(_ printer: YAMLPrinter, to output: OutputFile) throws(ConversionError) {
    let text = printer.out
    try output.write(text.span)
    printer.out.removeAll()
  }
}

extension OptionDescriptor {
  static let yamlIndent = OptionDescriptor(
    "indent", .integer(2...8), default: "2", help: "blanks by which nested values are indented")
}
