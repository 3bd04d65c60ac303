import ConverterCore

/// Lines of a text with their numbers, a part at a time, and where some words stand in it.
struct TextLook {
  let look: Look

  private static let pageSize = 400
  /// Lines that are shown before the one that was found.
  private static let before = 3

  /// For the template `text`.
  func values() async throws -> [String: Any] {
    let (path, routes) = (look.path, look.routes)
    let lines = try await routes.texts.lines("\(look.id) \(try await look.key())") {
      try await routes.open(path)
    }
    var first = look.form.number("from", or: 0)
    var values: [String: Any] = [
      "t": look.words.texts, "query": look.form["q"] ?? "", "file": look.id,
      "line": look.form["line"] ?? "",
    ]
    if let number = look.form["line"].flatMap({ Int($0) }) {
      first = try await lines.place(ofNumber: max(1, number))
    }
    var marked: Int?
    if let search = look.form["q"].flatMap({ TextSearch($0) }) {
      let isBackward = look.form["back"] != nil
      let found = try await lines.find(search, from: first, backward: isBackward)
      values.merge(answer(found, isBackward)) { $1 }
      if case .line(let place) = found { marked = place }
      if let marked { first = max(0, marked - Self.before) }
    }
    let part = try await lines.part(from: first, count: Self.pageSize)
    values["lines"] = part.lines.enumerated().map { index, line -> [String: Any] in
      [
        "number": line.number.map { "\($0)" } ?? "", "text": line.text,
        "isFound": first + index == marked,
      ]
    }
    let range = PageRange(
      first, part.lines.count, of: part.known, isComplete: part.isComplete, by: Self.pageSize,
      look.words
    ) { look.address(("from", "\($0)"), ("as", look.form["as"])) }
    values.merge(range.values) { $1 }
    if let form = look.form["as"] { values["as"] = form }
    return values
  }

  /// What came of a search, and where it goes on.
  private func answer(_ found: TextLines.Found, _ isBackward: Bool) -> [String: Any] {
    func address(_ place: Int, _ isBackward: Bool) -> String {
      look.address(
        ("q", look.form["q"]), ("from", "\(place)"), ("back", isBackward ? "1" : nil),
        ("as", look.form["as"])) + "#found"
    }
    switch found {
    case .line(let place):
      return ["findNext": address(place + 1, false), "findPrevious": address(place, true)]
    case .nothing:
      return ["findText": look.words[isBackward ? "nothing_before" : "nothing_behind"]]
    case .searched(let place):
      return [
        "findText": look.words["search_goes_on"],
        isBackward ? "findPrevious" : "findNext": address(place, isBackward),
      ]
    }
  }
}
