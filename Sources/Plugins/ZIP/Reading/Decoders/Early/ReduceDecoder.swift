/// Reduce (APPNOTE 5.2): bytes as places in sets of those that usually follow, and what comes out of that with
/// matches in a window of 1 KiB and more.
enum ReduceDecoder {
  /// The byte that a match begins with.
  private static let mark: UInt8 = 144

  static func decode(
    _ bits: inout BitInput, factor: Int, into output: inout EarlyOutput
  ) throws(DecodingFailure) {
    let followers = try followers(&bits)
    let lengthBits = 8 - factor
    var last: UInt8 = 0
    func next() throws(DecodingFailure) -> Int {
      let set = followers[Int(last)]
      var byte: Int?
      if !set.isEmpty, let isOther = bits.take(1), isOther == 0 {
        guard let place = bits.take(width(of: set.count)), place < set.count else { throw .damaged }
        byte = Int(set[place])
      } else {
        byte = bits.take(8)
      }
      guard let byte else { throw .damaged }
      last = UInt8(truncatingIfNeeded: byte)
      return byte
    }
    while !output.isFull {
      let byte = try next()
      guard byte == Int(mark) else {
        output.append(UInt8(truncatingIfNeeded: byte))
        continue
      }
      let value = try next()
      guard value > 0 else {
        output.append(mark)
        continue
      }
      let longest = 1 << lengthBits - 1
      var length = value & longest
      if length == longest { length += try next() }
      let distance = (value >> lengthBits) << 8 + (try next()) + 1
      output.copy(length + 3, from: distance)
    }
  }

  /// For each byte those that usually follow it; the sets stand in the file from the last to the first.
  private static func followers(_ bits: inout BitInput) throws(DecodingFailure) -> [[UInt8]] {
    var sets = [[UInt8]](repeating: [], count: 256)
    for byte in (0..<256).reversed() {
      guard let count = bits.take(6) else { throw .damaged }
      for _ in 0..<count {
        guard let follower = bits.take(8) else { throw .damaged }
        sets[byte].append(UInt8(truncatingIfNeeded: follower))
      }
    }
    return sets
  }

  /// The bits that a place in a set has, at least one.
  private static func width(of count: Int) -> Int {
    max(1, Int.bitWidth - (count - 1).leadingZeroBitCount)
  }
}
