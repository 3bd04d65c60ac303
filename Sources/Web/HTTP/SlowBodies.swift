import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections whose requests come in drops, which would keep them open for as long as somebody likes.
final class SlowBodies: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  private static let interval = TimeAmount.seconds(15)
  /// What has to come of a body within that; one of which nothing comes, or nothing is taken, is for the idle timeout.
  private static let leastBytes = 512

  private var check: Scheduled<Void>?
  private var byteCount = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: begin(context)
    case .body(let bytes): byteCount += bytes.readableBytes
    case .end: end()
    }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  private func begin(_ context: ChannelHandlerContext) {
    byteCount = 0
    check = context.eventLoop.assumeIsolated().scheduleTask(in: Self.interval) { [self] in
      if (1..<Self.leastBytes).contains(byteCount) {
        context.close(promise: nil)
      } else {
        begin(context)
      }
    }
  }

  private func end() {
    check?.cancel()
    check = nil
  }
}
