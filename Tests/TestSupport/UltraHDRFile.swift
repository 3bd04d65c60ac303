/// A JPEG file of two pictures, taken apart by the letter of CIPA DC-007 and of Google's container, with nothing
/// of the reader's that is tested.
public struct UltraHDRFile {
  public struct Segment: Equatable {
    public var marker: UInt8
    /// Where the payload lies in the file.
    public var offset: Int
    public var payload: [UInt8]
  }

  public struct Entry: Equatable {
    public var attribute: Int
    public var size: Int
    public var offset: Int
    public var dependents: Int
  }

  public private(set) var segments: [Segment] = []
  public private(set) var entries: [Entry] = []
  /// The second picture's, at their place in the file.
  public private(set) var furtherSegments: [Segment] = []
  public private(set) var further: [UInt8] = []
  private let bytes: [UInt8]

  /// `nil` where anything is not as it must be.
  public init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let segments = Self.segments(bytes, at: 0) else { return nil }
    self.segments = segments
    guard let index = payload(0xE2, "MPF\0", in: segments), index.bytes.count == 82,
      index.bytes.starts(with: Array("MM\0*\0\0\0\u{8}".utf8)),
      Self.number(index.bytes, 8, 2) == 3
    else { return nil }
    let fields = (0..<3).map { field in
      let at = 10 + 12 * field
      return [2, 2, 4].reduce(into: (numbers: [Int](), at: at)) { result, size in
        result.numbers.append(Self.number(index.bytes, result.at, size))
        result.at += size
      }.numbers
    }
    guard fields == [[0xB000, 7, 4], [0xB001, 4, 1], [0xB002, 7, 32]],
      Array(index.bytes[18..<22]) == Array("0100".utf8), Self.number(index.bytes, 30, 4) == 2,
      Self.number(index.bytes, 42, 4) == 50, Self.number(index.bytes, 46, 4) == 0
    else { return nil }
    entries = (0..<2).map { entry in
      let at = 50 + 16 * entry
      return Entry(
        attribute: Self.number(index.bytes, at, 4), size: Self.number(index.bytes, at + 4, 4),
        offset: Self.number(index.bytes, at + 8, 4),
        dependents: Self.number(index.bytes, at + 12, 4))
    }
    let start = index.offset + entries[1].offset
    // Both are whole streams, one behind the other, and nothing follows.
    guard entries[0].offset == 0, start == entries[0].size,
      start + entries[1].size == bytes.count, Array(bytes[(start - 2)..<start]) == [0xFF, 0xD9],
      Array(bytes.suffix(2)) == [0xFF, 0xD9],
      let furtherSegments = Self.segments(bytes, at: start)
    else { return nil }
    self.furtherSegments = furtherSegments
    further = Array(bytes[start...])
  }

  public var primary: [UInt8] { Array(bytes.prefix(entries[0].size)) }

  public func payload(
    _ marker: UInt8, _ signature: String, in segments: [Segment]
  ) -> (bytes: [UInt8], offset: Int)? {
    let signature = Array(signature.utf8)
    let found = segments.filter { $0.marker == marker && $0.payload.starts(with: signature) }
    guard found.count == 1 else { return nil }
    return (Array(found[0].payload.dropFirst(signature.count)), found[0].offset + signature.count)
  }

  public var xmp: String? { text(segments) }
  public var furtherXMP: String? { text(furtherSegments) }

  private func text(_ segments: [Segment]) -> String? {
    payload(0xE1, "http://ns.adobe.com/xap/1.0/\0", in: segments)
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Of ISO 21496-1.
  public var versions: [UInt8]? {
    payload(0xE2, "urn:iso:std:iso:ts:21496:-1\0", in: segments)?.bytes
  }
  public var metadata: [UInt8]? {
    payload(0xE2, "urn:iso:std:iso:ts:21496:-1\0", in: furtherSegments)?.bytes
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
    bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func segments(_ bytes: [UInt8], at start: Int) -> [Segment]? {
    guard start + 2 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] == 0xD8 else {
      return nil
    }
    var segments: [Segment] = []
    var position = start + 2
    while position + 4 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xDA { return segments }
      let length = number(bytes, position + 2, 2)
      guard length >= 2, position + 2 + length <= bytes.count else { return nil }
      segments.append(
        Segment(
          marker: marker, offset: position + 4,
          payload: Array(bytes[position + 4..<position + 2 + length])))
      position += 2 + length
    }
    return nil
  }
}
