import ConverterCore
import HTTPTypes
import Hummingbird

/// How a browser gets in, and out again.
struct EntryRoutes {
  let sessions: Sessions
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
