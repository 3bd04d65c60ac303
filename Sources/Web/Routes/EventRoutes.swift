import HTTPTypes
import Hummingbird
import NIOCore

/// The one stream of events; see ``EventStream``.
struct EventRoutes {
  let events: EventStream

  func add(to router: RouterGroup<WebContext>) {
    router.get("api/events") { request, context in
      let channel = context.channel
      let listener = events.listen(
        session: context.session?.digest ?? "", after: request.headers[.lastEventID]
      ) { channel?.close(promise: nil) }
      guard let listener else { return Response(status: .tooManyRequests) }
      return Response(
        status: .ok, headers: [.contentType: "text/event-stream"],
        body: .init { writer in
          defer { events.leave(listener) }
          for await line in listener.lines { try await writer.write(ByteBuffer(string: line)) }
          try await writer.finish(nil)
        })
    }
  }
}

extension HTTPField.Name {
  static let lastEventID = known("Last-Event-ID")
}
