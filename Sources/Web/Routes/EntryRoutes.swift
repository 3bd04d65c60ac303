import ConverterCore
import HTTPTypes
import Hummingbird

/// How a browser gets in, and out again.
struct EntryRoutes {
  let sessions: Sessions
  let events: EventStream
  let pages: PageRenderer

  private static let mostFormBytes = 4096

  func add(to router: Router<WebContext>) {
    router.post("session") { request, context in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      let browser = request.headers[.userAgent] ?? ""
      guard let cookie = sessions.begin(with: form["token"] ?? "", browser: browser) else {
        return Self.locked(pages, context.words, isWrong: true)
      }
      var response = Response.seeOther("/")
      response.setCookie(
        Cookie(
          name: Sessions.cookieName, value: cookie, maxAge: Sessions.seconds, path: "/",
          secure: true, httpOnly: true, sameSite: .strict))
      return response
    }
  }

  /// What a browser that is in can see of the others, and do about them.
  func addInside(to router: RouterGroup<WebContext>) {
    router.get("sessions") { _, context in
      pages.page(
        "sessions",
        [
          "title": context.words["sessions"],
          "sessions": sessions.all.map { session -> [String: Any] in
            let name = BrowserName(session.browser).text
            return [
              "browser": name.isEmpty ? context.words["unknown_browser"] : name,
              "when": context.words.ago(session.begun),
              "digest": session.digest, "isThis": session == context.session,
              "here": context.words["this_browser"], "end": context.words["shut_out"],
            ]
          },
        ], context.words)
    }
    router.post("sessions") { request, _ in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      sessions.end(form["session"] ?? "")
      events.endAll(of: form["session"] ?? "")
      return Response.seeOther("/sessions")
    }
  }

  /// The page for a browser that was not let in.
  static func locked(_ pages: PageRenderer, _ words: Words, isWrong: Bool) -> Response {
    pages.page("locked", ["isWrong": isWrong], words, status: isWrong ? .forbidden : .unauthorized)
  }
}

extension Response {
  /// Sends the browser to a page by GET.
  static func seeOther(_ path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path])
  }
}
