import ConverterCore
import SystemPackage

/// What a supervisor tells a sealed worker.
enum SupervisorMessage {
  /// The first message: how far the worker shuts itself in.
  case begin(Sandbox.Policy)
  /// A file to convert. The open input comes with it.
  case convert(Request, threads: Int)
  /// The answer to ``WorkerMessage/wants(_:)``. The file to write comes with it.
  case granted
  /// The other answer.
  case refused(ConversionError)
}

extension SupervisorMessage {
  var json: JSONValue {
    switch self {
    case .begin(let policy):
      .object([.init("begin", .string(policy.rawValue))])
    case .convert(let request, let threads):
      .object([.init("convert", request.json), .init("threads", .integer(threads))])
    case .granted:
      .object([.init("granted", .bool(true))])
    case .refused(let error):
      .object([.init("refused", error.json(besides: nil))])
    }
  }

  /// - Throws: `damagedInput` for what is no such message; what ``Request`` throws.
  init(_ json: JSONValue, catalog: ContentTypeCatalog) throws(ConversionError) {
    if let word = json["begin"]?.text, let policy = Sandbox.Policy(rawValue: word) {
      self = .begin(policy)
    } else if let line = json["convert"], case .integer(let threads)? = json["threads"] {
      let request = try Request(json: line, catalog: catalog, allowsStandardStreams: true)
      self = .convert(request, threads: threads)
    } else if json["granted"] == .bool(true) {
      self = .granted
    } else if let error = json["refused"] {
      self = .refused(try ConversionError(json: error, besides: nil))
    } else {
      throw ConversionError(.damagedInput, "no message of a supervisor")
    }
  }
}
