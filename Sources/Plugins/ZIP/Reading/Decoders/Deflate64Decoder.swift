/// Decodes Deflate64 (APPNOTE method 9), which Windows writes of what is larger than 2 GB: deflate (RFC 1951)
/// with a window of 64 KiB, two more codes of distances, and a last code of lengths with 16 bits behind it.
///
/// No library of the system decodes it.
final class Deflate64Decoder: StreamDecoder {
  let mayLackEnd = false

  private enum State {
    case header
    case storedLength
    case stored(Int)
    /// How many codes of each kind a block has.
    case counts
    case lengthsOfLengths
    case lengths
    case symbols
    case length(Int)
    case distanceCode(Int)
    case distance(length: Int, code: Int)
    case match(length: Int, distance: Int)
    case end
  }

  private var state = State.header
  private var isLast = false
  private var counts = (literals: 0, distances: 0, lengths: 0)
  private var lengths: [UInt8] = []
  private var lengthCode: PrefixCode?
  private var literalCode: PrefixCode?
  private var distanceCode: PrefixCode?
  /// Bits of the piece before, and what came out so far, as far as matches reach back.
  private var rest = BitInput.Rest()
  private var history = [UInt8](repeating: 0, count: Deflate64Window.byteCount)
  private var fill = Deflate64Window.Fill()

  func decode(
    _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>
  ) throws(DecodingFailure) -> DecodingStep {
    var bits = BitInput(input, behind: rest)
    // Out of the object while it is written to, so that nobody has to be asked whether it is in use.
    var history: [UInt8] = []
    swap(&history, &self.history)
    defer { swap(&history, &self.history) }
    var window = Deflate64Window(
      output._mutatingExtracting(0..<output.count), over: history.mutableSpan, fill)
    while try step(&bits, &window) {}
    fill = window.fill
    let (used, rest) = bits.end()
    self.rest = rest
    var isAtEnd = false
    if case .end = state { isAtEnd = true }
    return DecodingStep(consumed: used, produced: window.produced, isAtEnd: isAtEnd)
  }

  /// - Returns: `false` where bits or room are missing, and at the end.
  private func step(
    _ bits: inout BitInput, _ window: inout Deflate64Window
  ) throws(DecodingFailure) -> Bool {
    switch state {
    case .header: return try beginBlock(&bits)
    case .storedLength: return try beginStored(&bits)
    case .stored(let count): return copyStored(count, &bits, &window)
    case .counts: return readCounts(&bits)
    case .lengthsOfLengths: return try readLengthsOfLengths(&bits)
    case .lengths: return try readLengths(&bits)
    case .symbols: return try decodeSymbols(&bits, &window)
    case .length(let code):
      guard let extra = bits.take(Deflate64Codes.lengths[code].extra) else { return false }
      state = .distanceCode(Deflate64Codes.lengths[code].base + extra)
    case .distanceCode(let length):
      guard let code = try take(distanceCode, &bits) else { return false }
      state = .distance(length: length, code: code)
    case .distance(let length, let code):
      guard let extra = bits.take(Deflate64Codes.distances[code].extra) else { return false }
      let distance = Deflate64Codes.distances[code].base + extra
      guard distance <= window.fill.count else { throw .damaged }
      state = .match(length: length, distance: distance)
    case .match(let length, let distance):
      let left = window.copy(length, from: distance)
      state = left == 0 ? .symbols : .match(length: left, distance: distance)
      return left == 0
    case .end: return false
    }
    return true
  }

  private func take(
    _ code: PrefixCode?, _ bits: inout BitInput
  ) throws(DecodingFailure) -> Int? {
    guard let code else { throw .damaged }
    return try bits.take(code)
  }

  private func decodeSymbols(
    _ bits: inout BitInput, _ window: inout Deflate64Window
  ) throws(DecodingFailure) -> Bool {
    guard let literalCode else { throw .damaged }
    while window.hasRoom {
      guard let symbol = try bits.take(literalCode) else { return false }
      if symbol < 256 {
        window.append(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      if symbol == 256 {
        state = isLast ? .end : .header
      } else {
        guard symbol - 257 < Deflate64Codes.lengths.count else { throw .damaged }
        state = .length(symbol - 257)
      }
      return true
    }
    return false
  }

  // MARK: Blocks

  private func beginBlock(_ bits: inout BitInput) throws(DecodingFailure) -> Bool {
    guard let header = bits.take(3) else { return false }
    isLast = header & 1 == 1
    switch header >> 1 {
    case 0: state = .storedLength
    case 1:
      literalCode = Deflate64Codes.fixedLiterals
      distanceCode = Deflate64Codes.fixedDistances
      state = .symbols
    case 2: state = .counts
    default: throw .damaged
    }
    return true
  }

  private func beginStored(_ bits: inout BitInput) throws(DecodingFailure) -> Bool {
    bits.alignToByte()
    guard let word = bits.take(32) else { return false }
    guard word & 0xFFFF == ~(word >> 16) & 0xFFFF else { throw .damaged }
    state = .stored(word & 0xFFFF)
    return true
  }

  private func copyStored(
    _ count: Int, _ bits: inout BitInput, _ window: inout Deflate64Window
  ) -> Bool {
    var count = count
    while count > 0, window.hasRoom {
      guard let byte = bits.take(8) else { break }
      window.append(UInt8(truncatingIfNeeded: byte))
      count -= 1
    }
    state = count > 0 ? .stored(count) : isLast ? .end : .header
    return count == 0
  }

  private func readCounts(_ bits: inout BitInput) -> Bool {
    guard let word = bits.take(14) else { return false }
    counts.literals = 257 + (word & 31)
    counts.distances = 1 + (word >> 5 & 31)
    counts.lengths = 4 + (word >> 10)
    lengths = []
    state = .lengthsOfLengths
    return true
  }

  private func readLengthsOfLengths(_ bits: inout BitInput) throws(DecodingFailure) -> Bool {
    while lengths.count < counts.lengths {
      guard let length = bits.take(3) else { return false }
      lengths.append(UInt8(length))
    }
    var ordered = [UInt8](repeating: 0, count: Deflate64Codes.lengthOrder.count)
    for (place, length) in zip(Deflate64Codes.lengthOrder, lengths) { ordered[place] = length }
    guard let code = PrefixCode(lengths: ordered) else { throw .damaged }
    lengthCode = code
    lengths = []
    state = .lengths
    return true
  }

  /// The lengths of codes, in a code of their own: 16 to 18 repeat, with further bits behind them.
  private func readLengths(_ bits: inout BitInput) throws(DecodingFailure) -> Bool {
    let all = counts.literals + counts.distances
    while lengths.count < all {
      if let symbol = repetition {
        let (width, least) = symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
        guard let extra = bits.take(width) else { return false }
        repetition = nil
        guard symbol > 16 || !lengths.isEmpty, lengths.count + least + extra <= all else {
          throw .damaged
        }
        let length = symbol == 16 ? lengths.last ?? 0 : 0
        lengths += [UInt8](repeating: length, count: least + extra)
        continue
      }
      guard let symbol = try take(lengthCode, &bits) else { return false }
      if symbol < 16 { lengths.append(UInt8(symbol)) } else { repetition = symbol }
    }
    guard lengths[256] > 0, let literals = PrefixCode(lengths: Array(lengths[..<counts.literals])),
      let distances = PrefixCode(lengths: Array(lengths[counts.literals...]))
    else { throw .damaged }
    (literalCode, distanceCode) = (literals, distances)
    state = .symbols
    return true
  }

  /// A symbol that repeats lengths, and whose further bits are still to come.
  private var repetition: Int?
}

/// What the symbols of Deflate64 stand for.
private enum Deflate64Codes {
  static let lengths: [(base: Int, extra: Int)] =
    bases(
      first: 3,
      extras: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5])
    + [(base: 3, extra: 16)]
  static let distances = bases(first: 1, extras: [0, 0] + (0..<15).flatMap { [$0, $0] })
  /// The order in which lengths of lengths stand.
  static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  static let fixedLiterals = PrefixCode(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = PrefixCode(lengths: Array(repeating: 5, count: 32))

  /// Each symbol stands for as many values as the bits behind it can have.
  private static func bases(first: Int, extras: [Int]) -> [(base: Int, extra: Int)] {
    var base = first
    return extras.map { extra in
      defer { base += 1 << extra }
      return (base, extra)
    }
  }
}
