import Deflate

extension Parser {
  /// A stream of Deflate as a whole and in pieces; and bytes that are compressed in two parts, which are joined. The
  /// first byte is the size of the pieces and where the parts are cut, and chooses how they are compressed.
  static let deflate = Parser(name: "deflate") { bytes in
    guard let first = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    // Where it is none, what is found of its last block must still lie within it.
    _ = opened(stream)
    if let whole = inflated(stream, pieceSize: stream.count) {
      let pieces = inflated(stream, pieceSize: Int(first) + 1)
      precondition(pieces == whole, "pieces become something else than the whole")
    }
    let cut = stream.count * Int(first) / 256
    guard let part = compressed(stream[..<cut], level: Int(first) % 13), let start = opened(part),
      let end = compressed(stream[cut...], level: 6)
    else { preconditionFailure("what was compressed is no stream") }
    let joined = inflated(start + end, pieceSize: start.count + end.count)
    precondition(joined == stream, "parts become something else than the whole")
  }

  private static func compressed(_ bytes: ArraySlice<UInt8>, level: Int) -> [UInt8]? {
    guard let compressor = try? DeflateHandle(level: level) else { return nil }
    var room = [UInt8](repeating: 0, count: compressor.bound(bytes.count))
    var space = room.mutableSpan
    let count = compressor.compress(bytes.span, into: &space)
    return count.map { Array(room[..<$0]) }
  }

  private static func opened(_ stream: [UInt8]) -> [UInt8]? {
    var room = stream + [UInt8](repeating: 0xAA, count: DeflateJoint.byteCount)
    var space = room.mutableSpan
    let count = DeflateJoint.open(&space, count: stream.count)
    return count.map { Array(room[..<$0]) }
  }

  /// All that comes of a stream that ends; `nil` for one that is damaged or too long.
  private static func inflated(_ stream: [UInt8], pieceSize: Int) -> [UInt8]? {
    guard let inflater = InflateStreamHandle.make() else { return nil }
    var output: [UInt8] = []
    var rest = stream[...]
    var piece = [UInt8](repeating: 0, count: 4096)
    while output.count < 1 << 20 {
      // An array of its own: behind it nothing can be read.
      let input = Array(rest.prefix(pieceSize))
      var room = piece.mutableSpan
      guard let step = inflater.inflate(input.span, into: &room), step.consumed <= input.count
      else { return nil }
      output += piece[..<step.produced]
      rest = rest.dropFirst(step.consumed)
      if step.isAtEnd { return output }
      guard step.consumed > 0 || step.produced > 0 else { return nil }
    }
    return nil
  }
}
