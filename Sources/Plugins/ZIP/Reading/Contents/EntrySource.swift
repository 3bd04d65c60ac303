import ConverterCore

/// The bytes of an entry as they are in the file, decrypted, piece by piece.
final class EntrySource {
  private static let pieceByteCount = 256 << 10

  private let input: InputFile
  private let buffer: ByteBuffer
  private let decryption: EntryDecryption?
  private var rest: Range<Int>

  init(_ workspace: Workspace, _ layout: ContentLayout, _ decryption: EntryDecryption?) {
    input = workspace.input
    buffer = workspace.pieces
    self.decryption = decryption
    rest = layout.payload
  }

  /// Bytes that have not been given yet.
  var remaining: Int { rest.count }

  /// The next piece, valid until the next call; `nil` after the last.
  func next(_ errors: EntryErrors) throws(ConversionError) -> UnsafeRawBufferPointer? {
    guard !rest.isEmpty else { return nil }
    let piece = buffer.reserve(min(Self.pieceByteCount, rest.count))
    guard try input.read(at: rest.lowerBound, into: piece) == piece.count else {
      throw errors.error(.damagedInput, Workspace.endsTooEarly)
    }
    rest = rest.lowerBound + piece.count..<rest.upperBound
    decryption?.decryptor.decrypt(piece)
    return UnsafeRawBufferPointer(piece)
  }

  /// Called after the last piece, to make sure that nobody has changed what was encrypted.
  func finish() throws(ConversionError) { try decryption?.finish() }
}
