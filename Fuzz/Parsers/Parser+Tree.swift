import ConverterCore
import JSONPlugin
import TreeModel

extension Parser {
  /// JSON on the fast way and on the careful one: both must give the same, or both an error.
  static let tree = Parser(name: "tree") { bytes in
    // The reader makes UTF-8 of what begins with the mark of another encoding, before either way begins.
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]]
    if marks.contains(where: { bytes.starts(with: $0) }) { return }
    for (type, isSequence) in [("public.json", false), ("public.ndjson", true)]
      as [(ContentType.ID, Bool)]
    {
      let careful = laidOut(bytes) { (context, output) throws(ConversionError) in
        var printer = TreePrinter(.compact)
        try printer.print(
          JSONLexer(InputFile(bytes: bytes), isSequence: isSequence, in: context, pieceSize: 7),
          to: output, in: context)
      }
      let fast = laidOut(bytes) { (context, output) throws(ConversionError) in
        try convert(bytes, type, to: output, in: context)
      }
      precondition(careful == fast, "two readings of JSON")
    }
  }

  /// JSON5: what comes of it is strict JSON.
  static let lenient = Parser(name: "json5") { bytes in
    let strict = laidOut(bytes) { (context, output) throws(ConversionError) in
      try convert(bytes, "org.json5.json5", to: output, in: context)
    }
    guard let strict else { return }
    let again = laidOut(strict) { (context, output) throws(ConversionError) in
      try convert(strict, "public.json", to: output, in: context)
    }
    precondition(again == strict, "what is made of JSON5 is no JSON")
  }

  private static func convert(
    _ bytes: [UInt8], _ type: ContentType.ID, to output: OutputFile, in context: ConversionContext
  ) throws(ConversionError) {
    let tree = try JSONReader().read(
      InputFile(bytes: bytes), type: type, in: ReadingContext(context))
    var options = ConversionOptions()
    options.settings = ["indent": "compact"]
    try JSONWriter().write(
      tree, as: type == "public.ndjson" ? type : "public.json", to: output,
      options: try JSONWriterOptions(options), in: WritingContext(context))
  }

  private static func laidOut(
    _ bytes: [UInt8],
    _ body: (ConversionContext, OutputFile) throws(ConversionError) -> Void
  ) -> [UInt8]? {
    var limits = Limits.standard
    limits.memory = 64 << 20
    limits.seconds = 10
    guard let output = try? OutputFile(.memory) else { return nil }
    do throws(ConversionError) {
      try body(ConversionContext(registry: Registry(), limits: limits), output)
      return output.bytes
    } catch {
      precondition(error.code != .internalError, "\(error.message)")
      return nil
    }
  }
}
