internal import ConverterCore
import TreeModel

/// A part of a file in memory, which moves to where it is asked for.
///
/// A file is not mapped, for one that is cut short by another program would then end this one.
final class TextWindow {
  let file: InputFile
  /// Bytes of the whole text.
  let end: Int
  private let room: ByteBuffer
  private let capacity: Int
  private var base = 0

  init(_ file: InputFile, capacity: Int = 1 << 17) {
    self.file = file
    end = file.byteCount
    self.capacity = capacity
    room = ByteBuffer(capacity: capacity)
  }

  /// The byte at `offset`; 0, which JSON nowhere has, where the text ends.
  @inline(__always)
  func byte(at offset: Int) throws(ConversionError) -> UInt8 {
    let index = offset &- base
    let room = room
    if UInt(bitPattern: index) < UInt(bitPattern: room.count) { return room.span[index] }
    try load(offset)
    return room.span.first ?? 0
  }

  /// The bytes from `offset` that are in memory: at least one, unless the text ends there. They are valid
  /// until the next call.
  @inline(__always)
  @_lifetime(borrow self)
  func bytes(from offset: Int) throws(ConversionError) -> Span<UInt8> {
    let room = room
    if UInt(bitPattern: offset &- base) >= UInt(bitPattern: room.count) { try load(offset) }
    // The window holds the buffer for as long as it lives.
    return unsafe _overrideLifetime(room.span.extracting((offset &- base)...), borrowing: self)
  }

  /// Up to `count` bytes from `offset`, as a copy.
  func copy(from offset: Int, count: Int) throws(ConversionError) -> [UInt8] {
    let index = offset - base
    if index >= 0, index + count <= room.count {
      let room = room
      return room.span.extracting(index..<index + count).array
    }
    return try file.read(at: offset, count: count)
  }

  @inline(never)
  private func load(_ offset: Int) throws(ConversionError) {
    base = offset
    room.removeAll()
    guard offset >= 0, offset < end else { return }
    _ = try room.append(capacity, of: file, at: offset)
  }
}

extension TextWindow: JSONText {}
