import Synchronization

/// What the writer of an output reports besides the ledger. It can be used from any thread.
final class OutputAccount: Sendable {
  private struct Content {
    var receipt: JSONValue?
    var mendsInput = false
  }

  private let content = Mutex(Content())

  /// What happened to each part of the file, in the format's own terms.
  var receipt: JSONValue? {
    get { content.withLock(\.receipt) }
    set { content.withLock { $0.receipt = newValue } }
  }

  /// Whether it mends what is wrong with the input.
  var mendsInput: Bool {
    get { content.withLock(\.mendsInput) }
    set { content.withLock { $0.mendsInput = newValue } }
  }

  func forgetAll() { content.withLock { $0 = Content() } }
}
