import ConverterCore

/// The bytes of an entry as they are in the file, decrypted, piece by piece.
final class EntrySource {
  private static let pieceByteCount = 256 << 10

  private let input: InputFile
  private let buffer: ByteBuffer
  private let decryption: EntryDecryption?
  /// What has not been read yet.
  private var unread: Range<Int>
  /// How much of the piece has been used.
  private var used = 0

  init(_ workspace: Workspace, _ layout: ContentLayout, _ decryption: EntryDecryption?) {
    input = workspace.input
    buffer = workspace.pieces
    self.decryption = decryption
    unread = layout.payload
    buffer.removeAll()
  }

  /// Bytes behind the piece.
  var remaining: Int { unread.count }

  /// What is left of the piece, valid until ``advance(_:)``.
  var piece: Span<UInt8> {
    @_lifetime(borrow self) get {
      let buffer = buffer
      // The source holds the buffer for as long as it lives.
      return unsafe _overrideLifetime(buffer.span[used...], borrowing: self)
    }
  }

  /// Goes over bytes of the piece.
  func use(_ count: Int) { used += count }

  /// Goes on to the next piece.
  ///
  /// - Returns: `false` behind the last.
  func advance(_ errors: EntryErrors) throws(ConversionError) -> Bool {
    (used, buffer.count) = (0, 0)
    guard !unread.isEmpty else { return false }
    let count = min(Self.pieceByteCount, unread.count)
    guard try buffer.append(count, of: input, at: unread.lowerBound) == count else {
      throw errors.error(.damagedInput, Workspace.endsTooEarly)
    }
    unread = unread.dropFirst(count)
    if let decryption { buffer.withMutableSpan { decryption.decryptor.decrypt(&$0) } }
    return true
  }

  /// Called after the last piece, to make sure that nobody has changed what was encrypted.
  func finish() throws(ConversionError) { try decryption?.finish() }
}
