import ArchiveModel
import ConverterCore

/// The content of an entry: holes as zeros, its size compared.
final class LibArchiveStream: EntryStream {
  /// Contents up to this size come in one piece.
  private static let smallSize = 1 << 18
  private static let zeroCount = 1 << 16

  private let pass: LibArchivePass
  private let facts: EntryFacts
  private let generation: Int
  private var position = 0
  private var checksum = CRC32()
  /// The place of a run that comes after a hole.
  private var behindHole: Int?
  private var isOver = false
  /// What was wrong with the content; whoever asks again gets it again.
  private var failure: ConversionError?
  /// A small content that came in several runs.
  private var whole: [UInt8] = []
  private static let zeros = [UInt8](repeating: 0, count: zeroCount)

  init(of facts: EntryFacts, in pass: LibArchivePass) {
    self.facts = facts
    self.pass = pass
    generation = pass.generation
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    if let size = facts.byteCount, size <= Self.smallSize, position == 0, !isOver {
      return try wholeContent(size)
    }
    return try nextPiece()
  }

  /// A content that fits into a buffer: the run that it is, or its runs put together.
  @_lifetime(borrow self)
  private func wholeContent(_ size: Int) throws(ConversionError) -> Span<UInt8>? {
    guard let first = try nextPiece() else { return nil }
    if first.count == size { return first }
    var runs = first.array
    while let piece = try nextPiece() { runs.append(piece) }
    whole = runs
    // The stream holds the content for as long as it lives.
    return unsafe _overrideLifetime(runs.span, borrowing: self)
  }

  @_lifetime(borrow self)
  private func nextPiece() throws(ConversionError) -> Span<UInt8>? {
    if let failure { throw failure }
    if isOver { return nil }
    try pass.context.checkpoint()
    if let offset = behindHole { return try piece(at: offset) }
    guard let offset = try pass.nextBlock(of: generation) else { return try end() }
    return try piece(at: offset)
  }

  /// The run, or zeros of the hole before it.
  @_lifetime(borrow self)
  private func piece(at offset: Int) throws(ConversionError) -> Span<UInt8> {
    guard offset >= position else { throw damaged("its parts overlap") }
    if offset > position {
      behindHole = offset
      return try zeros(offset - position)
    }
    behindHole = nil
    let pass = pass
    let block = pass.block
    try advance(block.count)
    if facts.checksum != nil { checksum.add(block) }
    // The pass lives as long as the stream, and stays at the block until the stream goes on.
    return unsafe _overrideLifetime(block, borrowing: self)
  }

  @_lifetime(borrow self)
  private func end() throws(ConversionError) -> Span<UInt8>? {
    if facts.isSparse, pass.endOffset > position { return try zeros(pass.endOffset - position) }
    isOver = true
    if let size = facts.byteCount, size != position {
      throw damaged("it has \(position) bytes, not \(size) as the archive says")
    }
    if let stored = facts.checksum, stored != checksum.value {
      throw damaged("its checksum is wrong")
    }
    return nil
  }

  @_lifetime(borrow self)
  private func zeros(_ count: Int) throws(ConversionError) -> Span<UInt8> {
    guard facts.isSparse else { throw damaged("a part of it is missing") }
    let zeros = Self.zeros
    let piece = zeros.span.prefix(count)
    try advance(piece.count)
    // The zeros are never freed.
    return unsafe _overrideLifetime(piece, borrowing: self)
  }

  private func advance(_ count: Int) throws(ConversionError) {
    position += count
    if let size = facts.byteCount, position > size {
      throw damaged("it has more bytes than the \(size) that the archive says")
    }
  }

  private func damaged(_ what: String) -> ConversionError {
    let name = String(decoding: facts.path, as: UTF8.self).printable
    let error = ConversionError(
      .damagedInput, "the content of \(name) is damaged: \(what)")
    failure = error
    return error
  }
}
