/// How many letters have to be put in, left out, replaced or swapped with the next to make one word of the other
/// (optimal string alignment).
func editDistance(_ first: String, _ second: String) -> Int {
  let (first, second) = (Array(first.prefix(40)), Array(second.prefix(40)))
  var before: [Int] = []
  var row = Array(0...second.count)
  for (line, letter) in first.enumerated() {
    var next = [line + 1]
    for column in second.indices {
      let replaced = row[column] + (second[column] == letter ? 0 : 1)
      var best = min(replaced, row[column + 1] + 1, next[column] + 1)
      if line > 0, column > 0, letter == second[column - 1], first[line - 1] == second[column] {
        best = min(best, before[column - 1] + 1)
      }
      next.append(best)
    }
    (before, row) = (row, next)
  }
  return row[second.count]
}

extension Sequence<String> {
  /// The word nearest to one that is misspelt; `nil` where none is near.
  ///
  /// A third of the letters may be wrong. A word that was not written to its end is near, too, and one with more
  /// behind a hyphen.
  func nearest(to word: String) -> String? {
    let word = word.lowercased()
    guard word.count > 1 else { return nil }
    let begun = filter { word.count > 2 && $0.hasPrefix(word) }
    if begun.count == 1 { return begun[0] }
    if let longer = filter({ $0.count > 2 && word.hasPrefix($0 + "-") }).max(by: {
      $0.count < $1.count
    }) {
      return longer
    }
    let near = map { ($0, editDistance($0, word)) }
      .filter { $0.1 <= Swift.max(1, Swift.min($0.0.count, word.count) / 3) }
    return near.min { $0.1 < $1.1 }?.0
  }
}
