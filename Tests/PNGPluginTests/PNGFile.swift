import ConverterCore

@testable import PNGPlugin

/// A PNG file made of chunks, for tests to take apart and put together.
struct PNGFile {
  var chunks: [PNGChunk]

  init(_ chunks: [PNGChunk]) {
    self.chunks = chunks
  }

  /// - Precondition: whole chunks.
  init(parsing bytes: [UInt8]) {
    chunks = []
    var rest = bytes.dropFirst(8)
    while rest.count >= 12 {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let type = rest.dropFirst(4).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      chunks.append(
        PNGChunk(
          type: PNGChunkType(rawValue: type), bytes: Array(rest.dropFirst(8).prefix(count))))
      rest = rest.dropFirst(12 + count)
    }
  }

  var bytes: [UInt8] {
    PNGChunkList.signature + chunks.flatMap(\.serialized)
  }

  func chunk(_ type: PNGChunkType) -> [UInt8]? {
    chunks.first { $0.type == type }?.bytes
  }

  /// The same with chunks before the picture data.
  func inserting(_ more: [PNGChunk]) -> PNGFile {
    var copy = self
    let place = chunks.firstIndex { $0.type == .data } ?? 1
    copy.chunks.insert(contentsOf: more, at: place)
    return copy
  }

  static func header(
    _ width: Int, _ height: Int, depth: Int = 8, type: Int = 0, interlaced: Bool = false
  ) -> PNGChunk {
    PNGChunk(
      type: .header,
      bytes: width.bigEndianBytes + height.bigEndianBytes
        + [UInt8(depth), UInt8(type), 0, 0, interlaced ? 1 : 0])
  }

  static func data(_ rows: [UInt8]) -> PNGChunk {
    PNGChunk(type: .data, bytes: Zlib.compress(rows) ?? [])
  }

  static let end = PNGChunk(type: .end, bytes: [])

  /// A black gray picture of 2×2 pixels.
  static let small = PNGFile([
    header(2, 2), data([0, 0, 0, 0, 0, 0]), end,
  ])

  /// A picture of random samples, each row with a random filter.
  static func random(
    _ width: Int, _ height: Int, depth: Int, type: Int, interlaced: Bool,
    extra: [PNGChunk] = [], using generator: inout Xorshift
  ) -> PNGFile {
    let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type] ?? 1
    // Where each pass begins and how far apart its pixels are (PNG specification, section 8.2).
    let passes: [(x: Int, y: Int, dx: Int, dy: Int)] =
      interlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    var rows: [UInt8] = []
    for pass in passes {
      let columns = max(0, (width - pass.x + pass.dx - 1) / pass.dx)
      let lines = max(0, (height - pass.y + pass.dy - 1) / pass.dy)
      guard columns > 0 else { continue }
      for _ in 0..<lines {
        rows.append(UInt8.random(in: 0...4, using: &generator))
        for _ in 0..<(columns * samples * depth + 7) / 8 {
          rows.append(UInt8.random(in: 0...255, using: &generator))
        }
      }
    }
    let header = Self.header(width, height, depth: depth, type: type, interlaced: interlaced)
    return PNGFile([header] + extra + [data(rows), end])
  }
}

/// The same random numbers in every run.
struct Xorshift: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
