/// Implode (APPNOTE 5.3): matches in a window of 4 or 8 KiB, and prefix codes that stand before them.
struct ImplodeDecoder {
  private let literals: PrefixCode?
  private let lengths: PrefixCode
  private let distances: PrefixCode
  private let distanceBits: Int

  /// Reads the codes.
  init(
    _ bits: inout BitInput, distanceBits: Int, hasLiterals: Bool
  ) throws(DecodingFailure) {
    self.distanceBits = distanceBits
    literals = hasLiterals ? try Self.code(&bits, symbols: 256) : nil
    lengths = try Self.code(&bits, symbols: 64)
    distances = try Self.code(&bits, symbols: 64)
  }

  /// Lengths of codes, run by run: each byte has the number of symbols above their length, both less one.
  private static func code(
    _ bits: inout BitInput, symbols: Int
  ) throws(DecodingFailure) -> PrefixCode {
    guard let runs = bits.take(8) else { throw .damaged }
    var lengths: [UInt8] = []
    for _ in 0...runs {
      guard let run = bits.take(8) else { throw .damaged }
      lengths += [UInt8](repeating: UInt8(run & 15) + 1, count: run >> 4 + 1)
    }
    guard lengths.count == symbols, let code = PrefixCode(lengths: lengths, isInverted: true)
    else { throw .damaged }
    return code
  }

  private func literal(_ bits: inout BitInput) throws(DecodingFailure) -> UInt8 {
    let byte: Int?
    if let literals { byte = try bits.take(literals) } else { byte = bits.take(8) }
    guard let byte else { throw .damaged }
    return UInt8(truncatingIfNeeded: byte)
  }

  func decode(_ bits: inout BitInput, into output: inout EarlyOutput) throws(DecodingFailure) {
    while !output.isFull {
      guard let isLiteral = bits.take(1) else { throw .damaged }
      if isLiteral == 1 {
        output.append(try literal(&bits))
        continue
      }
      guard let low = bits.take(distanceBits), let high = try bits.take(distances),
        var length = try bits.take(lengths)
      else { throw .damaged }
      if length == 63 {
        guard let more = bits.take(8) else { throw .damaged }
        length += more
      }
      output.copy(length + (literals == nil ? 2 : 3), from: (high << distanceBits | low) + 1)
    }
  }
}
