public import ConverterCore
public import PagedDocumentModel

/// Shows what a document is: pages and sizes, who made it, its outline, fonts and pictures.
public struct DocumentViewer: SessionViewer {
  public let key = "document"

  public init() {}

  public func facts(
    of document: PagedDocument, in context: ConversionContext
  ) throws(ConversionError) -> [Fact] {
    var facts = [
      Fact(
        "pages", "Pages", "\(document.pages.count)", json: .integer(document.pages.count)),
      sizes(of: document),
    ]
    for source in document.sources {
      guard case .document(let content) = source.content else { continue }
      let known = try content.facts(in: context)
      facts.append(Fact("format", "Format", known.format, json: .string(known.format)))
      for (key, label, text) in [
        ("title", "Title", known.title), ("author", "Author", known.author),
        ("producer", "Made by", known.producer),
      ] {
        if let text, !text.isEmpty {
          facts.append(Fact(key, label, text.printable, json: .string(text)))
        }
      }
      facts += known.details
      if !known.outline.isEmpty {
        let headings = known.outline.reduce(0) { $0 + $1.count }
        facts.append(
          Fact(
            "outline", "Outline", headings == 1 ? "1 heading" : "\(headings) headings",
            json: .array(known.outline.map(\.json))))
      }
    }
    return facts
  }

  /// The sizes that pages have, the most frequent first.
  private func sizes(of document: PagedDocument) -> Fact {
    var counts: [(size: PageSize, pages: Int)] = []
    for page in document.pages {
      if let known = counts.firstIndex(where: { $0.size.isClose(to: page.size) }) {
        counts[known].pages += 1
      } else if counts.count < 100 {
        counts.append((page.size, 1))
      }
    }
    counts.sort { $0.pages > $1.pages }
    let words = counts.prefix(3).map { count in
      let pages = counts.count == 1 ? "" : " (\(count.pages))"
      return "\(count.size.text)\(pages)"
    }
    let more = counts.count > 3 ? " and \(counts.count - 3) more" : ""
    return Fact(
      "sizes", "Page size", words.joined(separator: ", ") + more,
      json: .array(
        counts.map {
          .object([
            .init("width", .number($0.size.width)), .init("height", .number($0.size.height)),
            .init("pages", .integer($0.pages)),
          ])
        }))
  }

  public func show(
    _ document: PagedDocument, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    guard !page.isJSON else { return false }
    let rows = try facts(of: document, in: context).compactMap { fact in
      fact.label.map { ($0, fact.text) }
    }
    let layout = LabelledLines(labels: rows.map(\.0), width: page.width)
    var lines = rows.flatMap { layout.lines($0, $1) }
    for source in document.sources {
      guard case .document(let content) = source.content else { continue }
      for item in try content.facts(in: context).outline {
        item.describe(level: 0, width: page.width, &lines)
      }
    }
    if let graphics = page.graphics {
      // All at once, where that leaves the picture half of the window.
      let rows = max(graphics.size.rows / 2, graphics.size.rows - lines.count - 3)
      let preview = PagePreview(document: document, graphics: graphics, context: context)
      if let picture = try preview.lines(rows: rows), try !page.write(picture) { return true }
    }
    for line in lines {
      guard try page.write(Array((line + "\n").utf8)) else { break }
    }
    return true
  }

  public func session(
    of document: PagedDocument, in context: ConversionContext
  ) throws(ConversionError) -> any ViewSession {
    try DocumentSession(document, in: context)
  }
}

extension PageSize {
  fileprivate func isClose(to other: PageSize) -> Bool {
    abs(width - other.width) < 0.5 && abs(height - other.height) < 0.5
  }

  /// `A4 (210 × 297 mm)`.
  fileprivate var text: String {
    let millimetres = (Int((width * 25.4 / 72).rounded()), Int((height * 25.4 / 72).rounded()))
    let size = "\(millimetres.0) × \(millimetres.1) mm"
    let short = (min(millimetres.0, millimetres.1), max(millimetres.0, millimetres.1))
    let name = [
      ("A3", 297, 420), ("A4", 210, 297), ("A5", 148, 210), ("Letter", 216, 279),
      ("Legal", 216, 356),
    ]
    .first { abs($0.1 - short.0) <= 1 && abs($0.2 - short.1) <= 1 }?.0
    return name.map { "\($0)\(width > height ? " across" : "") (\(size))" } ?? size
  }
}

extension OutlineItem {
  /// How many headings it is, those below it included.
  fileprivate var count: Int { children.reduce(1) { $0 + $1.count } }

  var json: JSONValue {
    var members: [JSONValue.Member] = [.init("title", .string(title))]
    if let page { members.append(.init("page", .integer(page + 1))) }
    if !children.isEmpty { members.append(.init("children", .array(children.map(\.json)))) }
    return .object(members)
  }

  fileprivate func describe(level: Int, width: Int?, _ lines: inout [String]) {
    let text = title.printable + (page.map { "  \($0 + 1)" } ?? "")
    lines += LabelledLines.lines(text, indent: 2 * (min(level, 20) + 1), width: width)
    for child in children { child.describe(level: level + 1, width: width, &lines) }
  }
}
