import ConverterCore

/// Shows each page with its outline, and its words beside it.
struct SeenPagesViewer: Viewer {
  let key = "page"

  func facts(
    of model: SeenPages, in context: ConversionContext
  ) throws(ConversionError) -> [Fact] {
    var pages: [JSONValue] = []
    var facts: [Fact] = []
    for (index, number) in model.numbers.enumerated() {
      try context.checkpoint()
      let page = try model.page(index)
      pages += page.receipts([]).map { Self.numbered($0, number) }
      if model.numbers.count == 1 { facts = page.facts }
    }
    let found = pages.count { $0["found"] == .bool(true) }
    return [
      Fact(
        "pages", "Pages", "\(pages.count), \(found) found in a picture", json: .array(pages))
    ] + facts
  }

  func show(
    _ model: SeenPages, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    for (index, number) in model.numbers.enumerated() {
      try context.checkpoint()
      let seen = try model.page(index)
      let view = SeenPageView(seen, on: page, in: context)
      if page.isJSON {
        guard try view.showJSON(number: number) else { break }
        continue
      }
      if model.numbers.count > 1 {
        let heading = (index > 0 ? "\n" : "") + "page \(number)\n"
        guard try page.write(Array(heading.utf8)) else { break }
      }
      guard try view.show() else { break }
    }
    return true
  }

  /// With the number of the page in its file.
  static func numbered(_ receipt: JSONValue, _ number: Int) -> JSONValue {
    guard case .object(let members) = receipt else { return receipt }
    return .object([.init("page", .integer(number))] + members)
  }
}
