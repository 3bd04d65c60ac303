internal import ConverterCore
import TreeModel

/// A part of a file in memory, which moves to where it is asked for.
///
/// A file is not mapped, for one that is cut short by another program would then end this one.
final class TextWindow {
  let file: InputFile
  /// Bytes of the whole text.
  let end: Int
  private let room: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var base = 0
  private var count = 0

  init(_ file: InputFile, capacity: Int = 1 << 17) {
    self.file = file
    end = file.byteCount
    self.capacity = capacity
    room = .allocate(capacity: capacity)
  }

  deinit { room.deallocate() }

  /// The byte at `offset`; 0, which JSON nowhere has, where the text ends.
  @inline(__always)
  func byte(at offset: Int) throws(ConversionError) -> UInt8 {
    let index = offset &- base
    if UInt(bitPattern: index) < UInt(bitPattern: count) { return room[index] }
    try load(offset)
    return count > 0 ? room[0] : 0
  }

  /// The bytes from `offset` that are in memory: at least one, unless the text ends there. They are valid
  /// until the next call.
  @inline(__always)
  func bytes(from offset: Int) throws(ConversionError) -> UnsafeBufferPointer<UInt8> {
    let index = offset &- base
    if UInt(bitPattern: index) < UInt(bitPattern: count) {
      return UnsafeBufferPointer(start: room + index, count: count &- index)
    }
    try load(offset)
    return UnsafeBufferPointer(start: room, count: count)
  }

  /// Up to `count` bytes from `offset`, as a copy.
  func copy(from offset: Int, count: Int) throws(ConversionError) -> [UInt8] {
    let index = offset - base
    if index >= 0, index + count <= self.count {
      return Array(UnsafeBufferPointer(start: room + index, count: count))
    }
    return try file.read(at: offset, count: count)
  }

  @inline(never)
  private func load(_ offset: Int) throws(ConversionError) {
    base = offset
    count = 0
    guard offset >= 0, offset < end else { return }
    count = try file.read(
      at: offset, into: UnsafeMutableRawBufferPointer(start: room, count: capacity))
  }
}
