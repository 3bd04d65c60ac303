import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import SystemPackage

/// Speaks HTTP/1.1 in TLS at a socket that listens already, until it is closed.
final class PhoneServer: Sendable {
  private let listener: any NIOCore.Channel
  private let connections: OpenConnections

  private static let patience = TimeAmount.seconds(30)

  /// - Parameters:
  ///   - socket: it belongs to the server, which closes it.
  ///   - connections: those that are open.
  init(
    _ responder: RouterResponder<WebContext>, on socket: SystemPackage.FileDescriptor,
    as identity: TLSIdentity, _ connections: OpenConnections
  ) async throws {
    let logger = Logger(label: "fairy-phone") { _ in SwiftLogNoOpLogHandler() }
    var configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [SlowBodies()], idleTimeout: Self.patience)
    configuration.httpDecoder = .init(
      maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 60)
    let http = HTTP1Channel(
      responder: { request, writer, channel in
        let context = WebContext(source: .init(channel: channel, logger: logger))
        let response =
          (try? await responder.respond(to: request, context: context))
          ?? Response(status: .internalServerError)
        try await writer.write(response: response.head, body: response.body)
      }, configuration: configuration)
    self.connections = connections
    listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        guard connections.enter(channel) else { return channel.close() }
        channel.closeFuture.whenComplete { _ in connections.leave(channel) }
        let tls = channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(TLSHandler(identity))
        }
        // Whoever has not sent a request by then, be it for want of TLS, is a burden.
        return tls.flatMap { http.setup(channel: channel, logger: logger) }.map { value in
          Task { await http.handle(value: value, logger: logger) }
        }
      }
      .withBoundSocket(socket.rawValue).get()
  }

  /// Stops to listen, and ends all connections.
  func close() async {
    try? await listener.close().get()
    connections.closeAll()
  }
}
