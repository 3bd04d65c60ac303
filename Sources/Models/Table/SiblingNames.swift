/// Words for the files of further tables, made of what a file calls its tables.
public struct SiblingNames {
  private var taken: Set<String> = []

  /// Bytes of a word, so that it fits into a file's name beside others.
  private static let mostBytes = 100

  public init() {}

  /// A word that no other table has, not even in another case, and that is safe as a part of a file's name:
  /// letters, digits, and a few signs.
  ///
  /// - Parameter number: of the table in its file, for one without a name.
  public mutating func word(for title: String?, number: Int) -> String {
    var base = ""
    for character in (title ?? "") {
      let isSafe = character.isLetter || character.isNumber || " -_.+()".contains(character)
      let next = isSafe ? character : "_"
      guard base.utf8.count + next.utf8.count <= Self.mostBytes else { break }
      base.append(next)
    }
    while base.last == " " || base.last == "." { base.removeLast() }
    if base.isEmpty { base = "\(number)" }
    var word = base
    var next = 2
    while !taken.insert(word.lowercased()).inserted {
      word = "\(base)-\(next)"
      next += 1
    }
    return word
  }
}
