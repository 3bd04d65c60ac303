import ConverterCore
import FairyLibrary
import HTTPTypes
import Hummingbird
import NIOCore

/// Documents as JSON, with their revisions as entity tags (RFC 9110): what changes one says which revision it has seen.
struct DocumentResources {
  let desk: LibraryDesk

  private static let usualCount = 60
  private static let mostCount = 500
  private static let mostBodyBytes = 4 << 20

  func add(to router: RouterGroup<WebContext>) {
    router.get("api/documents") { request, _ in
      let form = Form(request.uri)
      return try await answer { try await list(form) }
    }
    router.get("api/search") { request, context in
      let (form, words) = (Form(request.uri), context.words)
      return try await answer { try await search(form, words) }
    }
    router.get("api/documents/:id") { request, context in
      try await answer {
        let id = try DocumentAddress(context).id
        let metadata = try await desk.read { try $0.document(id).metadata() }
        if let known = request.headers[.ifNoneMatch],
          EntityTags(known).matchWeakly(metadata.revision)
        {
          return Response(status: .notModified, headers: [.eTag: metadata.entityTag])
        }
        return Self.response(metadata)
      }
    }
    router.get("api/documents/:id/pages") { _, context in
      try await answer {
        let address = try DocumentAddress(context)
        return try await desk.read { library in try Self.pages(address, library) }
      }
    }
    for method in [HTTPRequest.Method.patch, .put] {
      router.on("api/documents/:id", method: method) { request, context in
        try await answer {
          let id = try DocumentAddress(context).id
          let revision = try Self.expected(request)
          let change = try await DescriptionChange(
            json(request), isWhole: method == .put)
          return try await changed(id, revision) { editor, revision in
            try editor.describe(id, from: revision) { change.apply(to: &$0) }
          }
        }
      }
    }
    router.patch("api/documents/:id/pages/:page") { request, context in
      try await answer {
        let id = try DocumentAddress(context).id
        let page = context.parameters.get("page").flatMap { Int($0) } ?? 0
        let revision = try Self.expected(request)
        let text = try await Self.correction(json(request))
        return try await changed(id, revision) { editor, revision in
          try editor.correct(page, of: id, to: text, from: revision)
        }
      }
    }
    router.delete("api/documents/:id") { request, context in
      try await answer {
        let id = try DocumentAddress(context).id
        let revision = try Self.expected(request)
        try await desk.change { editor in
          let known = try editor.library.document(id).metadata().revision
          try editor.trash(id, from: revision.revision(among: known))
        }
        return Response(status: .noContent)
      }
    }
  }

  // MARK: Answers

  /// Errors as JSON, with the status that HTTP has for each.
  private func answer(_ body: () async throws -> Response) async throws -> Response {
    do {
      return try await body()
    } catch let error as ConversionError {
      let status: HTTPResponse.Status =
        error.code == .changedMeanwhile ? .preconditionFailed : error.status
      return Self.response(.object([.init("error", .object(error.members))]), status)
    } catch is PreconditionMissing {
      let error = ConversionError(
        .usage, "If-Match has to name the revision that you have seen, as ETag says it")
      return Self.response(
        .object([.init("error", .object(error.members))]), .preconditionRequired)
    }
  }

  private static func response(
    _ json: JSONValue, _ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = "application/json"
    return Response(
      status: status, headers: headers,
      body: .init(byteBuffer: ByteBuffer(string: "\(json)\n")))
  }

  private static func response(_ metadata: DocumentMetadata) -> Response {
    response(metadata.resource, .ok, [.eTag: metadata.entityTag])
  }

  private func changed(
    _ id: DocumentID, _ expected: EntityTags,
    _ body: @escaping @Sendable (LibraryEditor, Int) throws -> DocumentMetadata
  ) async throws -> Response {
    let metadata = try await desk.change { editor in
      let known = try editor.library.document(id).metadata().revision
      return try body(editor, try expected.revision(among: known))
    }
    return Self.response(metadata)
  }

  // MARK: Questions

  private struct PreconditionMissing: Error {}

  private static func expected(_ request: Request) throws -> EntityTags {
    guard let header = request.headers[.ifMatch] else { throw PreconditionMissing() }
    return EntityTags(header)
  }

  private func json(_ request: Request) async throws -> JSONValue {
    var bytes: [UInt8] = []
    for try await buffer in request.body {
      bytes += buffer.readableBytesView
      guard bytes.count <= Self.mostBodyBytes else {
        throw ConversionError.exceeding(
          .init(fixed: "body", needed: bytes.count, allowed: Self.mostBodyBytes),
          "a body has at most \(Self.mostBodyBytes) bytes")
      }
    }
    do {
      return try JSONValue(parsing: bytes)
    } catch {
      throw ConversionError(.usage, "the body is no JSON: \(error.message)")
    }
  }

  private static func correction(_ json: JSONValue) throws(ConversionError) -> String? {
    guard json.members?.map(\.key) == ["text"], let text = json["text"],
      text == .null || text.text != nil
    else { throw ConversionError(.usage, "a change of a page is {\"text\": \"…\"}, or null") }
    return text.text
  }

  private func list(_ form: Form) async throws -> Response {
    let query = ListQuery(form)
    if let fault = query.fault {
      throw ConversionError(.usage, "\"\(form[fault] ?? "")\" is no \(fault)")
    }
    let most = min(form.number("count", or: Self.usualCount), Self.mostCount)
    return try await desk.read { library in
      let index = try library.readableIndex()
      var items: [JSONValue] = []
      try index.items(.document, query.listing, from: query.first, most: most) {
        items.append($0.resource)
      }
      return Self.response(
        .object([
          .init("total", .integer(try index.count(.document, query.listing))),
          .init("from", .integer(query.first)), .init("documents", .array(items)),
        ]))
    }
  }

  private func search(_ form: Form, _ words: Words) async throws -> Response {
    guard let wanted = SearchWords(form["q"] ?? "") else {
      throw ConversionError(.usage, "\"q\" has no word to look for")
    }
    let most = min(form.number("count", or: Self.usualCount), Self.mostCount)
    let order: LibraryIndex.Order = form["order"] == "newest" ? .newest : .best
    return try await desk.read { library in
      let hits = try library.readableIndex().search(wanted, by: order, most: most)
      return Self.response(
        .object([
          .init("hits", .array(hits.map(\.resource))),
          .init(
            "notSearched",
            .array(SearchRoutes.leftOut(try library.settings(), words).map { .string($0) })),
        ]))
    }
  }

  private static func pages(
    _ address: DocumentAddress, _ library: DocumentLibrary
  ) throws(ConversionError) -> Response {
    let document = try library.document(address.id)
    let metadata = try document.metadata()
    let pages = metadata.pages.enumerated().map { index, page in
      let found = document.pageWords(of: page)
      let text = page.correction ?? found?.text
      return JSONValue.object([
        .init("number", .integer(index + 1)), .init("id", .integer(page.id)),
        .init("text", text.map { .string($0) } ?? .null),
        .init("corrected", .bool(page.correction != nil)),
        .init("width", found.map { .integer($0.width) } ?? .null),
        .init("height", found.map { .integer($0.height) } ?? .null),
        .init("picture", .string("\(address.page)/pages/\(index + 1)")),
      ])
    }
    return response(
      .object([.init("revision", .integer(metadata.revision)), .init("pages", .array(pages))]),
      .ok, [.eTag: metadata.entityTag])
  }
}
