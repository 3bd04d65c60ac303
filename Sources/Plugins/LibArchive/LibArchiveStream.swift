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
  /// A run that comes after a hole.
  private var behindHole: ArchiveHandle.Block?
  private var isOver = false
  /// What was wrong with the content; whoever asks again gets it again.
  private var failure: ConversionError?
  /// Holds a small content, or the zeros of a hole.
  private var buffer: UnsafeMutableRawBufferPointer?

  init(of facts: EntryFacts, in pass: LibArchivePass) {
    self.facts = facts
    self.pass = pass
    generation = pass.generation
  }

  deinit { buffer?.deallocate() }

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    if let size = facts.byteCount, size <= Self.smallSize, position == 0, !isOver {
      return try wholeContent(size)
    }
    return try nextPiece()
  }

  /// A content that fits into a buffer: the run that it is, or its runs put together.
  private func wholeContent(_ size: Int) throws(ConversionError) -> UnsafeRawBufferPointer? {
    guard let first = try nextPiece() else { return nil }
    if first.count == size { return first }
    let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    whole.copyMemory(from: first)
    var filled = first.count
    do throws(ConversionError) {
      while let piece = try nextPiece() {
        // `nextPiece` lets no more through than the size.
        UnsafeMutableRawBufferPointer(rebasing: whole[filled...]).copyMemory(from: piece)
        filled += piece.count
      }
    } catch {
      whole.deallocate()
      throw error
    }
    buffer?.deallocate()
    buffer = whole
    return UnsafeRawBufferPointer(whole)
  }

  private func nextPiece() throws(ConversionError) -> UnsafeRawBufferPointer? {
    if let failure { throw failure }
    if isOver { return nil }
    try pass.context.checkpoint()
    if let block = behindHole { return try piece(block) }
    guard let block = try pass.nextBlock(of: generation) else { return try end() }
    return try piece(block)
  }

  /// The run, or zeros of the hole before it.
  private func piece(_ block: ArchiveHandle.Block) throws(ConversionError) -> UnsafeRawBufferPointer
  {
    guard block.offset >= position else { throw damaged("its parts overlap") }
    if block.offset > position {
      behindHole = block
      return try zeros(block.offset - position)
    }
    behindHole = nil
    try advance(block.bytes.count)
    if facts.checksum != nil { checksum.add(block.bytes) }
    return block.bytes
  }

  private func end() throws(ConversionError) -> UnsafeRawBufferPointer? {
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

  private func zeros(_ count: Int) throws(ConversionError) -> UnsafeRawBufferPointer {
    guard facts.isSparse else { throw damaged("a part of it is missing") }
    let piece = UnsafeRawBufferPointer(rebasing: zeroBuffer().prefix(count))
    try advance(piece.count)
    return piece
  }

  private func zeroBuffer() -> UnsafeRawBufferPointer {
    if let buffer { return UnsafeRawBufferPointer(buffer) }
    let fresh = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.zeroCount, alignment: 16)
    fresh.initializeMemory(as: UInt8.self, repeating: 0)
    buffer = fresh
    return UnsafeRawBufferPointer(fresh)
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
