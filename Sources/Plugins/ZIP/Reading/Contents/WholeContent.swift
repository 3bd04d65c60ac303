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

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    guard !isDone else { return nil }
    isDone = true
    let payload = try workspace.window.bytes(layout.payload, check.errors)
    if let decryption {
      workspace.window.forget()
      decryption.decryptor.decrypt(payload)
      try decryption.finish()
    }
    let bytes = UnsafeRawBufferPointer(payload)
    // Some writers say "deflate" of an empty file, and write nothing.
    let content =
      method == CompressionMethod.store || bytes.isEmpty ? bytes : try inflated(bytes)
    try check.add(content)
    try check.finish()
    return content.isEmpty ? nil : content
  }

  private func inflated(
    _ payload: UnsafeRawBufferPointer
  ) throws(ConversionError) -> UnsafeRawBufferPointer {
    let byteCount = check.remaining ?? 0
    let output = workspace.output.reserve(byteCount)
    switch workspace.inflate(payload, into: output) {
    case .done(let consumed, let produced):
      guard consumed == payload.count else {
        throw check.errors.damaged(DecodedContent.trailingBytes(payload.count - consumed))
      }
      return UnsafeRawBufferPointer(rebasing: output[..<produced])
    case .tooLong: throw check.tooLong
    case .damaged:
      throw check.errors.damaged("its compressed bytes are damaged, or end too early")
    }
  }
}
