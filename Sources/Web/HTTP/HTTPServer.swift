import ConverterCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemPackage

/// Speaks HTTP/1.1 at a socket that listens already.
struct HTTPServer<Responder: HTTPResponder>: Sendable
where Responder.Context == WebContext {
  private let responder: Responder
  private let connections: OpenConnections
  private let host: String

  /// Requests of browsers have headers of 2 KB.
  private static var mostHeaderBytes: Int { 32 << 10 }
  private static var mostHeaders: Int { 100 }
  /// How long a connection may be silent, within a request or between two.
  private static var patience: TimeAmount { .seconds(60) }

  /// What the system holds of an answer for a browser that reads slowly, in bytes.
  private static var sendBufferSize: ChannelOptions.Types.SocketOption.Value { 256 << 10 }
  /// How long whoever is refused may go on to send what was refused.
  private static var courtesy: TimeAmount { .seconds(2) }

  init(_ responder: Responder, host: String, connections: OpenConnections) {
    (self.responder, self.host, self.connections) = (responder, host, connections)
  }

  /// Serves until the process ends.
  ///
  /// - Parameter ready: called when connections are accepted.
  func run(on listener: SystemPackage.FileDescriptor, ready: @Sendable () -> Void) async throws {
    let logger = Logger(label: "fairy-web") { _ in SwiftLogNoOpLogHandler() }
    var configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [SlowBodies()], idleTimeout: Self.patience)
    configuration.httpDecoder = .init(
      maxHeaderFieldSize: Self.mostHeaderBytes, maxHeaderListSize: Self.mostHeaderBytes,
      maxHeaderFieldCount: Self.mostHeaders)
    let responder = responder
    let http = HTTP1Channel(
      responder: { request, writer, channel in
        let context = WebContext(source: .init(channel: channel, logger: logger))
        var response = try await Self.response(of: responder, to: request, context)
        let isRefused = response.status.code >= 400 && Self.hasBody(request)
        if isRefused { response.headers[.connection] = "close" }
        try await writer.write(response: response.head, body: response.body)
        if isRefused {
          channel.eventLoop.scheduleTask(in: Self.courtesy) { channel.close(promise: nil) }
        }
      }, configuration: configuration)
    let connections = connections
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
      .childChannelOption(ChannelOptions.socketOption(.so_keepalive), value: 1)
      .childChannelOption(ChannelOptions.socketOption(.so_sndbuf), value: Self.sendBufferSize)
      .childChannelInitializer { channel in
        guard connections.enter(channel) else { return channel.close() }
        channel.closeFuture.whenComplete { _ in connections.leave(channel) }
        return http.setup(channel: channel, logger: logger).map { value in
          Task { await http.handle(value: value, logger: logger) }
        }
      }
      .withBoundSocket(listener.rawValue).get()
    ready()
    try await server.closeFuture.get()
  }

  private static func hasBody(_ request: Request) -> Bool {
    request.headers[.transferEncoding] != nil
      || request.headers[.contentLength].map { $0 != "0" } ?? false
  }

  /// - Throws: `HTTPParserError` for a request that breaks off, to which there is no answer of a page.
  private static func response(
    of responder: Responder, to request: Request, _ context: WebContext
  ) async throws -> Response {
    do {
      return try await responder.respond(to: request, context: context)
    } catch let error as HTTPParserError {
      throw error
    } catch {
      return Response(status: .internalServerError)
    }
  }
}
