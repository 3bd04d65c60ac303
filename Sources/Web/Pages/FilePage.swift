import ConverterCore
import HTTPTypes
import Hummingbird
import SystemPackage

/// The page of one file: what is in it, what is known of it, and what can be done with it.
struct FilePage {
  private let look: Look
  private var routes: FileRoutes { look.routes }
  private var input: FileAddress { look.input }
  private var form: Form { look.form }
  private var words: Words { look.words }
  private var id: String { look.id }

  /// - Parameter id: stands for the file.
  init(
    _ routes: FileRoutes, _ input: FileAddress, _ id: String, _ form: Form, _ words: Words
  ) {
    look = Look(routes: routes, input: input, id: id, form: form, words: words)
  }

  /// - Parameter isAhead: whether it is fetched before somebody asks for it, so that the file is not among those opened last.
  func response(isAhead: Bool) async throws -> Response {
    let (facts, isWhole) = try await facts()
    var values: [String: Any] = [
      "title": name, "name": name, "path": await way(), "file": id,
      "version": AssetRoutes.version, "styles": ["look.css"],
    ]
    if case .file = input { values["download"] = "/files/\(id)/download" }
    let type = facts["type"]?.text
    let format = try await routes.registry.formats().first { $0["type"]?.text == type }
    if !isAhead {
      routes.recent.remember(input, type: format?["type"]?.text, byteCount: facts["bytes"]?.int)
    }
    if let kind = format?["name"]?.text { values["kind"] = ["name": kind] }
    values["about"] = facts["bytes"]?.int.map(words.size) ?? ""
    if !isWhole { values["waits"] = words["details_wait"] }
    if let error = facts["error"] { values.merge(try await fault(error)) { $1 } }
    values.merge(try await content(facts)) { $1 }
    if isWhole { values.merge(FactList(facts, words).values) { $1 } }
    if let format { values.merge(try await TargetForm(format, facts, form, routes).values) { $1 } }
    return routes.pages.page("file", values, words)
  }

  private var name: String { input.shownName }

  /// How long a page waits to know all of a file that can be shown without. Of a large one all is only known this soon where it was
  /// looked at before.
  private static let patience = Duration.milliseconds(100)
  private static let patienceForLargeFiles = Duration.milliseconds(5)
  private static let largeFileSize = 32 << 20

  /// What `fairy info --json` says of it, or what is known when it is open, where the rest takes long.
  private func facts() async throws -> (facts: JSONValue, isWhole: Bool) {
    let version = try await look.key()
    let key = "\(id) \(version)"
    let isLarge = bytes(version).int ?? 0 > Self.largeFileSize
    let patience = isLarge ? Self.patienceForLargeFiles : Self.patience
    if let facts = try await routes.facts.facts(of: input, key, within: patience) {
      return (facts, true)
    }
    if let opening = try? await routes.views.opening(input), let kind = opening["kind"]?.text,
      let type = opening["type"]
    {
      let formats = try await routes.registry.formats()
      let format = formats.first { $0["type"] == type }
      return (
        .object([
          .init("type", type), .init("mediaType", format?["mediaTypes"]?.elements?.first ?? .null),
          .init("bytes", bytes(version)), .init(kind, opening),
        ]), false
      )
    }
    return (try await routes.facts.facts(of: input, key, within: nil) ?? .null, true)
  }

  /// The size of the file as its version has it; of one in an archive it is not known.
  private func bytes(_ version: String) -> JSONValue {
    guard case .file = input, let size = Int(version.prefix { $0 != "-" }) else { return .null }
    return .integer(size)
  }

  /// The folders that the file is in, or the message that it came with.
  private func way() async -> [[String: Any]] {
    if case .file(let path) = input, let origin = await routes.attachments.origin(of: path) {
      return [["name": origin.name, "href": origin.address]]
    }
    return routes.way(to: input, words)
  }

  // MARK: What is in it

  private func content(_ facts: JSONValue) async throws -> [String: Any] {
    do {
      if facts["picture"] != nil { return try await PictureLook(look: look).values(facts) }
      if isMarkdown(facts), form["as"] == nil {
        return ["markdown": try await MarkdownLook(look: look).values()]
      }
      if isText(facts), isMarkdown(facts) || form["as"] == "text" { return try await text() }
      if let table = facts["table"], !(isText(facts) && table["columns"]?.int == 0) {
        return ["table": try await TableLook(look: look).values(), "scripts": ["grid.js"]]
      }
      if facts["tree"] != nil {
        return ["tree": try await TreeLook(look: look).tree(), "scripts": ["tree.js"]]
      }
      if facts["archive"] != nil { return ["archive": try await TreeLook(look: look).archive()] }
      if facts["document"] != nil {
        return [
          "document": try await DocumentLook(look: look).values(), "scripts": ["reader.js"],
        ]
      }
      if let mailbox = facts["mailbox"] { return try await mail(mailbox) }
      if facts["error"] != nil { return try await neighbours(facts) }
      return isText(facts) ? try await text() : try await unshown()
    } catch let error as ConversionError {
      return ["fault": error.message]
    }
  }

  /// The way on from a picture that is damaged to those beside it.
  private func neighbours(_ facts: JSONValue) async throws -> [String: Any] {
    guard facts["mediaType"]?.text?.hasPrefix("image/") == true else { return [:] }
    let beside = try await PictureLook(look: look).neighbours().merging(["t": words.texts]) { $1 }
    return ["beside": beside, "scripts": ["picture.js"]]
  }

  private func isText(_ facts: JSONValue) -> Bool {
    guard case .file = input else { return false }
    return facts["mediaType"]?.text?.hasPrefix("text/") == true
  }

  private func isMarkdown(_ facts: JSONValue) -> Bool {
    facts["type"]?.text == "net.daringfireball.markdown" && isText(facts)
  }

  private func text() async throws -> [String: Any] {
    ["text": try await TextLook(look: look).values()]
  }

  private func mail(_ mailbox: JSONValue) async throws -> [String: Any] {
    let look = MailLook(look: look)
    let isOnly = mailbox["format"]?.text == "mail message"
    guard let number = isOnly ? 1 : form["message"].flatMap({ Int($0) }) else {
      return ["mails": try await look.list()]
    }
    return ["message": try await look.message(number, isOnly: isOnly)]
  }

  // MARK: What is not shown

  /// Why a file is not shown, in a sentence.
  private func fault(_ error: JSONValue) async throws -> [String: Any] {
    switch error["code"]?.text {
    case ConversionError.Code.missingPassword.rawValue:
      return ["locked": ["why": words["needs_password"]]]
    case ConversionError.Code.wrongPassword.rawValue:
      return ["locked": ["why": words["wrong_password"], "isWrong": true]]
    default:
      return try await evidence().merging(["fault": error["message"]?.text ?? ""]) { $1 }
    }
  }

  /// A file that nothing shows.
  private func unshown() async throws -> [String: Any] {
    var values = try await evidence()
    values["unshown"] = words["unshown_why"]
    if case .entry(let archive, _) = input {
      values["unshown"] = words["unshown_packed_why"]
      values["unpack"] = routes.names.identifier(of: archive)
    }
    if values["hasEvidence"] as? Bool == false { values["nothingKnown"] = words["no_evidence"] }
    return values
  }

  /// What a file was taken for, and why: what `fairy why` says.
  private func evidence() async throws -> [String: Any] {
    let answer = try? await routes.broker.ask(
      [.init("broker", .string("evidence"))] + input.members("file"))
    let found = answer?.json["answer"]?.elements?.first?["evidence"]?.elements ?? []
    let lines = found.compactMap { line -> [String: String]? in
      line["observation"]?.text.map { ["observation": $0] }
    }
    return ["hasEvidence": !lines.isEmpty, "evidence": lines]
  }
}
