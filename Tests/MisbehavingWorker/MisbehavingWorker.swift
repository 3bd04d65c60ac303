import ConverterCore
import ExternalTools
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A sealed worker whose only format does to the process what the file says, converted or looked at.
///
/// As `misbehaving-worker --supervise INPUT OUTPUT` it is the supervisor of such a worker.
@main
struct MisbehavingWorker {
  static func main() throws {
    if CommandLine.arguments.dropFirst().first == "--supervise" { return try supervise() }
    // What it does is to be refused as it is to users.
    unsetenv("FAIRY_SANDBOX_VIOLATIONS")
    var worker = try SealedWorker(
      converter: Converter(registry: try registry()),
      words: Array(CommandLine.arguments.dropFirst()), renderer: OrderRenderer())
    try worker.run()
  }

  private static func registry() throws -> Registry {
    var registry = Registry()
    registry.declare(program: Misbehaviour.shell.program)
    try registry.add(
      types: """
        > public.text
        public.html | HTML page | html | text/html
        """)
    try registry.add(OrderReader())
    try registry.add(OrderWriter())
    try registry.add(OrderViewer())
    return registry
  }

  private static func supervise() throws {
    let words = CommandLine.arguments
    let catalog = try registry().catalog
    guard words.count == 4, let type = catalog.type(named: "html") else { return }
    let request = Request(
      input: .file(FilePath(words[2])), target: type, output: .file(FilePath(words[3])))
    let interruption = try Interruption()
    interruption.watchSignals {}
    var supervisor = Supervisor(
      command: [words[0]], jobs: 1, sandbox: .auto, catalog: catalog, interruption: interruption)
    supervisor.programs = { [Misbehaviour.shell.program] }
    try supervisor.run(OneJob(job: Job(id: .string("only"), .success(request))), observer: Nobody())
  }
}

/// Shows a file by doing what it says.
private struct OrderRenderer: LookRenderer {
  func look(
    _ look: LookRequest, at file: InputFile, through _: Converter, in context: ConversionContext,
    on output: LookOutput
  ) -> LookResult {
    var result = LookResult()
    do throws(ConversionError) {
      let order = try OrderReader().read(
        file, type: "public.plain-text", in: ReadingContext(context))
      if order.words.first == "show-and-crash" {
        _ = output.write(Array("begun\n".utf8))
        try Misbehaviour.perform(["crash"], in: context)
      }
      if order.words.first == "scratch" {
        let scratch = try context.scratch()
        try scratch.write(Array("kept".utf8))
      }
      output.note("a note")
      try Misbehaviour.perform(order.words, in: context)
      _ = output.write(Array("seen\n".utf8))
    } catch {
      result.failure = error
    }
    return result
  }
}

/// Stays open, and does what a question says.
private struct OrderViewer: SessionViewer {
  let key = "order"

  func facts(of model: Order, in _: ConversionContext) -> [Fact] { [] }

  func session(
    of model: Order, in context: ConversionContext
  ) throws(ConversionError) -> any ViewSession {
    try Misbehaviour.perform(model.words, in: context)
    return OrderSession(model, context)
  }
}

private final class OrderSession: ViewSession {
  private let order: Order
  private let context: ConversionContext
  private var count = 0

  init(_ order: Order, _ context: ConversionContext) {
    (self.order, self.context) = (order, context)
  }

  var summary: [JSONValue.Member] { [.init("words", .integer(order.words.count))] }

  func answer(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    count += 1
    if question.word == "scratch" {
      let file = try context.scratch()
      try file.write(Array("kept".utf8))
    } else if question.word == "text" {
      // Each quote is escaped.
      let text = String(repeating: "\"", count: try question.count("quotes"))
      return [.init("asked", .integer(count)), .init("text", .string(text))]
    } else {
      try Misbehaviour.perform([question.word], in: context)
    }
    return [.init("asked", .integer(count))]
  }
}

private struct OneJob: JobSource {
  var job: Job?
  mutating func next() -> NextJob {
    defer { job = nil }
    return job.map { .job($0) } ?? .end
  }
}

private struct Nobody: RunObserver {
  func started(_: Int, _: Request) {}
  func progressed(_: Int, _: Job, _: Double) {}
  func finished(_: Int, _: Job, _: Outcome) {}
  func noted(_: String) {}
}

/// The text of a file, taken as an order.
struct Order: JoinableModel, AttributableModel {
  typealias Capabilities = Void
  static let name = "Order"
  let words: [String]
  /// Which of several inputs it comes from.
  var input: Int?
  /// Those that are done behind it, where several are joined.
  var others: [Order] = []
  var magnitude: Magnitude { Magnitude(words.count, "words") }

  init(words: [String]) { self.words = words }

  func coming(fromInput number: Int) -> Order {
    var order = self
    order.input = number
    return order
  }

  func joined(with others: [Order], in _: ConversionContext) -> Order {
    var joined = self
    joined.others = others
    return joined
  }
}

struct OrderReader: Reader {
  let name = "order"
  let types: [ContentType.ID] = ["public.plain-text"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
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
    in context: WritingContext
  ) throws(ConversionError) {
    try output.write(Array("begun ".utf8))
    let orders = [model] + model.others
    for order in orders {
      try context.conversion.reading(input: order.input) { () throws(ConversionError) in
        try Misbehaviour.perform(order.words, in: context.conversion)
      }
    }
    try KeptOutput.keep(output, as: model.words)
    try HostileOutput.abuse(output, as: model.words, in: context.conversion)
    let texts = orders.map { $0.words.joined(separator: " ") }
    try output.write(Array(texts.joined(separator: ", ").utf8))
  }
}
