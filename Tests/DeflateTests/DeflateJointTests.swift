import ConverterCore
import Deflate
import Testing

@Suite("Streams of Deflate that are joined")
struct DeflateJointTests {
  /// Contents of which compressors make blocks of every kind.
  enum Kind: CaseIterable {
    case random, zeros, text, steps, photo

    func bytes(_ count: Int) -> [UInt8] {
      var state: UInt64 = 88_172_645_463_325_252
      func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
      }
      return (0..<count).map { index in
        switch self {
        case .random: UInt8(truncatingIfNeeded: next())
        case .zeros: 0
        case .text: Array("the quick brown fox ".utf8)[Int(next() % 20)]
        case .steps: UInt8(truncatingIfNeeded: index / 1000)
        case .photo: UInt8(truncatingIfNeeded: (next() & 7) &* (next() & 3) &+ 250)
        }
      }
    }
  }

  /// Compresses `parts` one by one, and joins them.
  private func join(_ parts: [[UInt8]], level: Int) throws -> [UInt8] {
    let compressor = try DeflateHandle(level: level)
    var stream: [UInt8] = []
    for (index, part) in parts.enumerated() {
      var room = [UInt8](repeating: 0xAA, count: compressor.bound(part.count) + 6)
      var space = room.mutableSpan
      var count = compressor.compress(part.span, into: &space)
      if let whole = count, index < parts.count - 1 {
        count = DeflateJoint.open(&space, count: whole)
      }
      stream += room[..<(try #require(count))]
    }
    return stream
  }

  private func inflate(_ stream: [UInt8], atMost most: Int) throws -> [UInt8] {
    let inflater = try #require(InflateStreamHandle.make())
    var output = [UInt8](repeating: 0, count: most + 1)
    var room = output.mutableSpan
    let made = inflater.inflate(stream.span, into: &room)
    let step = try #require(made)
    #expect(step.isAtEnd)
    #expect(step.consumed == stream.count)
    return Array(output[..<step.produced])
  }

  @Test("Parts are one stream", arguments: Kind.allCases, [0, 1, 4, 6, 9, 12])
  func parts(kind: Kind, level: Int) throws {
    for sizes in [[1, 1], [10, 0, 7], [70_000, 3], [400_000, 400_000, 1]] {
      let parts = sizes.map(kind.bytes)
      let whole = parts.flatMap(\.self)
      #expect(try inflate(join(parts, level: level), atMost: whole.count) == whole)
    }
  }

  @Test("What is no whole stream is not opened")
  func damaged() throws {
    let compressor = try DeflateHandle(level: 6)
    let text = Kind.text.bytes(3000)
    var room = [UInt8](repeating: 0, count: compressor.bound(text.count) + 6)
    var space = room.mutableSpan
    let whole = compressor.compress(text.span, into: &space)
    let count = try #require(whole)
    for cut in 0..<count {
      var part = Array(room[..<cut]) + [UInt8](repeating: 0, count: 6)
      var space = part.mutableSpan
      let end = DeflateJoint.open(&space, count: cut)
      #expect(end == nil)
    }
    // No room for the joint.
    var tight = Array(room[..<count])
    var tightSpace = tight.mutableSpan
    let end = DeflateJoint.open(&tightSpace, count: count)
    #expect(end == nil)
  }

  @Test("Checksums of parts make that of the whole", arguments: [0, 1, 15, 65_521, 200_000])
  func checksum(size: Int) throws {
    let handle = try DeflateHandle(level: 1)
    let (first, second) = (Kind.random.bytes(70_001), Kind.photo.bytes(size))
    let checksums = [first, second, first + second].map {
      handle.adler32($0.span)
    }
    #expect(
      Adler32.combine(checksums[0], checksums[1], secondByteCount: size) == checksums[2])
  }
}
