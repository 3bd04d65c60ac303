import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the web process asks for, line by line.
///
/// Lines are those of `fairy worker`, whose inputs are below served folders and whose outputs are below the work folder;
/// or questions to the broker itself:
///
/// ```
/// {"id":1,"broker":"list","folder":"Photos/2024","from":0,"count":200,"order":"newest"}
/// {"id":6,"broker":"beside","file":"Photos/b.heic"}     the pictures before and behind it
/// {"id":2,"broker":"open","file":"Photos/a.pdf"}
/// {"id":3,"broker":"facts","file":"Photos/a.heic"}      also "evidence"
/// {"id":4,"broker":"formats"}
/// {"id":5,"broker":"place","file":"work/3/a.jpg","folder":"Photos","name":"a.jpg"}
/// {"id":6,"broker":"scanners"}
/// {"id":7,"broker":"scan","name":"a1","folder":".work/uploads","device":"test:0","source":"feeder","resolution":300,"mode":"gray"}
/// {"broker":"cancel-scan","name":"a1"}                  no answer; the scan's own says how it ended
/// {"id":8,"broker":"triage","ask":"progress","folder":"Photos"}      see TriageAnswers
/// {"id":9,"broker":"phone"}                             also "close": true
/// {"id":10,"broker":"about"}
/// {"id":12,"broker":"password","file":"Photos/a.pdf","password":"…"}
/// {"id":11,"broker":"check","request":{"input":"Photos/a.heic","to":"jpeg"}}
/// ```
struct BrokerLines: Sendable {
  let folders: ServedFolders
  let channel: Channel
  let looks: FileLooks
  let photos: PhotoDesk
  let registry: Registry
  /// What `fairy formats --json` prints.
  let formats: @Sendable () -> [JSONValue]
  /// `nil` where no phone may be spoken with.
  let phone: PhonePort?
  /// Lines about the program and the system, for a report of a problem.
  let about: @Sendable () -> [String]
  let scanners: ScannerAccess
  let scans: ScansUnderWay
  let passwords: KnownPasswords

  /// Answers a question to the broker, and changes the paths of other lines to those that the supervisor uses.
  ///
  /// - Returns: `nil` for a line that has been dealt with.
  func prepare(_ line: JSONValue) throws(ConversionError) -> JSONValue? {
    if let word = line["broker"] {
      do throws(ConversionError) {
        try answer(word.text(of: "broker"), line)
      } catch {
        send(line["id"], [.init("error", error.answer)])
      }
      return nil
    }
    guard line["view"] == nil, line["cancel"] == nil else { return line }
    guard let members = line.members, let output = line["output"]?.text, line["outputHex"] == nil
    else { throw ConversionError(.usage, "a request of the web process has an \"output\"") }
    let place = try outputPath(output)
    return .object(
      members.map { $0.key == "output" ? .init("output", .string(place.lossyText)) : $0 })
  }

  /// Where a result goes that the web process calls `work/…`.
  private func outputPath(_ text: String) throws(ConversionError) -> FilePath {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0] == folders.work.word,
      parts.dropFirst().allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.contains("\0") })
    else {
      throw ConversionError(.usage, "results go to \"\(folders.work.word)/…\"")
    }
    return folders.work.path.appending(parts.dropFirst().joined(separator: "/"))
  }

  /// The name that the web process has for a result.
  func name(ofOutput path: FilePath) -> FilePath {
    var name = path
    guard name.removePrefix(folders.work.path) else { return path }
    return FilePath(folders.work.word).pushing(name)
  }

  private func answer(_ word: String, _ line: JSONValue) throws(ConversionError) {
    switch word {
    case "list": try list(line)
    case "beside": try beside(line)
    case "open": try open(line)
    case "facts": try look(.facts, line)
    case "evidence": try look(.evidence, line)
    case "formats": send(line["id"], [.init("answer", .array(formats()))])
    case "place": try place(line)
    case "phone": try speakWithPhone(line)
    case "about":
      send(line["id"], [.init("answer", .array(about().map { .string($0) }))])
    case "scanners": listScanners(line)
    case "scan": try scan(line)
    case "password":
      let password = try line["password"]?.text(of: "password") ?? ""
      try passwords.set(Array(password.utf8), of: path("file", line))
      send(line["id"], [.init("answer", .bool(true))])
    case "cancel-scan": scans.cancel(try line["name"]?.text(of: "name") ?? "")
    case "triage": try askPhotos(line)
    case "check": try check(line)
    default: throw ConversionError(.usage, "\"\(word.prefix(40))\" is no question to the broker")
    }
  }

  private func speakWithPhone(_ line: JSONValue) throws(ConversionError) {
    guard let phone else {
      throw ConversionError(.usage, "the service was not started with --phone")
    }
    if line["close"] == .bool(true) {
      phone.close()
      return send(line["id"], [.init("answer", .bool(true))])
    }
    let (socket, port) = try phone.open()
    defer { try? socket.close() }
    let answer = JSONValue.object([.init("port", .integer(Int(port)))])
    send(line["id"], [.init("answer", answer), .init("file", .bool(true))], with: [socket])
  }

  private func list(_ line: JSONValue) throws(ConversionError) {
    let path = try path("folder", line)
    let order: FolderListing.Order = try line["order"]?.choice(of: "order") ?? .name
    let listing = try FolderListing(
      of: folders.folder(path), by: order, from: try line["from"]?.count(of: "from") ?? 0,
      count: try line["count"]?.count(of: "count") ?? FolderListing.mostEntries, registry)
    send(line["id"], [.init("answer", listing.json)])
  }

  private func beside(_ line: JSONValue) throws(ConversionError) {
    let path = try path("file", line)
    let name = Array(path.bytes.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed())
    let folder = try folders.folder(path.removingLastComponent())
    let found = try FolderListing.pictures(beside: name, in: folder, registry)
    send(line["id"], [.init("answer", found)])
  }

  private func open(_ line: JSONValue) throws(ConversionError) {
    let path = try path("file", line)
    let file = try folders.open(path)
    let answer = JSONValue.object([
      .init("bytes", .integer(file.byteCount)),
      .init("modified", .integer(file.times?.modified ?? 0)),
    ])
    send(
      line["id"], [.init("answer", answer), .init("file", .bool(true))],
      with: [file.descriptor].compactMap(\.self))
  }

  /// Reads a request without doing it, and tells it as it is understood.
  private func check(_ line: JSONValue) throws(ConversionError) {
    let members = try line["request"]?.members(of: "request") ?? []
    // Where the result goes is said when it is to be done.
    let output = JSONValue.Member("output", .string("result"))
    let isNamed = members.contains { $0.key == "to" || $0.key == "verb" }
    guard isNamed else {
      throw ConversionError(.usage, "the target is missing: say \"to\", or a \"verb\"")
    }
    let request = try Request(
      json: .object(members + [output]), vocabulary: RequestVocabulary(registry))
    send(line["id"], [.init("answer", request.json)])
  }

  private func look(_ kind: LookRequest.Kind, _ line: JSONValue) throws(ConversionError) {
    let names = [("input", line["file"]), ("inputHex", line["fileHex"])]
    let input = try Request.Input(
      json: .object(names.compactMap { key, value in value.map { .init(key, $0) } }))
    guard let path = input.openedPath else {
      throw ConversionError(.usage, "a look needs a \"file\"")
    }
    let request = Request(
      input: input, target: try ContentType.named(ContentType.ID.data.rawValue, in: .standard),
      output: .memory)
    let (id, channel) = (line["id"], channel)
    let order = FileLooks.Order(
      kind: kind, request: request, input: try folders.open(path, allowsFolder: true),
      passwords: passwords.passwords(of: request)
    ) { result in
      switch result {
      case .success(let lines): Self.send(channel, id, [.init("answer", .array(lines))])
      case .failure(let error): Self.send(channel, id, [.init("error", error.answer)])
      }
    }
    guard looks.add(order) else {
      throw ConversionError.exceeding(
        .init(fixed: "looks", needed: 257, allowed: 256), "too much is asked at once; try again")
    }
  }

  private func askPhotos(_ line: JSONValue) throws(ConversionError) {
    let (id, channel) = (line["id"], channel)
    let order = PhotoDesk.Order(line: line) { result in
      switch result {
      case .success(let answer): Self.send(channel, id, [.init("answer", answer)])
      case .failure(let error): Self.send(channel, id, [.init("error", error.answer)])
      }
    }
    guard photos.add(order) else {
      throw ConversionError.exceeding(
        .init(fixed: "questions", needed: 257, allowed: 256),
        "too much is asked at once; try again")
    }
  }

  /// Copies a result into a folder of the user's, under a name that is free.
  private func place(_ line: JSONValue) throws(ConversionError) {
    let (from, target) = (try path("file", line), try path("folder", line))
    guard try folders.place(of: target).0.isWritable else {
      throw ConversionError(
        .cannotCreateOutput, "is served for reading; name it with :rw to put results there",
        file: target)
    }
    let source = try folders.place(of: from).0.word
    guard [folders.work.word, folders.library.word].contains(source) else {
      throw ConversionError(.usage, "only results and documents are put into folders")
    }
    let name = try line["name"]?.text(of: "name") ?? ""
    let placed = try ResultPlacement(
      of: folders.open(from), in: folders.folder(target), target
    ).place(as: name)
    send(line["id"], [.init("answer", .object(placed.members("path")))])
  }

  /// Scanners take seconds to answer, and sheets longer: others are answered meanwhile.
  private func listScanners(_ line: JSONValue) {
    answerLater(line) { (scanners) throws(ConversionError) in .array(try scanners.list()) }
  }

  /// Puts the sheets of a scanner into folders of their own, in a folder below the work folder.
  private func scan(_ line: JSONValue) throws(ConversionError) {
    let folder = try path("folder", line)
    let place = try outputPath(folder.appending("new").lossyText).removingLastComponent()
    let name = try line["name"]?.text(of: "name") ?? ""
    let interruption = try scans.begin(name)
    let isBegun = answerLater(line) { [scans] (scanners) throws(ConversionError) in
      defer { scans.end(name) }
      let sheets = try ScannedFolder(in: place)
      let (files, failure) = try sheets.filled { (path) throws(ConversionError) in
        try scanners.scan(line, path, interruption)
      }
      return .object(
        [.init("files", .array(files.map { .string(folder.pushing($0).lossyText) }))]
          + (failure.map { [.init("failure", $0.answer)] } ?? []))
    }
    if !isBegun { scans.end(name) }
  }

  /// Answers from another thread.
  ///
  /// - Returns: whether there is such a thread; if not, the answer says so.
  @discardableResult
  private func answerLater(
    _ line: JSONValue,
    _ body: @escaping @Sendable (ScannerAccess) throws(ConversionError) -> JSONValue
  ) -> Bool {
    let (id, channel, scanners) = (line["id"], channel, scanners)
    let answer = { @Sendable in
      do throws(ConversionError) {
        Self.send(channel, id, [.init("answer", try body(scanners))])
      } catch {
        Self.send(channel, id, [.init("error", error.answer)])
      }
    }
    guard let thread = WorkerThread(running: answer) else {
      let error = ConversionError(.internalError, "the system starts no further thread")
      send(id, [.init("error", error.answer)])
      return false
    }
    thread.detach()
    return true
  }

  private func path(_ key: String, _ line: JSONValue) throws(ConversionError) -> FilePath {
    if let digits = line["\(key)Hex"]?.text, let path = FilePath(hexadecimal: digits) {
      return path
    }
    guard let text = line[key]?.text, let path = FilePath(bytes: Array(text.utf8)) else {
      throw ConversionError(.usage, "a question to the broker needs a \"\(key)\"")
    }
    return path
  }

  private func send(
    _ id: JSONValue?, _ members: [JSONValue.Member], with files: [FileDescriptor] = []
  ) {
    Self.send(channel, id, members, with: files)
  }

  private static func send(
    _ channel: Channel, _ id: JSONValue?, _ members: [JSONValue.Member],
    with files: [FileDescriptor] = []
  ) {
    channel.send(.object([.init("id", id ?? .null)] + members), with: files)
  }
}

extension ConversionError {
  /// The code and the message, and the file where there is one.
  var answer: JSONValue {
    .object(members + (file?.members("file") ?? []))
  }
}
