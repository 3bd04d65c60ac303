extension ICCProfile {
  /// Whether a tag that is a look-up table is as long as its own numbers say (ISO 15076-1,
  /// 10.10–10.13); true for tags of other types.
  ///
  /// A library that reads the table allocates what the numbers say before it reads.
  static func lookUpTableFits(_ tag: ArraySlice<UInt8>) -> Bool {
    switch fourCCText(tag.bigEndian32(at: 0)) {
    case "mft1":
      guard tag.count >= 48 else { return false }
      let (inputs, outputs, grid) = shape(of: tag)
      return nodes(Array(repeating: grid, count: inputs), outputs)
        .map { $0 <= tag.count - 48 - 256 * (inputs + outputs) } ?? false
    case "mft2":
      guard tag.count >= 52 else { return false }
      let (inputs, outputs, grid) = shape(of: tag)
      let curves = Int(tag.bigEndian16(at: 48)) * inputs + Int(tag.bigEndian16(at: 50)) * outputs
      return nodes(Array(repeating: grid, count: inputs), outputs)
        .map { $0 <= (tag.count - 52) / 2 - curves } ?? false
    case "mAB", "mBA":
      guard tag.count >= 32 else { return false }
      let (inputs, outputs, _) = shape(of: tag)
      let offset = Int(tag.bigEndian32(at: 24))
      guard offset > 0 else { return true }
      guard inputs <= 16, offset <= tag.count - 20 else { return false }
      let table = tag[(tag.startIndex + offset)...]
      let grid = table.prefix(inputs).map { Int($0) }
      let bytesPerValue = table[table.startIndex + 16] == 1 ? 1 : 2
      return nodes(grid, outputs).map { $0 <= (table.count - 20) / bytesPerValue } ?? false
    default: return true
    }
  }

  private static func shape(of tag: ArraySlice<UInt8>) -> (Int, Int, Int) {
    let start = tag.startIndex
    return (Int(tag[start + 8]), Int(tag[start + 9]), Int(tag[start + 10]))
  }

  /// The values in a grid; `nil` where there are more than a profile's size can count.
  private static func nodes(_ grid: [Int], _ outputs: Int) -> Int? {
    var count = outputs
    for side in grid {
      count *= side
      guard count <= Int(UInt32.max) else { return nil }
    }
    return count
  }
}
