import ArchiveModel
import ConverterCore

/// A small content, in one piece.
final class WholeContent: EntryStream {
  private let workspace: Workspace
  private let layout: ContentLayout
  private let method: UInt16
  private let decryption: EntryDecryption?
  private var check: ContentCheck
  private var isDone = false

  init(
    _ workspace: Workspace, _ layout: ContentLayout, method: UInt16, _ decryption: EntryDecryption?,
    _ check: ContentCheck
  ) {
    self.workspace = workspace
    self.layout = layout
    self.method = method
    self.decryption = decryption
    self.check = check
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    guard !isDone else { return nil }
    isDone = true
    let content = try content()
    try check.add(content)
    try check.finish()
    return content.isEmpty ? nil : content
  }

  @_lifetime(borrow self)
  private func content() throws(ConversionError) -> Span<UInt8> {
    let (window, output) = (workspace.window, workspace.output)
    try window.load(layout.payload, check.errors)
    if let decryption {
      window.change(layout.payload) { decryption.decryptor.decrypt(&$0) }
      try decryption.finish()
    }
    // The workspace holds both for as long as this lives, and they change with the next entry alone.
    let payload = unsafe _overrideLifetime(window.bytes(layout.payload), borrowing: self)
    // Some writers say "deflate" of an empty file, and write nothing.
    if method == CompressionMethod.store || payload.isEmpty { return payload }
    try inflate(payload)
    return unsafe _overrideLifetime(output.span, borrowing: self)
  }

  /// Inflates into the output of the workspace.
  private func inflate(_ payload: Span<UInt8>) throws(ConversionError) {
    switch workspace.inflate(payload, upTo: check.remaining ?? 0) {
    case .done(let consumed):
      guard consumed == payload.count else {
        throw check.errors.damaged(DecodedContent.trailingBytes(payload.count - consumed))
      }
    case .tooLong: throw check.tooLong
    case .damaged:
      throw check.errors.damaged("its compressed bytes are damaged, or end too early")
    }
  }
}
