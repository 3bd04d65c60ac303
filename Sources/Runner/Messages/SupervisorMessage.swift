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
      return .object([.init("begin", .string(policy.rawValue))])
    case .convert(let request, let threads):
      // Only files have words in a request line; the streams travel as marks beside it.
      var line = request
      var marks: [JSONValue.Member] = [.init("threads", .integer(threads))]
      if request.input == .standardInput {
        line.input = .file("-")
        marks.append(.init("standardInput", .bool(true)))
      }
      if request.output == .standardOutput {
        line.output = .file("-")
        marks.append(.init("standardOutput", .bool(true)))
      }
      return .object([.init("convert", line.json)] + marks)
    case .granted:
      return .object([.init("granted", .bool(true))])
    case .refused(let error):
      return .object([.init("refused", error.json)])
    }
  }

  /// - Throws: `damagedInput` for what is no such message; what ``Request`` throws.
  init(_ json: JSONValue, catalog: ContentTypeCatalog) throws(ConversionError) {
    if let word = json["begin"]?.text, let policy = Sandbox.Policy(rawValue: word) {
      self = .begin(policy)
    } else if let line = json["convert"], case .integer(let threads)? = json["threads"] {
      var request = try Request(json: line, catalog: catalog)
      if json["standardInput"] == .bool(true) { request.input = .standardInput }
      if json["standardOutput"] == .bool(true) { request.output = .standardOutput }
      self = .convert(request, threads: threads)
    } else if json["granted"] == .bool(true) {
      self = .granted
    } else if let error = json["refused"] {
      self = .refused(ConversionError(json: error))
    } else {
      throw ConversionError(.damagedInput, "no message of a supervisor")
    }
  }
}
