import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization
import SystemPackage

/// Speaks HTTP/1.1 in TLS at a socket that listens already, until it is closed.
final class PhoneServer: Sendable {
  private let listener: any NIOCore.Channel
  private let connections: PhoneConnections

  /// A phone's browser opens six.
  private static let patience = TimeAmount.seconds(30)

  /// - Parameter socket: it belongs to the server, which closes it.
  init(
    _ responder: RouterResponder<WebContext>, on socket: SystemPackage.FileDescriptor,
    as identity: TLSIdentity
  ) async throws {
    let logger = Logger(label: "fairy-phone") { _ in SwiftLogNoOpLogHandler() }
    var configuration = HTTP1Channel.Configuration(idleTimeout: Self.patience)
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
    let connections = PhoneConnections()
    self.connections = connections
    listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        guard connections.add(channel) else { return channel.close() }
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

/// The connections of a phone, so many and no more.
private final class PhoneConnections: Sendable {
  private let open = Mutex<[ObjectIdentifier: any NIOCore.Channel]>([:])
  private static let most = 16

  /// - Returns: whether there is room for another.
  func add(_ channel: any NIOCore.Channel) -> Bool {
    let key = ObjectIdentifier(channel)
    let hasRoom = open.withLock { open in
      guard open.count < Self.most else { return false }
      open[key] = channel
      return true
    }
    guard hasRoom else { return false }
    channel.closeFuture.whenComplete { [self] _ in
      open.withLock { _ = $0.removeValue(forKey: key) }
    }
    return true
  }

  func closeAll() {
    for channel in open.withLock({ Array($0.values) }) { channel.close(promise: nil) }
  }
}
