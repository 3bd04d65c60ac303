import ConverterCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Tells programs why there is no answer, as RFC 9457 has it.
struct APIProblems: RouterMiddleware {
  typealias Context = WebContext

  func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as ConversionError {
      return Self.problem(error.status, error.code.rawValue, error.message)
    } catch let refusal as UploadRefusal {
      return Self.problem(refusal, context.words)
    } catch let error as HTTPError {
      return Self.problem(error.status, "\(error.status.code)", error.status.reasonPhrase)
    }
  }

  static func problem(
    _ status: HTTPResponse.Status, _ code: String, _ message: String,
    _ more: [JSONValue.Member] = []
  ) -> Response {
    let members: [JSONValue.Member] = [
      .init("status", .integer(status.code)), .init("code", .string(code)),
      .init("title", .string(message)),
    ]
    return json(.object(members + more), status, "application/problem+json")
  }

  private static func problem(_ refusal: UploadRefusal, _ words: Words) -> Response {
    guard case .wrongOffset(let offset) = refusal else {
      return problem(refusal.status, refusal.code, refusal.message(words))
    }
    var response = problem(
      refusal.status, refusal.code, refusal.message(words), [.init("offset", .integer(offset))])
    response.headers[.uploadOffset] = "\(offset)"
    return response
  }

  static func json(
    _ value: JSONValue, _ status: HTTPResponse.Status = .ok, _ type: String = "application/json"
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type],
      body: .init(byteBuffer: ByteBuffer(string: value.description)))
  }
}

extension UploadRefusal {
  var status: HTTPResponse.Status {
    switch self {
    case .tooLarge, .moreThanAnnounced, .tooManyParts: .contentTooLarge
    case .diskFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
    case .wrongOffset: .conflict
    }
  }

  fileprivate var code: String {
    switch self {
    case .tooLarge: "tooLarge"
    case .moreThanAnnounced: "moreThanAnnounced"
    case .tooManyParts: "tooManyParts"
    case .diskFull: "diskFull"
    case .wrongOffset: "wrongOffset"
    }
  }
}

extension JSONValue {
  /// The body of a request.
  ///
  /// - Throws: `usage` for a body of another kind, `limitExceeded` for one that is too long, `damagedInput` for what is no JSON.
  init(_ request: Request, atMost most: Int) async throws {
    let type = (request.headers[.contentType] ?? "").prefix { $0 != ";" }
    guard type.lowercased() == "application/json" else {
      throw ConversionError(.usage, "the body is to be application/json")
    }
    var bytes: [UInt8] = []
    for try await buffer in request.body {
      bytes += buffer.readableBytesView
      guard bytes.count <= most else {
        throw ConversionError.exceeding(
          .init(fixed: "body", needed: bytes.count, allowed: most),
          "the body has at most \(most) bytes")
      }
    }
    do throws(ConversionError) {
      try self.init(parsing: bytes)
    } catch {
      throw ConversionError(.usage, "the body is no JSON: \(error.message)", cause: error)
    }
  }

  /// - Throws: `usage` for a member that is not among these: a word that is misspelt must not be lost in silence.
  func checkMembers(_ known: [String], of what: String) throws(ConversionError) {
    guard let members else { throw ConversionError(.usage, "\(what) is an object") }
    for member in members where !known.contains(member.key) {
      throw ConversionError(
        .usage,
        "\"\(member.key.prefix(40))\" is no member of \(what): use \(known.joined(separator: ", "))"
      )
    }
  }
}
