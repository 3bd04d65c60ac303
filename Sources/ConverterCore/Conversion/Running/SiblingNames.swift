/// Gives the further models of a file names of which no two are the same, since a sibling's name becomes part
/// of the name of its file: `gainmap`, `gainmap-2`, `gainmap-3`.
public struct SiblingNames {
  /// The names given, in small letters, each with the last number that was put behind it.
  private var taken: [String: Int] = [:]

  /// Bytes of a word, so that it fits into a file's name beside others.
  private static let mostBytes = 100

  public init() {}

  /// `name`, or `name` with a number when it was given before, be it in another case: there are file systems
  /// that ignore case.
  public mutating func unique(_ name: String) -> String {
    let key = name.lowercased()
    guard var number = taken[key] else {
      taken[key] = 1
      return name
    }
    repeat { number += 1 } while taken["\(key)-\(number)"] != nil
    taken[key] = number
    taken["\(key)-\(number)"] = 1
    return "\(name)-\(number)"
  }

  /// A ``unique(_:)`` word made of what a file calls its model, safe as a part of a file's name: letters,
  /// digits, and a few signs.
  ///
  /// - Parameters:
  ///   - title: what the file calls the model; `nil` where it has no name.
  ///   - number: of the model in its file, for one without a name.
  public mutating func word(for title: String?, number: Int) -> String {
    var base = ""
    for character in (title ?? "") {
      let isSafe = character.isLetter || character.isNumber || " -_.+()".contains(character)
      let next = isSafe ? character : "_"
      guard base.utf8.count + next.utf8.count <= Self.mostBytes else { break }
      base.append(next)
    }
    while base.last == " " || base.last == "." { base.removeLast() }
    return unique(base.isEmpty ? "\(number)" : base)
  }
}
