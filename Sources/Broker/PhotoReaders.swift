public import FairyLibrary

/// What reads photos for the broker: sealed workers, which the program starts.
public struct PhotoReaders: Sendable {
  /// Where decisions and notes are kept.
  let library: DocumentLibrary
  /// Makes what looks at photos.
  let looks: @Sendable () -> any PhotoReader
  /// Makes what recognises words.
  let texts: @Sendable () -> any TextReader

  /// - Parameters:
  ///   - library: where decisions and notes are kept.
  ///   - looks: makes what looks at photos; called once by each thread that needs it.
  ///   - texts: makes what recognises words; called for each photo, so that new settings count.
  public init(
    library: DocumentLibrary, looks: @escaping @Sendable () -> any PhotoReader,
    texts: @escaping @Sendable () -> any TextReader
  ) {
    (self.library, self.looks, self.texts) = (library, looks, texts)
  }
}
