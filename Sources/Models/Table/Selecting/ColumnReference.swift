internal import ConverterCore

extension Table {
  /// The column that the user's word means: the first of that name, else the one of that number.
  ///
  /// - Throws: `usage`, with the columns that may have been meant.
  func column(_ word: String) throws(ConversionError) -> Int {
    if let index = columnIfAny(word) { return index }
    throw ConversionError(.usage, noColumn(word))
  }

  func columnIfAny(_ word: String) -> Int? {
    let name = Array(word.utf8)
    if let index = columns.firstIndex(where: { $0.name == name }) { return index }
    guard let number = Int(word), (1...max(1, columns.count)).contains(number), !columns.isEmpty
    else { return nil }
    return number - 1
  }

  private func noColumn(_ word: String) -> String {
    let text = "there is no column \"\(word.printable)\""
    guard !columns.isEmpty else { return text + ": the table has none" }
    let near = nearNames(to: word)
    let named = Self.list(columns.prefix(20).map(\.text), of: columns.count, limit: 20)
    if !near.isEmpty {
      return text + "; did you mean \(Self.list(near, of: near.count, limit: 5))?"
    }
    return text + "; there are \(named), or numbers from 1"
  }

  private static func list(_ names: [String], of count: Int, limit: Int) -> String {
    let shown = names.prefix(limit).map { TextWidth.cut($0.printable, to: 60) }
    let more = count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// Names that differ by case, by blanks, by a few letters, or that begin so or hold the word.
  private func nearNames(to word: String) -> [String] {
    let wanted = Self.folded(word)
    guard !wanted.isEmpty, wanted.count <= 200 else { return [] }
    let ranked = columns.prefix(10_000).compactMap { column -> (name: String, distance: Int)? in
      let name = Self.folded(String(column.text.prefix(200)))
      if name == wanted { return (column.text, 0) }
      let distance = Self.distance(name, wanted)
      if distance <= max(1, (wanted.count + 2) / 3) { return (column.text, distance) }
      return String(name).contains(String(wanted)) ? (column.text, 100) : nil
    }
    return ranked.sorted { $0.distance < $1.distance }.map(\.name)
  }

  private static func folded(_ text: String) -> [Character] {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// How many letters must be changed, added or taken away (Levenshtein).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        current.append(
          min(
            previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1,
            current[column] + 1))
      }
      previous = current
    }
    return previous[right.count]
  }
}

extension [Character] {
  fileprivate func contains(_ other: String) -> Bool { String(self).contains(other) }
}

extension Column {
  /// The name for messages; bytes that are no UTF-8 become U+FFFD.
  package var text: String { String(decoding: name, as: UTF8.self) }
}
