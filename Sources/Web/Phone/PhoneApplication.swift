import ConverterCore
import HTTPTypes
import Hummingbird
import NIOCore

/// All that a phone can ask for: its page, and to send pictures. It can read nothing.
struct PhoneApplication {
  let responder: RouterResponder<WebContext>

  static let cookieName = "__Host-fairy-phone"
  private static let mostFormBytes = 1024

  /// - Parameters:
  ///   - authority: the address and the port, which a browser has to call it.
  ///   - fingerprint: of the certificate.
  ///   - connections: those over which the phone speaks are noted as trusted.
  init(
    _ session: PhoneSession, inbox: PageInbox, pages: PageRenderer, authority: String,
    fingerprint: String, connections: OpenConnections
  ) {
    let page = PhonePage(session: session, pages: pages, fingerprint: fingerprint)
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: Guard(authority: authority, origin: "https://\(authority)"))
    router.add(middleware: PhoneTrust(session: session, connections: connections))
    router.add(middleware: PhoneProblems(page: page))
    for (name, type) in [
      ("style.css", "text/css; charset=utf-8"), ("phone.css", "text/css; charset=utf-8"),
      ("phone.js", "text/javascript; charset=utf-8"),
    ] {
      let body = ByteBuffer(string: WebResource.named(name).text)
      router.get("\(name)") { _, _ in
        Response(status: .ok, headers: [.contentType: type], body: .init(byteBuffer: body))
      }
    }
    router.get("/") { request, context in page.response(request, context.words) }
    router.get("state") { request, _ in
      guard session.isPhone(request.cookies[Self.cookieName]?.value) else {
        return Response(status: .notFound)
      }
      return Response(json: .object([.init("phase", .string(session.phase.rawValue))]))
    }
    router.post("hello") { request, _ in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      guard let cookie = session.begin(with: form["secret"] ?? "") else {
        return Response(status: .forbidden)
      }
      var response = Response(status: .noContent)
      response.setCookie(
        Cookie(
          name: Self.cookieName, value: cookie, maxAge: PhoneSession.seconds, path: "/",
          secure: true, httpOnly: true, sameSite: .strict))
      return response
    }
    router.post("pages") { request, context in
      guard session.isPhone(request.cookies[Self.cookieName]?.value), session.phase == .allowed
      else { return Response(status: .forbidden) }
      let count = try await inbox.receive(request, for: session)
      return Response.seeOther("/?sent=\(count)")
    }
    responder = router.buildResponder()
  }
}

/// The one page that a phone sees.
struct PhonePage: Sendable {
  let session: PhoneSession
  let pages: PageRenderer
  let fingerprint: String

  func response(
    _ request: Request, _ words: Words, fault: String? = nil, status: HTTPResponse.Status = .ok
  ) -> Response {
    let isPhone = session.isPhone(request.cookies[PhoneApplication.cookieName]?.value)
    let phase = session.phase
    let sent = Form(request.uri).number("sent", or: 0)
    var values: [String: Any] = [
      "fingerprint": fingerprint,
      "remaining": words.text(
        "phone_remaining", ["minutes": "\((session.remaining + 59) / 60)"]),
    ]
    if let fault { values["fault"] = fault }
    switch (isPhone, phase) {
    case (true, .asking): values["code"] = Self.spaced(session.code)
    case (true, .allowed):
      values["isAllowed"] = true
      if sent > 0 { values["sent"] = words.counting("phone_sent", sent) }
    case (false, .waiting): values["isEntry"] = true
    default: values["isOver"] = true
    }
    return pages.page("phone", values, words, status: status)
  }

  /// `123456` as `123 456`.
  static func spaced(_ code: String) -> String { "\(code.prefix(3))\u{a0}\(code.suffix(3))" }
}

/// Notes the connections over which the phone speaks.
private struct PhoneTrust: RouterMiddleware {
  typealias Context = WebContext

  let session: PhoneSession
  let connections: OpenConnections

  func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let cookie = request.cookies[PhoneApplication.cookieName]?.value
    if session.isPhone(cookie), let channel = context.channel { connections.trust(channel) }
    return try await next(request, context)
  }
}

/// Turns errors into the phone's page, and finds the language of its browser.
private struct PhoneProblems: RouterMiddleware {
  typealias Context = WebContext

  let page: PhonePage

  func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.words = Words(accepting: request.headers[.acceptLanguage])
    do {
      return try await next(request, context)
    } catch let error as ConversionError {
      let why = [error.file?.lossyText, error.message].compactMap(\.self).joined(separator: " ")
      return page.response(request, context.words, fault: why, status: error.status)
    } catch let refusal as UploadRefusal {
      let why = refusal.message(context.words)
      return page.response(request, context.words, fault: why, status: .contentTooLarge)
    } catch let error as HTTPError {
      return Response(status: error.status)
    }
  }
}

extension Response {
  /// An answer for a script.
  init(json: JSONValue) {
    self.init(
      status: .ok, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(string: json.description)))
  }
}
