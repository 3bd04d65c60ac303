import HTTPTypes
import Hummingbird

/// Refuses what does not come from a page of this service, and marks every answer as what it is.
///
/// - The name of the host is random and has to be exact, so that a name of somebody else's that is made to lead here (DNS
///   rebinding) gets nothing.
/// - Whatever changes something comes from a page with exactly this origin: pages of other sites, and of other ports of this
///   machine, do not have it.
/// - Other sites can neither frame a page nor load a part of it.
struct Guard: RouterMiddleware {
  typealias Context = WebContext

  let authority: String
  let origin: String

  private static let safe: [HTTPRequest.Method] = [.get, .head]

  func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var response = try await answer(request, context, next)
    for (name, value) in Self.marks where response.headers[name] == nil {
      response.headers[name] = value
    }
    return response
  }

  private func answer(
    _ request: Request, _ context: WebContext,
    _ next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard request.head.authority == authority else { return Response(status: .misdirectedRequest) }
    let site = request.headers[.secFetchSite]
    if Self.safe.contains(request.method) {
      // A link from elsewhere may lead to a page; nothing else of this service is anything to other sites.
      let isNavigation =
        request.headers[.secFetchMode] == "navigate"
        && request.headers[.secFetchDestination] == "document"
      guard site == nil || site == "same-origin" || site == "none" || isNavigation else {
        return Response(status: .forbidden)
      }
    } else {
      guard request.headers[.origin] == origin, site == nil || site == "same-origin" else {
        return Response(status: .forbidden)
      }
    }
    return try await next(request, context)
  }

  /// What a browser may do with an answer: run and load what comes from here, and nothing else.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    + "img-src 'self' blob:; frame-src 'self'; worker-src 'self'; manifest-src 'self'; "
    + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; "
    + "require-trusted-types-for 'script'; trusted-types 'none'"

  private static let marks: [(HTTPField.Name, String)] = [
    (.contentSecurityPolicy, policy),
    (.xContentTypeOptions, "nosniff"),
    // Not "no-referrer": forms would be sent without their origin.
    (.referrerPolicy, "same-origin"),
    (.crossOriginOpenerPolicy, "same-origin"),
    (.crossOriginResourcePolicy, "same-origin"),
    (.permissionsPolicy, "camera=(self), microphone=(), geolocation=()"),
    (.cacheControl, "no-store"),
  ]
}

extension HTTPField.Name {
  static let secFetchSite = known("Sec-Fetch-Site")
  static let secFetchMode = known("Sec-Fetch-Mode")
  static let secFetchDestination = known("Sec-Fetch-Dest")
  /// A script asks for what somebody is about to see.
  static let fairyAhead = known("Fairy-Ahead")
  static let referrerPolicy = known("Referrer-Policy")
  static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
  static let permissionsPolicy = known("Permissions-Policy")

  /// - Parameter name: letters and hyphens, which every name may have.
  static func known(_ name: String) -> HTTPField.Name {
    guard let known = HTTPField.Name(name) else { preconditionFailure("\(name) is no name") }
    return known
  }
}
