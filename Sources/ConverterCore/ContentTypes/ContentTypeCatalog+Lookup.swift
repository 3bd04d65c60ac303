extension ContentTypeCatalog {
  /// The type that a person means by `word`, in capital letters or small ones.
  ///
  /// - Parameter word: an extension with or without its dot, a short name, a media type or an
  ///   identifier: `jpeg`, `.jpg`, `markdown`, `image/jpeg`, `public.jpeg`.
  public func type(named word: String) -> ContentType? {
    let word = word.lowercased()
    if let exact = self[ContentType.ID(rawValue: word)] { return exact }
    if word.utf8.contains(UInt8(ascii: "/")) { return type(mediaType: word) }
    let bare = word.hasPrefix(".") ? String(word.dropFirst()) : word
    guard !bare.isEmpty else { return nil }
    let written = types(.extensions, have: bare)
    return written.first { $0.extensions.first == bare } ?? types(.shortNames, have: bare).first
      ?? written.first ?? types.first { $0.id.rawValue.lowercased() == bare }
  }

  /// The type with this media type: one that reports it before one that merely accepts it.
  ///
  /// Parameters (`; charset=utf-8`) are ignored.
  public func type(mediaType: String) -> ContentType? {
    let essence = String(mediaType.prefix { $0 != ";" && $0 != " " }).lowercased()
    let accepting = types(.mediaTypes, have: essence)
    return accepting.first { $0.mediaTypes.first == essence } ?? accepting.first
  }

  /// All types that have this extension, the first declared first.
  ///
  /// - Parameter fileExtension: in lower case, without the dot.
  public func types(fileExtension: String) -> [ContentType] {
    types(.extensions, have: fileExtension)
  }

  /// All types that files of this whole name have, the first declared first.
  ///
  /// - Parameter fileName: in lower case.
  func types(fileName: String) -> [ContentType] { types(.fileNames, have: fileName) }

  /// The words nearest to one that names no type, for "did you mean": at most three, best first.
  public func suggestions(for word: String) -> [String] {
    let word = Array(word.lowercased().drop { $0 == "." }.utf8)
    // One slip in a short word, two in a longer one: more would suggest everything.
    let tolerance = word.count < 5 ? 1 : 2
    guard !word.isEmpty, word.count <= 100 else { return [] }
    var found: [(word: String, distance: Int)] = []
    for type in types {
      for name in type.extensions + type.shortNames + type.mediaTypes + [type.id.rawValue] {
        guard abs(name.utf8.count - word.count) <= tolerance else { continue }
        let distance = editDistance(word, Array(name.utf8))
        if distance <= tolerance, !found.contains(where: { $0.word == name }) {
          found.append((name, distance))
        }
      }
    }
    // Declaration order decides among equals, so the common types of a family come first.
    return (0...tolerance).flatMap { distance in
      found.filter { $0.distance == distance }.map(\.word)
    }
    .prefix(3).map { $0 }
  }

  /// How many letters have to be inserted, removed, replaced or swapped with their neighbour
  /// (optimal string alignment).
  private func editDistance(_ from: [UInt8], _ to: [UInt8]) -> Int {
    var before = [Int](repeating: 0, count: to.count + 1)
    var last = Array(0...to.count)
    for (i, letter) in from.enumerated() {
      var row = [i + 1]
      row.reserveCapacity(to.count + 1)
      for (j, other) in to.enumerated() {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == to[j - 1], from[i - 1] == other {
          cost = min(cost, before[j - 1] + 1)
        }
        row.append(cost)
      }
      before = last
      last = row
    }
    return last[to.count]
  }
}
