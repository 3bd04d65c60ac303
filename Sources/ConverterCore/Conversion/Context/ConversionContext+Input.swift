import Synchronization

/// What a reader tells of the input besides its content.
extension ConversionContext {
  /// Bytes of an input that is no file: of all files in a folder. A reader sets it.
  public var inputByteCount: Int? {
    get { input.withLock(\.byteCount) }
    set { input.withLock { $0.byteCount = newValue } }
  }

  /// Bytes of all input files; set by the caller that opens them.
  public internal(set) var readByteCount: Int? {
    get { input.withLock(\.readByteCount) }
    set { input.withLock { $0.readByteCount = newValue } }
  }

  /// Whether the input had to be repaired to be read, so that it cannot stand for a result; a reader sets it.
  public var inputIsDamaged: Bool {
    get { input.withLock(\.isDamaged) }
    set { input.withLock { $0.isDamaged = newValue } }
  }
}
