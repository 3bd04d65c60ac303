import ConverterCore

// What a plan says of each photo of a page.
extension Outcome {
  /// Lines for people, a page each: where it was found and what would be done to it.
  ///
  /// - Parameter width: the columns that there are; `nil` where lines may have any length.
  func plannedPageLines(width: Int?) -> [String] {
    let pages = scannedPages
    let rows = pages.map { page -> (label: String, text: String) in
      let number = page["page"]?.int.map { "page \($0)" } ?? "no page"
      let name = furtherInputs.isEmpty ? "" : (page["input"]?.text ?? "").printable + ": "
      return (number, name + Self.plan(of: page))
    }
    let layout = LabelledLines(labels: rows.map(\.label), width: width)
    return rows.flatMap { layout.lines($0.label, $0.text) }
  }

  private static func plan(of page: JSONValue) -> String {
    guard page["page"]?.int != nil else { return "nothing is written on it, and it is left out" }
    return [place(of: page), size(of: page), turn(of: page), words(of: page)]
      .compactMap(\.self).joined(separator: "; ")
  }

  private static func place(of page: JSONValue) -> String {
    let half = page["half"]?.text.map { "the \($0.printable) half of a book, " } ?? ""
    let corners = (page["corners"]?.elements ?? []).map { corner in
      (corner.elements ?? []).map { "\(Int(clamping: ($0.double ?? 0).rounded()))" }
        .joined(separator: ",")
    }.joined(separator: " ")
    guard page["found"] == .bool(true) else {
      return half.isEmpty ? "the whole picture" : "\(half)corners \(corners)"
    }
    let score = page["score"]?.double.map { "found, score \($0)" } ?? "as was said"
    return "\(half)\(score), corners \(corners)"
  }

  private static func size(of page: JSONValue) -> String? {
    guard let pixels = page["straightened"]?.elements?.compactMap(\.int), pixels.count == 2 else {
      return nil
    }
    let paper = (page["pageSize"]?.elements ?? []).compactMap(\.double)
    let millimetres =
      paper.count == 2
      ? ", \(Int(clamping: paper[0].rounded()))×\(Int(clamping: paper[1].rounded())) mm" : ""
    let filter = (page["filter"]?.text ?? "").printable
    return "becomes \(pixels[0])×\(pixels[1]) pixels\(millimetres); filter \(filter)"
  }

  private static func turn(of page: JSONValue) -> String? {
    guard let degrees = page["rotation"]?.int else { return "turned as its words are read" }
    return degrees == 0 ? nil : "turned by \(degrees)°"
  }

  private static func words(of page: JSONValue) -> String {
    page["textLayer"] == .bool(true)
      ? "its words become a text layer" : "no words are recognised"
  }
}
