import NIOCore

/// Decrypts what a client sends, and encrypts what it is sent.
final class TLSHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let session: TLSSession
  private var isOpen = false
  private var hasEnded = false

  /// - Throws: `TLSError`.
  init(_ identity: TLSIdentity) throws(TLSError) {
    session = try TLSSession(identity)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasEnded else { return }
    session.received.discardReadBytes()
    session.received.writeImmutableBuffer(unwrapInboundIn(data))
    do {
      if !isOpen {
        isOpen = try session.shakeHands()
        send(context)
      }
      while isOpen, !hasEnded, let bytes = try session.read() {
        if bytes.isEmpty {
          hasEnded = true
          context.close(promise: nil)
        } else {
          context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: bytes)))
        }
      }
      // An answer to what is not for the application, such as a change of keys.
      send(context)
    } catch {
      hasEnded = true
      send(context)
      context.fireErrorCaught(error)
      context.close(promise: nil)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // HTTP answers requests, of which none comes before the handshake is complete.
    guard isOpen, !hasEnded else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    do {
      try session.write(unwrapOutboundIn(data).readableBytesView)
      context.write(wrapOutboundOut(takeAll()), promise: promise)
    } catch {
      promise?.fail(error)
    }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if isOpen, !hasEnded, mode != .input {
      hasEnded = true
      session.sayEnd()
      send(context)
    }
    context.close(mode: mode, promise: promise)
  }

  private func send(_ context: ChannelHandlerContext) {
    guard session.toSend.readableBytes > 0 else { return }
    context.writeAndFlush(wrapOutboundOut(takeAll()), promise: nil)
  }

  private func takeAll() -> ByteBuffer {
    defer { session.toSend = ByteBuffer() }
    return session.toSend
  }
}
