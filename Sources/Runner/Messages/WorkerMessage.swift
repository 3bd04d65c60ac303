import ConverterCore
import SystemPackage

/// The messages of a sealed worker to its supervisor.
enum WorkerMessage {
  /// It has entered its sandbox; the phrases name what this system lacks of it.
  case ready(missing: [String])
  /// A template has forked a worker, with this process number; `nil` where the system refused.
  case forked(Int32?)
  /// It could not enter the sandbox that it was told to, and ends.
  case unfit(ConversionError)
  /// How much of the file is done, 0…1.
  case progress(Double)
  /// It begins a step that may end it, or has come to its end.
  case hazard(String, isOver: Bool)
  /// It wants to write an output.
  case wants(OutputFile.Destination)
  /// Something is encrypted: it wants the passwords that its request has.
  case wantsPasswords
  /// It wants a program to be started. What that is to read, to write, and to write as its standard error comes with it.
  case start(ProgramOrder)
  /// Something about the folder that it fills, to be done by the supervisor when it publishes it.
  case deferred(OutputFolder.Deferred)
  /// Files of an archive that was to be listed.
  case files([ListedFile])
  /// All files were listed, or why not.
  case listed(ConversionError?)
  /// The options that no step of the route of a request uses; `nil` where there is no route.
  case surveyed([UnusedOption]?)
  /// A line for standard error, from a look.
  case note(String)
  /// A viewer wants the whole terminal. The socket that delivers keys to it comes with the answer.
  case takesScreen
  /// A look is finished.
  case looked(LookResult)
  /// The file is finished, one way or the other. A worker that is leaving takes no further one.
  ///
  /// - modified: when the input was last changed, in nanoseconds since 1970, where the supervisor cannot
  ///   know it: of a file in an archive.
  case finished(JSONValue, leaving: Bool, modified: Int?)
}

/// A file in an archive.
struct ListedFile: Equatable {
  let path: [UInt8]
  /// `nil` where it is not known before the content is read.
  let byteCount: Int?
}

extension WorkerMessage {
  var json: JSONValue {
    switch self {
    case .ready(let missing):
      .object([.init("ready", .array(missing.map { .string($0) }))])
    case .forked(let identifier):
      .object([.init("forked", identifier.map { .integer(Int($0)) } ?? .null)])
    case .unfit(let error):
      .object([.init("unfit", error.json(besides: nil))])
    case .progress(let fraction):
      .object([.init("progress", .number(fraction))])
    case .hazard(let step, let isOver):
      .object([.init("hazard", .string(step)), .init("isOver", .bool(isOver))])
    case .wants(.file(let path)):
      .object(path.members("wants"))
    case .wants(.scratch):
      .object([.init("wants", .bool(true))])
    case .wants(.stream):
      .object([.init("wants", .bool(false))])
    case .wants:
      .object([.init("wants", .null)])
    case .wantsPasswords:
      .object([.init("wantsPasswords", .bool(true))])
    case .start(let order):
      .object(
        order.program.members("start") + [
          .init("arguments", .array(order.arguments.map { .string($0) })),
          .init("cpuSeconds", .integer(order.cpuSeconds)), .init("memory", .integer(order.memory)),
        ])
    case .deferred(.link(let path, let target)):
      .object([
        .init("link", .string(path.hexadecimal)), .init("target", .string(target.hexadecimal)),
      ])
    case .deferred(.permissions(let path, let permissions)):
      .object([
        .init("folder", .string(path.hexadecimal)),
        .init("permissions", .integer(Int(permissions.rawValue))),
      ])
    case .files(let files):
      .object([
        .init(
          "files",
          .array(
            files.map {
              .array([
                .string($0.path.hexadecimal), $0.byteCount.map { .integer($0) } ?? .null,
              ])
            }))
      ])
    case .listed(let error):
      .object([.init("listed", error?.json(besides: nil) ?? .null)])
    case .surveyed(let unused):
      .object([.init("surveyed", unused.map { .array($0.map(\.json)) } ?? .null)])
    case .note(let line):
      .object([.init("note", .string(line))])
    case .takesScreen:
      .object([.init("takesScreen", .bool(true))])
    case .looked(let result):
      .object([.init("looked", result.json)])
    case .finished(let result, let leaving, let modified):
      .object([
        .init("finished", result), .init("leaving", .bool(leaving)),
        .init("modified", modified.map { .integer($0) } ?? .null),
      ])
    }
  }

  /// - Throws: `damagedInput` for what is no such message.
  init(_ json: JSONValue) throws(ConversionError) {
    if case .array(let missing)? = json["ready"] {
      self = .ready(missing: missing.compactMap(\.text))
    } else if let identifier = json["forked"] {
      self = .forked(identifier.int.flatMap(Int32.init(exactly:)))
    } else if let error = json["unfit"] {
      self = .unfit(try ConversionError(json: error, besides: nil))
    } else if let fraction = json["progress"]?.double {
      self = .progress(fraction)
    } else if let step = json["hazard"]?.text {
      self = .hazard(step, isOver: json["isOver"] == .bool(true))
    } else if json["wants"] == .null {
      self = .wants(.standardOutput)
    } else if json["wants"] == .bool(true) {
      self = .wants(.scratch)
    } else if json["wants"] == .bool(false) {
      self = .wants(.stream)
    } else if case .path(let path)? = try json.file("wants") {
      self = .wants(.file(path))
    } else if json["wantsPasswords"] == .bool(true) {
      self = .wantsPasswords
    } else if case .path(let program)? = try json.file("start"),
      let arguments = json["arguments"]?.elements, let seconds = json["cpuSeconds"]?.int,
      let memory = json["memory"]?.int
    {
      self = .start(
        ProgramOrder(
          program, arguments.compactMap(\.text), cpuSeconds: seconds, memory: memory))
    } else if let path = json.bytes("link"), let target = json.bytes("target") {
      self = .deferred(.link(path: path, target: target))
    } else if let path = json.bytes("folder"), let bits = json["permissions"]?.int {
      self = .deferred(
        .permissions(path: path, FilePermissions(rawValue: CModeT(bits & 0o777))))
    } else if let files = json["files"]?.elements {
      self = .files(files.compactMap(ListedFile.init))
    } else if let error = json["listed"] {
      self = .listed(error == .null ? nil : try ConversionError(json: error, besides: nil))
    } else if let unused = json["surveyed"] {
      var options: [UnusedOption] = []
      for option in unused.elements ?? [] { options.append(try UnusedOption(json: option)) }
      self = .surveyed(unused == .null ? nil : options)
    } else if let line = json["note"]?.text {
      self = .note(line)
    } else if json["takesScreen"] == .bool(true) {
      self = .takesScreen
    } else if let result = json["looked"] {
      self = .looked(try LookResult(result))
    } else if let result = json["finished"] {
      self = .finished(
        result, leaving: json["leaving"] == .bool(true), modified: json["modified"]?.int)
    } else {
      throw ConversionError(.damagedInput, "no message of a worker")
    }
  }
}

extension JSONValue {
  /// The bytes that a member gives in hexadecimal digits.
  fileprivate func bytes(_ key: String) -> [UInt8]? {
    self[key]?.text.flatMap([UInt8].init(hexadecimal:))
  }
}

extension ListedFile {
  /// `nil` for what is none.
  fileprivate init?(_ json: JSONValue) {
    guard let elements = json.elements, elements.count == 2,
      let path = elements[0].text.flatMap([UInt8].init(hexadecimal:))
    else { return nil }
    self.init(path: path, byteCount: elements[1].int)
  }
}
