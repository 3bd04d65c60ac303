import ConverterCore
import SystemPackage

/// The messages of a supervisor to a sealed worker.
enum SupervisorMessage {
  /// To a template: what the next worker prints on its standard error goes to the pipe that comes with it.
  case errorOutput
  /// To a template: it is to fork a worker, whose socket comes with it.
  case fork
  /// An input beside the first of the request that comes next. It comes with it, open.
  case further
  /// The index of the mailbox that comes next, and where it stands. It comes with it, open.
  case index(FilePath)
  /// A file to convert, and which steps of it ended a worker before. The open input comes with it.
  case convert(Request, threads: Int, hazards: Hazards = Hazards())
  /// A file to report on, without converting it: what would become of it. The open input comes with it.
  case dryRun(Request, DryRun.Kind)
  /// An archive whose files are to be listed, those that the input of the request names. The open archive comes with
  /// it.
  case list(Request)
  /// Asks which options of a request no step of its route uses. The open input comes with it.
  case survey(Request)
  /// A pipe to standard output, for the look that comes next. The end to write to comes with it.
  case page
  /// A file to look at. The open input comes with it.
  case look(LookRequest)
  /// The socket for questions about the view that is opened next. It comes with it.
  case questions
  /// A file to be kept open for questions. The key names the model to see it as, where there is a choice. The open input
  /// comes with it.
  case view(Request, as: String?)
  /// A question about the file that is open, over the socket for questions.
  case ask(ViewQuestion)
  /// The answer to ``WorkerMessage/wants(_:)``. The file to write comes with it.
  case granted
  /// The answer to ``WorkerMessage/wantsPasswords``.
  case passwords([Password])
  /// The refusal of ``WorkerMessage/wants(_:)`` or ``WorkerMessage/start(_:)``.
  case refused(ConversionError)
  /// The answer to ``WorkerMessage/start(_:)``. With it comes a pipe that gives the program's status, as `waitpid` has
  /// it, in four bytes when it has ended. The program is ended when that is closed.
  case started
  /// The system did not start the program.
  case notStarted(Errno)
}

extension SupervisorMessage {
  var json: JSONValue {
    switch self {
    case .errorOutput:
      .object([.init("errorOutput", .bool(true))])
    case .fork:
      .object([.init("fork", .bool(true))])
    case .further:
      .object([.init("further", .bool(true))])
    case .index(let path):
      .object(path.members("index"))
    case .convert(let request, let threads, let hazards):
      .object(
        [.init("convert", request.json), .init("threads", .integer(threads))] + hazards.members
          + request.confidential)
    case .dryRun(let request, let kind):
      .object(
        [.init("dryRun", request.json), .init("kind", .string(kind.rawValue))]
          + request.confidential)
    case .list(let request):
      .object([.init("list", request.json)] + request.confidential)
    case .survey(let request):
      .object([.init("survey", request.json)] + request.confidential)
    case .page:
      .object([.init("page", .bool(true))])
    case .look(let look):
      .object(
        [.init("look", look.request.json), .init("manner", look.manner)] + look.request.confidential
      )
    case .questions:
      .object([.init("questions", .bool(true))])
    case .view(let request, let key):
      .object(
        [.init("view", request.json), .init("model", key.map { .string($0) } ?? .null)]
          + request.confidential)
    case .ask(let question):
      .object([.init("question", question.json)])
    case .granted:
      .object([.init("granted", .bool(true))])
    case .passwords(let passwords):
      .object([.init("passwords", .array(passwords.map(\.json)))])
    case .refused(let error):
      .object([.init("refused", error.json(besides: nil))])
    case .started:
      .object([.init("started", .bool(true))])
    case .notStarted(let error):
      .object([.init("notStarted", .integer(Int(error.rawValue)))])
    }
  }

  /// - Throws: `damagedInput` for what is no such message; what ``Request`` throws.
  init(_ json: JSONValue, vocabulary: RequestVocabulary) throws(ConversionError) {
    if json["errorOutput"] == .bool(true) {
      self = .errorOutput
    } else if json["fork"] == .bool(true) {
      self = .fork
    } else if json["further"] == .bool(true) {
      self = .further
    } else if case .path(let path) = try json.file("index") {
      self = .index(path)
    } else if let line = json["convert"], case .integer(let threads)? = json["threads"] {
      self = .convert(
        try Request(line, confidential: json, vocabulary: vocabulary), threads: threads,
        hazards: Hazards(json))
    } else if let line = json["dryRun"],
      let kind = json["kind"]?.text.flatMap(DryRun.Kind.init)
    {
      self = .dryRun(try Request(line, confidential: json, vocabulary: vocabulary), kind)
    } else if let line = json["list"] {
      self = .list(try Request(line, confidential: json, vocabulary: vocabulary))
    } else if let line = json["survey"] {
      self = .survey(try Request(line, confidential: json, vocabulary: vocabulary))
    } else if json["page"] == .bool(true) {
      self = .page
    } else if let line = json["look"], let manner = json["manner"] {
      let request = try Request(line, confidential: json, vocabulary: vocabulary)
      self = .look(try LookRequest(of: request, manner: manner))
    } else if json["questions"] == .bool(true) {
      self = .questions
    } else if let line = json["view"] {
      self = .view(
        try Request(line, confidential: json, vocabulary: vocabulary), as: json["model"]?.text)
    } else if let question = json["question"] {
      self = .ask(try ViewQuestion(question))
    } else if json["granted"] == .bool(true) {
      self = .granted
    } else if let passwords = json["passwords"]?.elements {
      self = .passwords(passwords.compactMap(Password.init))
    } else if let error = json["refused"] {
      self = .refused(try ConversionError(json: error, besides: nil))
    } else if json["started"] == .bool(true) {
      self = .started
    } else if let number = json["notStarted"]?.int {
      self = .notStarted(Errno(rawValue: CInt(clamping: number)))
    } else {
      throw ConversionError(.damagedInput, "no message of a supervisor")
    }
  }
}

extension Hazards {
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if !avoided.isEmpty {
      let reasons = avoided.sorted { $0.key < $1.key }
      members.append(
        .init("avoided", .object(reasons.map { .init($0.key, .string($0.value)) })))
    }
    if !suspected.isEmpty {
      members.append(.init("suspected", .array(suspected.sorted().map { .string($0) })))
    }
    return members
  }

  fileprivate init(_ json: JSONValue) {
    self.init()
    for member in json["avoided"]?.members ?? [] { avoided[member.key] = member.value.text ?? "" }
    suspected = Set((json["suspected"]?.elements ?? []).compactMap(\.text))
  }
}

extension Request {
  /// What a worker needs beside the request line: passwords of the result, which stand in no line that is kept
  /// anywhere, which part of the input's words is the archive, for a worker has no access to files, and how a
  /// folder is to be arranged, which a line cannot say.
  fileprivate var confidential: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    for (key, password) in [
      ("userPassword", options.userPassword), ("ownerPassword", options.ownerPassword),
    ] {
      if let password { members.append(.init(key, password.json)) }
    }
    if options.reading.namesPassword { members.append(.init("namesPassword", .bool(true))) }
    if case .entry(let archive, _) = input {
      members.append(.init("archiveLength", .integer(archive.bytes.count)))
    }
    if case .folder(_, let arrangement) = output {
      members.append(.init("arrangement", .string(arrangement.rawValue)))
    }
    return members
  }

  fileprivate init(
    _ line: JSONValue, confidential: JSONValue, vocabulary: RequestVocabulary
  ) throws(ConversionError) {
    try self.init(json: line, vocabulary: vocabulary, allowsStandardStreams: true)
    options.reading.namesPassword = confidential["namesPassword"] == .bool(true)
    options.userPassword = confidential["userPassword"].flatMap(Password.init)
    options.ownerPassword = confidential["ownerPassword"].flatMap(Password.init)
    if case .folder(let path, _) = output {
      guard
        let arrangement = confidential["arrangement"]?.text.flatMap(OutputFolder.Arrangement.init)
      else { throw ConversionError(.damagedInput, "no message of a supervisor") }
      output = .folder(path, arrangement)
    }
    if let length = confidential["archiveLength"]?.int {
      let exact = line["inputHex"]?.text.flatMap([UInt8].init(hexadecimal:))
      let bytes = exact ?? Array((line["input"]?.text ?? "").utf8)
      guard (0..<bytes.count).contains(length) else {
        throw ConversionError(.damagedInput, "no message of a supervisor")
      }
      input = Request.Input(archiveLength: length, of: bytes)
    } else if let path = input.path {
      input = .file(path)
    }
    // A worker has no access to files, so that names that look like files in archives are those of files.
    func plain(_ inputs: [Request.Input]) -> [Request.Input] {
      inputs.map { input in input.path.map { .file($0) } ?? input }
    }
    switch purpose {
    case .merge(let inputs): purpose = .merge(plain(inputs))
    case .pack(let inputs): purpose = .pack(plain(inputs))
    case .convert, .compress, .split: break
    }
  }
}

extension Password {
  /// In hexadecimal digits: it may be any bytes.
  fileprivate var json: JSONValue { .string(bytes.hexadecimal) }

  fileprivate init?(_ json: JSONValue) {
    guard let bytes = json.text.flatMap([UInt8].init(hexadecimal:)) else { return nil }
    self.init(bytes)
  }
}
