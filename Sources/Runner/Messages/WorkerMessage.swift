import ConverterCore
import SystemPackage

/// What a sealed worker tells its supervisor.
enum WorkerMessage {
  /// It is shut in; the phrases name the walls that this system lacks.
  case ready(missing: [String])
  /// It could not shut itself in as it was told to, and ends.
  case unfit(ConversionError)
  /// How much of the file is done, 0…1.
  case progress(Double)
  /// It wants to write an output.
  case wants(OutputFile.Destination)
  /// The file is finished, one way or the other. A worker that is leaving takes no further one.
  case finished(JSONValue, leaving: Bool)
}

extension WorkerMessage {
  var json: JSONValue {
    switch self {
    case .ready(let missing):
      .object([.init("ready", .array(missing.map { .string($0) }))])
    case .unfit(let error):
      .object([.init("unfit", error.json(besides: nil))])
    case .progress(let fraction):
      .object([.init("progress", .number(fraction))])
    case .wants(.file(let path)):
      .object(path.members("wants"))
    case .wants:
      .object([.init("wants", .null)])
    case .finished(let result, let leaving):
      .object([.init("finished", result), .init("leaving", .bool(leaving))])
    }
  }

  /// - Throws: `damagedInput` for what is no such message.
  init(_ json: JSONValue) throws(ConversionError) {
    if case .array(let missing)? = json["ready"] {
      self = .ready(missing: missing.compactMap(\.text))
    } else if let error = json["unfit"] {
      self = .unfit(try ConversionError(json: error, besides: nil))
    } else if let fraction = json["progress"]?.double {
      self = .progress(fraction)
    } else if json["wants"] == .null {
      self = .wants(.standardOutput)
    } else if case .path(let path)? = try json.file("wants") {
      self = .wants(.file(path))
    } else if let result = json["finished"] {
      self = .finished(result, leaving: json["leaving"] == .bool(true))
    } else {
      throw ConversionError(.damagedInput, "no message of a worker")
    }
  }
}
