import ConverterCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import SystemPackage

/// Files that arrive in pieces, as the IETF's draft of resumable uploads (draft-ietf-httpbis-resumable-upload) has it, without
/// its interim responses.
///
/// `POST` says what comes; `PATCH` and `PUT` add to it at `Upload-Offset`, and end it with `Upload-Complete: ?1`; `HEAD` says how
/// much is there; `DELETE` takes it back. What an answer's `Upload-Offset` says is on the disk.
struct UploadAPIRoutes {
  let uploads: Uploads
  let names: FileNames

  private static let mostBodyBytes = 64 << 10
  static let partialUpload = "application/partial-upload"

  func add(to router: RouterGroup<WebContext>) {
    router.post("api/uploads") { request, _ in try await create(request) }
    router.get("api/uploads") { _, _ in
      APIProblems.json(.array(uploads.all().map(described)))
    }
    router.head("api/uploads/:id") { _, context in
      Response(status: .noContent, headers: try await state(id(context)).1)
    }
    router.get("api/uploads/:id") { _, context in
      let (state, headers) = try await state(id(context))
      var response = APIProblems.json(state)
      for field in headers { response.headers[field.name] = field.value }
      return response
    }
    router.patch("api/uploads/:id") { request, context in try await add(request, id(context)) }
    router.put("api/uploads/:id") { request, context in try await add(request, id(context)) }
    router.delete("api/uploads/:id") { _, context in
      try uploads.delete(id(context))
      return Response(status: .noContent)
    }
  }

  private func id(_ context: WebContext) -> String { context.parameters.get("id") ?? "" }

  private func create(_ request: Request) async throws -> Response {
    let body = try await JSONValue(request, atMost: Self.mostBodyBytes)
    try body.checkMembers(["name", "size"], of: "an upload")
    guard let name = try body["name"]?.text(of: "name"), let size = body["size"] else {
      throw ConversionError(.usage, "an upload has a \"name\" and a \"size\"")
    }
    let byteCount = try size.count(of: "size")
    let (id, _) = try uploads.make(UploadName.parts(name), byteCount)
    var response = APIProblems.json(
      .object([.init("id", .string(id)), .init("offset", .integer(0))]), .created)
    response.headers[.location] = "/api/uploads/\(id)"
    response.headers[.uploadOffset] = "0"
    return response
  }

  /// How an upload stands, and that as headers. Whoever adds to it is stopped, so that what is said stays true.
  private func state(_ id: String) async throws -> (JSONValue, HTTPFields) {
    let writer = try uploads.writer(id)
    defer { uploads.forget(writer) }
    let isComplete = writer.hasEnded
    let offset = try await writer.sync()
    writer.end()
    return (
      described(id, writer, offset, isComplete), Self.headers(offset, isComplete, writer.expected)
    )
  }

  private func add(_ request: Request, _ id: String) async throws -> Response {
    if let type = request.headers[.contentType],
      ![Self.partialUpload, "application/octet-stream"].contains(type)
    {
      throw HTTPError(.unsupportedMediaType)
    }
    guard let start = Int(request.headers[.uploadOffset] ?? (request.method == .put ? "0" : "")),
      start >= 0
    else { throw ConversionError(.usage, "Upload-Offset says where the bytes belong") }
    let completes = try Self.completes(request.headers[.uploadComplete])
    let writer = try uploads.writer(id)
    defer {
      writer.end()
      uploads.forget(writer)
    }
    let wasComplete = writer.hasEnded
    guard start == writer.offset, !wasComplete else {
      throw UploadRefusal.wrongOffset(writer.offset)
    }
    for try await buffer in request.body {
      try await writer.append(Array(buffer.readableBytesView))
    }
    let isComplete = completes || writer.offset == writer.expected
    if isComplete {
      guard writer.offset == writer.expected ?? writer.offset else {
        throw ConversionError(
          .usage, "\(writer.offset) bytes are not the \(writer.expected ?? 0) that were announced")
      }
      _ = try await writer.finish()
    }
    let offset = isComplete ? writer.offset : try await writer.sync()
    var response = APIProblems.json(described(id, writer, offset, isComplete))
    for field in Self.headers(offset, isComplete, writer.expected) {
      response.headers[field.name] = field.value
    }
    return response
  }

  /// A boolean of structured fields (RFC 9651).
  private static func completes(_ value: String?) throws(ConversionError) -> Bool {
    switch value {
    case "?1": return true
    case "?0", nil: return false
    default: throw ConversionError(.usage, "Upload-Complete is ?0 or ?1")
    }
  }

  private static func headers(_ offset: Int, _ isComplete: Bool, _ expected: Int?) -> HTTPFields {
    var headers: HTTPFields = [
      .uploadOffset: "\(offset)", .uploadComplete: isComplete ? "?1" : "?0",
      .uploadLimit: "max-size=\(Uploads.mostBytes)",
    ]
    if let expected { headers[.uploadLength] = "\(expected)" }
    return headers
  }

  private func described(
    _ id: String, _ writer: UploadWriter, _ offset: Int, _ isComplete: Bool
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(id)), .init("name", .string(writer.parts.joined(separator: "/"))),
      .init("offset", .integer(offset)), .init("complete", .bool(isComplete)),
    ]
    if let expected = writer.expected { members.append(.init("size", .integer(expected))) }
    if isComplete {
      let path = FilePath("\(Uploads.word)/\(id)").appending(
        writer.parts.joined(separator: "/"))
      members += [
        .init("file", .string(names.identifier(of: path))),
        .init("href", .string("/files/\(names.identifier(of: path))")),
      ]
    }
    return .object(members)
  }

  private func described(_ upload: Uploads.Upload) -> JSONValue {
    let file = names.identifier(of: upload.path)
    return .object([
      .init("id", .string(upload.id)), .init("name", .string(upload.name)),
      .init("size", .integer(upload.byteCount)), .init("arrived", .integer(upload.arrived)),
      .init("file", .string(file)), .init("href", .string("/files/\(file)")),
    ])
  }
}

extension HTTPField.Name {
  static let uploadOffset = known("Upload-Offset")
  static let uploadComplete = known("Upload-Complete")
  static let uploadLength = known("Upload-Length")
  static let uploadLimit = known("Upload-Limit")
}
