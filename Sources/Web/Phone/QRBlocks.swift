/// How the bytes of a QR code are cut into blocks, each with bytes that correct it.
struct QRBlocks: Sendable {
  let version: Int
  /// Of the data in each block.
  private let sizes: [Int]
  /// How many bytes correct a block.
  private let correction: Int

  /// Versions 1 to 10 with medium correction (ISO/IEC 18004, table 9).
  static let all = [
    QRBlocks(1, [16], 10), QRBlocks(2, [28], 16), QRBlocks(3, [44], 26),
    QRBlocks(4, [32, 32], 18), QRBlocks(5, [43, 43], 24), QRBlocks(6, [27, 27, 27, 27], 16),
    QRBlocks(7, [31, 31, 31, 31], 18), QRBlocks(8, [38, 38, 39, 39], 22),
    QRBlocks(9, [36, 36, 36, 37, 37], 22), QRBlocks(10, [43, 43, 43, 43, 44], 26),
  ]

  private init(_ version: Int, _ sizes: [Int], _ correction: Int) {
    (self.version, self.sizes, self.correction) = (version, sizes, correction)
  }

  private var dataCount: Int { sizes.reduce(0, +) }
  /// How many bits say how long the text is.
  private var countBits: Int { version < 10 ? 8 : 16 }
  /// How many bytes of a text it holds.
  var capacity: Int { (dataCount * 8 - 4 - countBits) / 8 }

  /// The data and the correction, interleaved.
  ///
  /// - Parameter bytes: at most ``capacity``.
  func codewords(of bytes: [UInt8]) -> [UInt8] {
    let data = padded(bytes)
    var (blocks, start) = ([[UInt8]](), 0)
    for size in sizes {
      blocks.append(Array(data[start..<start + size]))
      start += size
    }
    let corrections = blocks.map { ReedSolomon.remainder(of: $0, count: correction) }
    let longest = sizes.max() ?? 0
    return (0..<longest).flatMap { place in
      blocks.compactMap { $0.indices.contains(place) ? $0[place] : nil }
    } + (0..<correction).flatMap { place in corrections.map { $0[place] } }
  }

  private func padded(_ bytes: [UInt8]) -> [UInt8] {
    // The mode (bytes), the count, the bytes, and the end.
    var bits: [Bool] = [false, true, false, false]
    func append(_ value: Int, _ count: Int) {
      for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
    }
    append(bytes.count, countBits)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, dataCount * 8 - bits.count))
    while !bits.count.isMultiple(of: 8) { bits.append(false) }
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var filler: UInt8 = 0xec
    while data.count < dataCount {
      data.append(filler)
      filler ^= 0xec ^ 0x11
    }
    return data
  }
}

/// Bytes that correct others, over the field of 256 elements of QR codes (polynomial 0x11d).
enum ReedSolomon {
  static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
    let divisor = divisor(of: count)
    var rest = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for place in 0..<count { rest[place] ^= product(divisor[place], factor) }
    }
    return rest
  }

  /// The product of (x − 2⁰)…(x − 2ⁿ⁻¹), without its leading term.
  private static func divisor(of count: Int) -> [UInt8] {
    var divisor = [UInt8](repeating: 0, count: count)
    divisor[count - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<count {
      for place in 0..<count {
        divisor[place] = product(divisor[place], root)
        if place + 1 < count { divisor[place] ^= divisor[place + 1] }
      }
      root = product(root, 2)
    }
    return divisor
  }

  private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var result = 0
    for place in (0..<8).reversed() {
      result = (result << 1) ^ ((result >> 7) * 0x11d)
      result ^= Int(other >> UInt8(place) & 1) * Int(one)
    }
    return UInt8(result)
  }
}
