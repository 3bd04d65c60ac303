/// The part of a file that detection looks at: its beginning and, for some families, more places.
package struct FileSample {
  /// Enough for every signature of a picture, so that an ordinary photo costs one small read.
  static let shortHead = 4096
  /// Enough for disk images (a signature at 32 KiB) and for a fair sight of text.
  static let longHead = 65536

  let input: InputFile
  /// The first ``shortHead`` bytes, or ``longHead`` after ``extendHead()``; fewer of a short file.
  package private(set) var head: [UInt8]
  /// What the name says the file might be.
  let named: [ContentType.ID]

  init(of input: InputFile, named: [ContentType.ID]) throws(ConversionError) {
    self.input = input
    self.named = named
    head = try input.read(at: 0, count: Self.shortHead)
  }

  package var byteCount: Int { input.byteCount }
  var headIsWhole: Bool { head.count >= byteCount }

  mutating func extendHead() throws(ConversionError) {
    guard !headIsWhole, head.count < Self.longHead else { return }
    head += try input.read(at: head.count, count: Self.longHead - head.count)
  }

  /// Up to `count` bytes from `offset`; none where the offset lies outside the file.
  ///
  /// The caller bounds `count`; the offset may be any number that a file claims.
  package func bytes(at offset: Int, count: Int) throws(ConversionError) -> [UInt8] {
    guard offset >= 0, offset < byteCount, count > 0 else { return [] }
    if offset + count <= head.count { return Array(head[offset..<offset + count]) }
    return try input.read(at: offset, count: count)
  }

  /// The last `count` bytes, or all of a shorter file.
  package func tail(_ count: Int) throws(ConversionError) -> [UInt8] {
    try bytes(at: max(0, byteCount - count), count: min(count, byteCount))
  }
}
