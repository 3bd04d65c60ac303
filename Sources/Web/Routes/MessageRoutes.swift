import ConverterCore
import HTTPTypes
import Hummingbird
import NIOCore
import SystemPackage

/// What belongs to a message: its page, which is shown in a frame, and the files in it.
struct MessageRoutes {
  let files: FileRoutes

  /// What the page of a message may do: show itself. It runs nothing, sends nothing and loads nothing, and has an origin
  /// of its own.
  private static let policy =
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

  func add(to router: RouterGroup<WebContext>) {
    router.get("files/:id/messages/:number/page") { _, context in
      try await page(files.input(context), number("number", context), context.words)
    }
    router.get("files/:id/messages/:number/files/:file") { request, context in
      let path = try await path(context)
      let id = files.names.identifier(of: path)
      let isDownload = Form(request.uri)["download"] != nil
      return Response.seeOther("/files/\(id)" + (isDownload ? "/download" : ""))
    }
    router.get("files/:id/messages/:number/files/:file/thumbnail") { _, context in
      do {
        let path = try await path(context)
        return try await files.picture(
          .file(path), try await files.key(of: path), FileRoutes.thumbnailSide, nil,
          FileRoutes.Priority.thumbnail)
      } catch is ConversionError {
        return Response(
          status: .ok, headers: [.contentType: "image/svg+xml"],
          body: .init(byteBuffer: ByteBuffer(string: WebResource.named("unreadable.svg").text)))
      }
    }
  }

  private func number(_ name: String, _ context: WebContext) throws(ConversionError) -> Int {
    guard let number = context.parameters.get(name).flatMap({ Int($0) }), number >= 0 else {
      throw ConversionError(.inputNotFound, context.words["not_found_why"])
    }
    return number
  }

  /// The file that an address names, taken out of its message.
  private func path(_ context: WebContext) async throws -> FilePath {
    let (input, id) = (try files.input(context), context.parameters.get("id") ?? "")
    let (message, file) = (try number("number", context), try number("file", context))
    let page = try await files.views.ask(input, "page", [.init("number", .integer(message))])
    let known = page["files"]?.elements ?? []
    guard known.indices.contains(file) else {
      throw ConversionError(.inputNotFound, context.words["not_found_why"])
    }
    let place = Attachments.Place(
      mailbox: input, key: try await files.key(of: input.openedPath ?? ""), message: message,
      file: file, address: "/files/\(id)?message=\(message)")
    return try await files.attachments.path(of: place, named: MailLook.name(of: known[file], file))
  }

  private func page(_ input: FileAddress, _ number: Int, _ words: Words) async throws -> Response {
    let answer = try await files.views.ask(input, "page", [.init("number", .integer(number))])
    guard let html = answer["html"]?.text else {
      throw ConversionError(.inputNotFound, words["not_found_why"])
    }
    let text = """
      <!doctype html>
      <html lang="und"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
      <title>\(words["message"])</title><base target="_blank">
      <style>
      html { color-scheme: light; background: #fff; color: #111; font: 16px/1.5 system-ui, sans-serif; }
      body { margin: 0; padding: 1rem; overflow-wrap: anywhere; }
      img { max-width: 100%; height: auto; }
      img:not([src]) { display: inline-block; border: 1px dashed #767676; padding: 0.2em 0.5em; color: #595959; }
      pre { white-space: pre-wrap; }
      a[href^="http"]:hover::after, a[href^="http"]:focus::after { content: " (" attr(href) ")"; }
      </style></head><body>
      \(html)
      </body></html>
      """
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .contentSecurityPolicy: Self.policy,
        .referrerPolicy: "no-referrer",
      ], body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}
