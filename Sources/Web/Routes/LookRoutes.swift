import ConverterCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Parts of files as JSON, for pages that show more of them: the questions of view sessions, one address each.
struct LookRoutes {
  let files: FileRoutes

  /// What stands in an address, and how it becomes a member of a question.
  private enum Kind {
    case number
    case text
    case flag
    /// One text, as a list.
    case list
  }

  /// How long an answer may take that is not known at once, in milliseconds.
  private static let patience = 2000
  private static let mostRows = 500

  /// The questions, and what each takes of an address.
  private static let questions: [(word: String, takes: [(name: String, kind: Kind)])] = [
    ("rows", [("from", .number), ("count", .number), ("filter", .list), ("sort", .text)]),
    (
      "cell", [("row", .number), ("column", .number), ("filter", .list), ("sort", .text)]
    ),
    ("position", [("number", .number), ("filter", .list), ("sort", .text)]),
    ("column", [("column", .number), ("filter", .list)]),
    (
      "find",
      [
        ("text", .text), ("from", .number), ("backward", .flag), ("filter", .list),
        ("sort", .text), ("node", .number), ("page", .number),
      ]
    ),
    ("children", [("node", .number), ("from", .number), ("count", .number)]),
    ("value", [("node", .number)]),
    ("words", [("page", .number)]),
  ]
  /// Those that are answered at once, and take no time to wait.
  private static let immediate: Set<String> = ["words"]

  func add(to router: RouterGroup<WebContext>) {
    for (word, takes) in Self.questions {
      router.get("files/:id/\(word)") { request, context in
        let form = Form(request.uri)
        return await Self.json {
          try await files.views.ask(
            try files.input(context), as: form["as"], word, try Self.members(form, takes, word))
        }
      }
    }
  }

  /// The members of a question.
  ///
  /// - Throws: `usage` for what the question does not take.
  private static func members(
    _ form: Form, _ takes: [(name: String, kind: Kind)], _ word: String
  ) throws(ConversionError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    for (name, value) in form.fields where name != "as" && !value.isEmpty {
      guard let kind = takes.first(where: { $0.name == name })?.kind else {
        throw ConversionError(.usage, "\"\(name.prefix(40))\" is nothing that \"\(word)\" takes")
      }
      switch kind {
      case .number:
        guard let number = Int(value), number >= 0 else {
          throw ConversionError(.usage, "\"\(name)\" is a whole number from 0")
        }
        members.append(.init(name, .integer(name == "count" ? min(number, mostRows) : number)))
      case .text: members.append(.init(name, .string(value)))
      case .flag: members.append(.init(name, .bool(true)))
      case .list: members.append(.init(name, .array([.string(value)])))
      }
    }
    if !immediate.contains(word) { members.append(.init("wait", .integer(patience))) }
    return members
  }

  /// An answer as JSON; an error as `{"error":{"code":…,"message":…}}`, with its status.
  static func json(_ make: () async throws -> JSONValue) async -> Response {
    var (status, json) = (HTTPResponse.Status.ok, JSONValue.null)
    do {
      json = try await make()
    } catch {
      let known =
        (error as? ConversionError) ?? ConversionError(.internalError, "\(error)")
      status = known.status
      json = .object([
        .init(
          "error",
          .object([
            .init("code", .string(known.code.rawValue)), .init("message", .string(known.message)),
          ]))
      ])
    }
    return Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(string: json.description)))
  }
}
