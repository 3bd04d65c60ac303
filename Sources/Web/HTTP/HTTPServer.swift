import ConverterCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import SystemPackage

/// Speaks HTTP/1.1 at a socket that listens already.
struct HTTPServer<Responder: HTTPResponder>: Sendable
where Responder.Context == WebContext {
  private let responder: Responder
  private let connections: ConnectionLimit
  private let host: String

  /// Requests of browsers have headers of 2 KB.
  private static var mostHeaderBytes: Int { 32 << 10 }
  private static var mostHeaders: Int { 100 }
  /// How long a connection may be silent, within a request or between two.
  private static var patience: TimeAmount { .seconds(60) }

  init(_ responder: Responder, host: String) {
    (self.responder, self.host) = (responder, host)
    connections = ConnectionLimit()
  }

  /// Serves until the process ends.
  ///
  /// - Parameter ready: called when connections are accepted.
  func run(on listener: SystemPackage.FileDescriptor, ready: @Sendable () -> Void) async throws {
    let logger = Logger(label: "fairy-web") { _ in SwiftLogNoOpLogHandler() }
    var configuration = HTTP1Channel.Configuration(idleTimeout: Self.patience)
    configuration.httpDecoder = .init(
      maxHeaderFieldSize: Self.mostHeaderBytes, maxHeaderListSize: Self.mostHeaderBytes,
      maxHeaderFieldCount: Self.mostHeaders)
    let responder = responder
    let http = HTTP1Channel(
      responder: { request, writer, channel in
        let context = WebContext(source: .init(channel: channel, logger: logger))
        let response = await Self.response(of: responder, to: request, context)
        try await writer.write(response: response.head, body: response.body)
      }, configuration: configuration)
    let connections = connections
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
      .childChannelOption(ChannelOptions.socketOption(.so_keepalive), value: 1)
      .childChannelInitializer { channel in
        guard connections.enter() else { return channel.close() }
        channel.closeFuture.whenComplete { _ in connections.leave() }
        return http.setup(channel: channel, logger: logger).map { value in
          Task { await http.handle(value: value, logger: logger) }
        }
      }
      .withBoundSocket(listener.rawValue).get()
    ready()
    try await server.closeFuture.get()
  }

  private static func response(
    of responder: Responder, to request: Request, _ context: WebContext
  ) async -> Response {
    do {
      return try await responder.respond(to: request, context: context)
    } catch {
      return Response(status: .internalServerError)
    }
  }
}
