internal import ConverterCore

/// Room behind the bytes of a buffer, for text that is written faster than byte by byte.
///
/// Every store is compared with its end, and so is the count once all are done: one past that stops the program.
@safe struct TextRoom {
  private let start: UnsafeMutableRawPointer
  private let most: Int
  fileprivate private(set) var count = 0

  fileprivate init(_ start: UnsafeMutablePointer<UInt8>, _ most: Int) {
    unsafe (self.start, self.most) = (UnsafeMutableRawPointer(start), most)
  }

  /// Stores a word, least significant byte first, of which so many bytes count; there has to be room for all of it.
  @inline(__always)
  mutating func put<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word, _ used: Int) {
    let size = MemoryLayout<Word>.size
    precondition(count &+ size <= most)
    unsafe start.storeBytes(of: word.littleEndian, toByteOffset: count, as: Word.self)
    count &+= used
  }
}

extension ByteBuffer {
  /// Appends what `body` puts into the room, at most so many bytes.
  @inline(__always)
  func append<Result>(room most: Int, _ body: (inout TextRoom) -> Result) -> Result {
    var room = unsafe TextRoom(reserve(most), most)
    let result = body(&room)
    precondition(room.count <= most)
    count += room.count
    return result
  }
}
