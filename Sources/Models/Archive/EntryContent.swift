public import ConverterCore

/// The entries of an archive that can be read in any order.
public protocol EntryDirectory: Sendable {
  var entries: [Entry] { get }

  /// A reader of contents; each thread has its own.
  func makeReader() throws(ConversionError) -> any EntryReader
}

/// Opens entries of a directory, one at a time.
public protocol EntryReader: AnyObject {
  /// The content of an entry; it ends the stream that was opened before.
  ///
  /// - Throws: `damagedInput` where the entry contradicts the directory, `unsupportedContent` for a
  ///   method or encryption that is not known, `missingPassword`, `wrongPassword`, `readFailed`.
  func open(_ entry: Entry) throws(ConversionError) -> any EntryStream
}

/// Entries that come one after the other. Passes are independent of each other.
public protocol EntrySequence: Sendable {
  /// Bytes of the archive as it is stored.
  var byteCount: Int { get }

  /// What is wrong with the archive as a whole, where that is known before its entries are read. A pass
  /// throws it behind the last entry.
  var fault: ConversionError? { get }

  /// A pass from the first entry on.
  func makePass() throws(ConversionError) -> any EntryPass
}

extension EntrySequence {
  public var fault: ConversionError? { nil }
}

/// One pass over a sequence of entries, on one thread.
public protocol EntryPass: AnyObject {
  /// How much of the archive has been passed, 0…1.
  var fraction: Double { get }

  /// The next entry; content of the one before that was not read is skipped.
  ///
  /// - Throws: as ``EntryReader/open(_:)``.
  func next() throws(ConversionError) -> Entry?

  /// The content of the entry that ``next()`` gave last.
  func open() throws(ConversionError) -> any EntryStream
}

/// The content of an entry, from its first byte to its last.
public protocol EntryStream: AnyObject {
  /// The next piece, of any length above 0, valid until the next call; `nil` after the last.
  ///
  /// Small contents come in one piece. Before the last piece is followed by `nil`, size and checksum have
  /// been compared.
  ///
  /// - Throws: `damagedInput` when the bytes are not what the archive says, `wrongPassword`,
  ///   `readFailed`.
  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>?
}
