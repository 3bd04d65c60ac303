import ConverterCore
import JSONPlugin
import Testing
import TreeModel

/// A token by itself.
struct Piece: Equatable, CustomStringConvertible {
  let kind: Token.Kind
  let text: String
  var description: String { "\(kind) \(text)" }
}

/// Takes text apart and gives everything back that comes of it.
enum Lexing {
  static func context(_ limits: Limits = .standard, threads: Int = 1) -> ConversionContext {
    ConversionContext(registry: Registry(), limits: limits, threads: threads)
  }

  static func pieces(of source: any TokenSource) throws(ConversionError) -> [Piece] {
    var pieces: [Piece] = []
    let batch = TokenBatch()
    while try source.next(batch) {
      for token in batch.tokens {
        pieces.append(
          Piece(kind: token.kind, text: String(decoding: batch.text(of: token))))
      }
    }
    return pieces
  }

  static func pieces(
    of text: [UInt8], isSequence: Bool = false, pieceSize: Int = 1 << 16,
    in context: ConversionContext = context()
  ) throws(ConversionError) -> [Piece] {
    try pieces(
      of: JSONLexer(
        InputFile(bytes: text), isSequence: isSequence, in: context, pieceSize: pieceSize))
  }

  static func convert(
    _ text: [UInt8], from: ContentType.ID = "public.json", to: ContentType.ID = "public.json",
    _ settings: [String: String] = [:], in context: ConversionContext? = nil
  ) throws(ConversionError) -> [UInt8] {
    var reading = ReadingOptions()
    reading.settings = settings
    let context = context ?? ConversionContext(registry: Registry(), reading: reading)
    let output = try OutputFile(.memory)
    let tree = try JSONReader().read(
      InputFile(bytes: text), type: from, in: ReadingContext(context))
    var options = ConversionOptions()
    options.settings = settings
    try JSONWriter().write(
      tree, as: to, to: output, options: try JSONWriterOptions(options), in: WritingContext(context)
    )
    return output.bytes
  }

  static func convert(
    _ text: String, from: ContentType.ID = "public.json", to: ContentType.ID = "public.json",
    _ settings: [String: String] = [:], in context: ConversionContext? = nil
  ) throws(ConversionError) -> String {
    String(
      decoding: try convert(Array(text.utf8), from: from, to: to, settings, in: context),
      as: UTF8.self)
  }
}
