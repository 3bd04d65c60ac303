import ConverterCore

/// What an icon holds: the same picture in several sizes.
struct ICODirectory {
  struct Entry {
    /// As the directory says, which the picture itself may know better.
    let width: Int
    let height: Int
    let bitCount: Int
    let place: Range<Int>
  }

  /// The largest first, of equals the deepest.
  let entries: [Entry]

  /// - Throws: `damagedInput`, `readFailed`.
  init(of input: InputFile) throws(ConversionError) {
    let head = try input.read(at: 0, count: 6)
    guard let count = head.number(at: 4, width: 2, .little), head[0] == 0, head[1] == 0,
      head[3] == 0, head[2] == 1 || head[2] == 2
    else {
      throw ConversionError(.damagedInput, "does not begin with the directory of an icon")
    }
    let isCursor = head[2] == 2
    let bytes = try input.read(at: 6, count: 16 * count)
    guard count > 0 else { throw ConversionError(.damagedInput, "is an icon without pictures") }
    guard bytes.count == 16 * count else { throw Self.cutOff }
    let all = (0..<count).map { index in
      Self.entry(bytes[16 * index..<16 * index + 16], isCursor: isCursor)
    }
    entries = all.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      let (sizeA, sizeB) = (a.width * a.height, b.width * b.height)
      return (sizeB, b.bitCount, first.offset) < (sizeA, a.bitCount, second.offset)
    }.map(\.element)
  }

  private static func entry(_ bytes: ArraySlice<UInt8>, isCursor: Bool) -> Entry {
    let bytes = Array(bytes)
    // All sixteen bytes are there.
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes.number(at: offset, width: count, .little) ?? 0
    }
    let (size, offset) = (number(8, 4), number(12, 4))
    return Entry(
      width: bytes[0] == 0 ? 256 : Int(bytes[0]), height: bytes[1] == 0 ? 256 : Int(bytes[1]),
      // Of a cursor it is where it points to.
      bitCount: isCursor ? 0 : number(6, 2), place: offset..<offset + size)
  }

  static let cutOff = ConversionError(
    .damagedInput, "the file is cut off: it ends before the pictures of the icon do")
}
