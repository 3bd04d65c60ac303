public import ConverterCore
import SystemPackage

extension Request {
  /// What a request line may say. `id` is echoed in the result, `bytes` is the size of the input as a
  /// manifest notes it; a conversion needs neither. `priority`, `progress` and `dryRun` are for the
  /// supervisor.
  enum Key: String, CaseIterable {
    case id, verb, input, inputHex, pages, more, parts, output, outputHex, to, options, bytes
    case namesEachPart, streamed, priority, progress, dryRun

    /// Those that a line can use: only supervisors hand on requests for standard output.
    static var ofLines: [String] { allCases.filter { $0 != .streamed }.map(\.rawValue) }
  }

  /// Reads a request line of `fairy worker` or a manifest.
  ///
  /// - Parameters:
  ///   - allowsStandardStreams: whether `-` may stand for standard input and output; where these carry
  ///     requests and results it may not.
  ///   - defaults: sets what the line may leave unsaid.
  /// - Throws: `usage` for a key that does not exist, or a value that does not suit it; `unknownType`.
  public init(
    json: JSONValue, vocabulary: RequestVocabulary, allowsStandardStreams: Bool = false,
    defaults: (inout Request) -> Void = { _ in }
  ) throws(ConversionError) {
    let input = try Input(
      json: json, allowsStandardStreams: allowsStandardStreams, like: vocabulary.example)
    do throws(ConversionError) {
      try self.init(
        input, json: json, vocabulary: vocabulary, allowsStandardStreams: allowsStandardStreams,
        defaults: defaults)
    } catch {
      throw error.about(input.path)
    }
  }

  private init(
    _ input: Input, json: JSONValue, vocabulary: RequestVocabulary, allowsStandardStreams: Bool,
    defaults: (inout Request) -> Void
  ) throws(ConversionError) {
    let catalog = vocabulary.catalog
    for member in json.members ?? [] where Key(rawValue: member.key) == nil {
      throw .unknownKey(member.key, of: "a request", known: Key.ofLines)
    }
    let purpose = try Purpose(
      json: json, allowsStandardStreams: allowsStandardStreams, like: vocabulary.example)
    let output = try json.file("output")
    let target =
      try purpose.keepsType && json["to"] == nil
      ? ContentType.named(ContentType.ID.data.rawValue, in: catalog)
      : ContentType(json["to"], output: output, catalog: catalog)
    let destination: OutputFile.Destination
    switch output {
    case .path(let path):
      // A `FilePath` drops the slash, and the result would be a file of the folder's name.
      guard json["output"]?.text?.utf8.last != UInt8(ascii: "/") || target.fillsFolder else {
        throw ConversionError(.usage, "\"output\" ends in a slash: name the file, not its folder")
      }
      destination = target.destination(named: path)
    case .standardStream where allowsStandardStreams: destination = .standardOutput
    case .standardStream:
      throw ConversionError(
        .usage, "\"output\" must be a file: standard output carries the results")
    case nil where purpose == .convert:
      destination = input.destination(beside: target)
    case nil:
      throw ConversionError(.usage, "this verb needs an \"output\"")
    }
    self.init(input: input, target: target, output: destination)
    self.purpose = purpose
    inputPages = try Purpose.inputPages(json, of: purpose)
    namesEachPart = try json["namesEachPart"]?.flag(of: "namesEachPart") ?? false
    isStreamed = try json["streamed"]?.flag(of: "streamed") ?? false
    if isStreamed, destination != .standardOutput {
      throw ConversionError(.usage, "only standard output is \"streamed\"")
    }
    defaults(&self)
    if let size = json["bytes"] { _ = try size.count(of: "bytes") }
    for member in try json["options"]?.members(of: "options") ?? [] {
      try setOption(member, vocabulary)
    }
  }

  /// The request line's members but `id`: ``init(json:vocabulary:allowsStandardStreams:)`` reads them as
  /// the same request.
  ///
  /// What has its usual value is left out. An output in memory is written like standard output.
  public var json: JSONValue {
    var members = input.members("input")
    if let pages = inputPages[0] { members.append(.init("pages", .string(pages.text))) }
    members += purpose.members(inputPages)
    members += output.path?.members("output") ?? [.init("output", .string("-"))]
    if namesEachPart { members.append(.init("namesEachPart", .bool(true))) }
    if isStreamed { members.append(.init("streamed", .bool(true))) }
    members.append(.init("to", .string(target.id.rawValue)))
    let options = Option.members(self)
    if !options.isEmpty { members.append(.init("options", .object(options))) }
    return .object(members)
  }
}

extension Request.Input {
  /// Reads the input of a request or a result, even of one that is wrong otherwise.
  ///
  /// - Parameter example: a request, to be shown where this is none.
  /// - Throws: `usage`.
  public init(
    json: JSONValue, allowsStandardStreams: Bool = false, like example: JSONValue? = nil
  ) throws(ConversionError) {
    guard json.members != nil else {
      let advice = example.map { ", such as \($0)" } ?? ""
      throw ConversionError(.usage, "a request is an object\(advice)")
    }
    switch try json.file("input") {
    case .path(let path):
      let exact = json["inputHex"]?.text.flatMap([UInt8].init(hexadecimal:))
      let bytes = exact ?? Array((json["input"]?.text ?? "").utf8)
      self = bytes == path.bytes ? .file(path) : Request.Input(parsing: bytes)
    case .standardStream where allowsStandardStreams: self = .standardInput
    case .standardStream:
      throw ConversionError(.usage, "\"input\" must be a file: standard input carries the requests")
    case nil: throw ConversionError(.usage, "a request needs an \"input\"")
    }
  }
}

extension ContentType {
  /// The type that a request names, else the one of the output's extension.
  fileprivate init(
    _ word: JSONValue?, output: NamedFile?, catalog: ContentTypeCatalog
  ) throws(ConversionError) {
    if let word {
      self = try ContentType.named(word.text(of: "to"), in: catalog)
    } else if case .path(let path) = output, let word = path.extension {
      self = try ContentType.named(word, in: catalog)
    } else {
      throw ConversionError(
        .usage, "the target is missing: say \"to\", or name an \"output\" with an extension")
    }
  }
}

extension ConversionError {
  static func unknownKey(_ key: String, of what: String, known: [String]) -> ConversionError {
    ConversionError(
      .usage, "\"\(key.prefix(40))\" is no key of \(what): use \(known.joined(separator: ", "))")
  }
}
