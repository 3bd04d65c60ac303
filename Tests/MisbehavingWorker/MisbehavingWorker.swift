import ConverterCore
import Runner

/// A sealed worker whose only format does to the process what the file says.
@main
struct MisbehavingWorker {
  static func main() throws {
    var registry = Registry()
    try registry.add(OrderReader())
    try registry.add(OrderWriter())
    var worker = SealedWorker(converter: Converter(registry: registry))
    try worker.run()
  }
}

/// The text of a file, taken as an order.
struct Order: Model {
  typealias Capabilities = Void
  static let name = "Order"
  let words: [String]
  var magnitude: Magnitude { Magnitude(words.count, "words") }
  var siblings: [Sibling<Order>] { [] }
}

struct OrderReader: Reader {
  let name = "order"
  let types: [ContentType.ID] = ["public.plain-text"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> Order {
    let text = String(decoding: try input.contents(within: context.limits), as: UTF8.self)
    return Order(words: text.split { $0.isWhitespace }.map(String.init))
  }
}

struct OrderWriter: Writer {
  struct Options: WriterOptions {
    static let descriptors: [OptionDescriptor] = []
    init(_: ConversionOptions) {}
  }

  let name = "order"
  let types: [ContentType.ID] = ["public.html"]

  func capabilities(for _: ContentType.ID, options _: Options) {}

  func write(
    _ model: Order, as _: ContentType.ID, to output: OutputFile, options _: Options,
    in context: ConversionContext
  ) throws(ConversionError) {
    try output.write(Array("begun ".utf8))
    try Misdeed.commit(model.words, in: context)
    try output.write(Array(model.words.joined(separator: " ").utf8))
  }
}
