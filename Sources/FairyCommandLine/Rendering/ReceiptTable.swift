import ConverterCore

/// What became of the pictures in a document, and of what else it holds, for people.
struct ReceiptTable {
  /// More make nobody wiser; scripts get them all.
  private static let mostImages = 20

  private let images: [JSONValue]
  private let receipt: JSONValue

  /// `nil` for a receipt that is of something else.
  init?(_ receipt: JSONValue) {
    guard let images = receipt["images"]?.elements else { return nil }
    self.images = images
    self.receipt = receipt
  }

  /// - Parameter width: the columns that there are.
  func lines(width: Int, _ style: Style) -> [String] {
    let shown = images.prefix(Self.mostImages).map(Self.cells)
    var lines = Self.aligned(shown, width: width - 2)
    if images.count > Self.mostImages { lines.append("and \(images.count - Self.mostImages) more") }
    if let rest { lines.append(rest) }
    return lines.flatMap { Self.wrapped($0, to: width - 2) }.map { "  " + style.quiet($0) }
  }

  /// Page, pixels, resolution, coding and size; what it became, or why it did not.
  private static func cells(of image: JSONValue) -> [String] {
    let page = image["page"]?.int.map { "page \($0)" } ?? "–"
    let dpi = image["dpi"]?.double.map { "\(Int(clamping: max(0, $0.rounded()))) dpi" } ?? ""
    return [page, pixels(image), dpi] + coding(image) + outcome(image)
  }

  private static func pixels(_ image: JSONValue) -> String {
    "\(image["width"]?.int ?? 0)×\(image["height"]?.int ?? 0)"
  }

  private static func coding(_ image: JSONValue) -> [String] {
    [image["codec"]?.text?.printable ?? "", Amounts.bytes(image["bytes"]?.int ?? 0)]
  }

  private static func outcome(_ image: JSONValue) -> [String] {
    guard let became = image["became"] else {
      return ["stays", (image["why"]?.text ?? "").printable]
    }
    let size = pixels(became) == pixels(image) ? "" : "\(pixels(became)) "
    return ["→", size + coding(became).joined(separator: " ")]
  }

  /// Fonts and structure in a line; `nil` where there is nothing to say.
  private var rest: String? {
    var parts: [String] = []
    if let fonts = receipt["fonts"], let count = fonts["count"]?.int, count > 0 {
      let size = Amounts.bytes(fonts["bytes"]?.int ?? 0)
      parts.append("\(count) font\(count == 1 ? "" : "s"), \(size)")
    }
    if let structure = receipt["structure"] {
      let merged = structure["streamsMerged"]?.int ?? 0
      if merged > 0 { parts.append("\(merged) identical stream\(merged == 1 ? "" : "s") merged") }
      let saved = structure["bytesSaved"]?.int ?? 0
      if saved > 0 { parts.append("\(Amounts.bytes(saved)) saved beside pictures") }
      let dropped = structure["objectsDropped"]?.int ?? 0
      if dropped > 0 { parts.append("\(dropped) unused object\(dropped == 1 ? "" : "s") dropped") }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// Columns one below the other; where they do not fit, resolution, pixels and coding give way.
  private static func aligned(_ rows: [[String]], width: Int) -> [String] {
    var left: Set<Int> = []
    for column in [2, 1, 3] {
      let lines = aligned(rows, without: left)
      if lines.allSatisfy({ $0.count <= width }) { return lines }
      left.insert(column)
    }
    return aligned(rows, without: left)
  }

  private static func aligned(_ rows: [[String]], without left: Set<Int>) -> [String] {
    guard let first = rows.first else { return [] }
    let columns = first.indices.filter { !left.contains($0) }
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, width) in zip(columns, widths) {
        let cell = row[column]
        let room = String(repeating: " ", count: width - cell.count)
        if column == columns.last {
          line += cell
        } else {
          // Numbers end where they end; words begin where they begin.
          line += (cell.first?.isNumber == true ? room + cell : cell + room) + "  "
        }
      }
      return line
    }
  }

  /// A line in as many as it takes, those behind the first further in.
  private static func wrapped(_ line: String, to width: Int) -> [String] {
    var lines: [String] = []
    var rest = line
    while rest.count > max(12, width) {
      let end = rest.index(rest.startIndex, offsetBy: max(12, width))
      // A break within the first words would leave nothing but room.
      let start = rest.index(rest.startIndex, offsetBy: 6)
      let gap = rest[start...end].lastIndex(of: " ") ?? end
      lines.append(rest[..<gap].trimmingEnd)
      rest = "    " + rest[gap...].drop { $0 == " " }
    }
    return lines + [rest]
  }
}

extension Substring {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
