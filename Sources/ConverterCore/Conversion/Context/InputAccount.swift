import Synchronization

/// What the reader of an input reports besides its content. It can be used from any thread.
final class InputAccount: Sendable {
  private struct Content {
    var byteCount: Int?
    var isDamaged = false
    var refusal: ConversionError?
  }

  private let content = Mutex(Content())

  /// Bytes of an input that is no file: of all files in a folder.
  var byteCount: Int? {
    get { content.withLock(\.byteCount) }
    set { content.withLock { $0.byteCount = newValue } }
  }

  /// Whether it had to be repaired to be read.
  var isDamaged: Bool {
    get { content.withLock(\.isDamaged) }
    set { content.withLock { $0.isDamaged = newValue } }
  }

  /// Why it is not to be converted as it was read.
  var refusal: ConversionError? {
    get { content.withLock(\.refusal) }
    set { content.withLock { $0.refusal = newValue } }
  }

  func forgetAll() { content.withLock { $0 = Content() } }
}
