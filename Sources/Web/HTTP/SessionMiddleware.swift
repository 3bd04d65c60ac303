import HTTPTypes
import Hummingbird

/// Finds out which browser it is, and keeps all others out.
struct SessionMiddleware: RouterMiddleware {
  typealias Context = WebContext

  let sessions: Sessions
  let connections: OpenConnections
  /// What a browser gets for a page that it may not see.
  let locked: @Sendable (Request, WebContext) -> Response

  func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard let cookie = request.cookies[Sessions.cookieName]?.value,
      let session = sessions.session(cookie: cookie)
    else { return locked(request, context) }
    if let channel = context.channel { connections.trust(channel) }
    var context = context
    context.session = session
    return try await next(request, context)
  }
}
