extension Column {
  /// What the number of a column without a name is put behind where it needs a name: `column_`, or `column_2_`
  /// and so on where a name of the table is that with a number already.
  public static func numberPrefix(besides columns: [Column]) -> [UInt8] {
    let word = Array("column_".utf8)
    /// The numbers that prefixes of names there are have; 1 is for `column_`.
    var taken: Set<Int> = []
    for column in columns where column.name.starts(with: word) {
      let parts = column.name.dropFirst(word.count).split(
        separator: UInt8(ascii: "_"), maxSplits: 1, omittingEmptySubsequences: false)
      guard let last = parts.last, isNumber(last) else { continue }
      if parts.count == 1 {
        taken.insert(1)
      } else if isNumber(parts[0]), let number = Int(String(decoding: parts[0], as: UTF8.self)) {
        taken.insert(number)
      }
    }
    guard taken.contains(1) else { return word }
    var number = 2
    while taken.contains(number) { number += 1 }
    return word + Array("\(number)_".utf8)
  }

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { (0x30...0x39).contains($0) }
  }
}
