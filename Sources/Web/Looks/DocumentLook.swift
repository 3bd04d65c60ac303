import ConverterCore

/// Pages of a document, its outline, and where some words stand in it.
struct DocumentLook {
  let look: Look

  private static let pageCount = 30
  /// How many pages with the words are listed.
  private static let mostFound = 50
  /// How long one looks for them, in milliseconds.
  private static let patience = 2000

  /// For the template `document`.
  func values() async throws -> [String: Any] {
    let opening = try await look.routes.views.opening(look.input)
    let total = opening["pages"]?.int ?? 0
    let first = Self.start(look.form, of: total)
    let answer = try await look.routes.views.ask(
      look.input, "pages",
      [.init("from", .integer(first)), .init("count", .integer(Self.pageCount))])
    let found = answer["pages"]?.elements ?? []
    let key = try await look.key()
    let range = PageRange(first, found.count, of: total, by: Self.pageCount, look.words) {
      look.address(("from", "\($0)"))
    }
    var values = range.values
    values["t"] = look.words.texts
    values["file"] = look.id
    values["first"] = first
    values["total"] = total
    values["of"] = look.words.counting("pages_count", total)
    values["query"] = look.form["q"] ?? ""
    values["current"] = look.form.number("page", or: first + 1)
    values["page"] = found.enumerated().map { index, page -> [String: Any] in
      let number = first + index + 1
      return [
        "number": number, "src": "/files/\(look.id)/picture/\(key)?page=\(number)",
        "label": look.words.text("page_label", ["number": "\(number)"]),
        "width": Int((page["width"]?.double ?? 0).rounded()),
        "height": Int((page["height"]?.double ?? 0).rounded()),
      ]
    }
    let outline = lines(opening["outline"]?.elements ?? [])
    values["hasOutline"] = !outline.isEmpty
    values["outline"] = outline
    if let query = look.form["q"] { values.merge(try await search(query)) { $1 } }
    return values
  }

  /// The first page, from 0, of the part that an address asks for.
  private static func start(_ form: Form, of total: Int) -> Int {
    guard let page = form["page"].flatMap({ Int($0) }) else {
      return min(form.number("from", or: 0), max(0, total - 1))
    }
    return max(0, min(page, total) - 1) / pageCount * pageCount
  }

  // MARK: Outline

  private static let mostLines = 2000
  private static let mostLevels = 6

  /// The headings one below the other, those within others as such.
  private func lines(_ items: [JSONValue]) -> [[String: Any]] {
    var lines: [[String: Any]] = []
    var waiting = items.reversed().map { (item: $0, level: 1) }
    while let (item, level) = waiting.popLast(), lines.count < Self.mostLines {
      var line: [String: Any] = [
        "title": item["title"]?.text ?? "", "level": min(level, Self.mostLevels),
      ]
      if let page = item["page"]?.int {
        line["page"] = page
        line["href"] = look.address(("page", "\(page)")) + "#page-\(page)"
      }
      lines.append(line)
      waiting += (item["children"]?.elements ?? []).reversed().map { ($0, level + 1) }
    }
    return lines
  }

  // MARK: Searching

  /// The pages that have some words.
  private func search(_ query: String) async throws -> [String: Any] {
    var (found, page, isOver) = ([[String: Any]](), 0, false)
    let start = ContinuousClock.now
    do {
      while !isOver, found.count < Self.mostFound, .now - start < .milliseconds(Self.patience) {
        let answer = try await look.routes.views.ask(
          look.input, "find", [.init("text", .string(query)), .init("page", .integer(page))])
        if let searched = answer["searched"]?.int {
          page = searched
        } else if let here = answer["page"]?.int {
          let count = answer["places"]?.elements?.count ?? 0
          found.append([
            "label": look.words.text("page_label", ["number": "\(here + 1)"]),
            "count": look.words.counting("found", count),
            "href": look.address(("page", "\(here + 1)"), ("q", query)) + "#page-\(here + 1)",
          ])
          page = here + 1
        } else {
          isOver = true
        }
      }
    } catch let error as ConversionError {
      return ["searchFault": error.message]
    }
    var values: [String: Any] = ["isSearched": true, "found": found]
    if !isOver {
      values["foundText"] = look.words["more_pages"]
    } else if found.isEmpty {
      values["foundText"] = look.words["nothing_found"]
    }
    return values
  }
}
