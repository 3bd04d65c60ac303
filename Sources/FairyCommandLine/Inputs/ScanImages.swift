import ConverterCore
import PictureModel
import Runner
import SystemPackage

/// The pages of a scan as pictures: each a conversion of the photo that it was found in.
struct ScanImages {
  private(set) var requests: [Request] = []
  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - receipt: what the scan says of its pages.
  ///   - base: what names of pictures begin with: `out.pdf` makes `out-001.jpg`.
  ///   - request: the scan's own.
  init(
    _ receipt: JSONValue?, base: FilePath, of request: Request
  ) throws(ConversionError) {
    let inputs = [request.input] + request.purpose.furtherInputs
    let pages = (receipt?["pages"]?.elements ?? []).compactMap { Page($0, of: inputs) }
    for input in inputs where Self.isDocument(input) {
      notes.append(
        "\(input.display): pages of a PDF are not saved as pictures; fairy convert --to jpeg makes some"
      )
    }
    let digits = max(3, "\(pages.map(\.number).max() ?? 0)".count)
    for (index, page) in pages.enumerated() where !Self.isDocument(inputs[page.input]) {
      let others = pages.filter { $0.input == page.input }
      let position = pages[..<index].count { $0.input == page.input }
      // Pages of a file that are not all of it have their places in it.
      let chosen = try request.inputPages[page.input]?.indices(of: .max)
      requests.append(
        try picture(
          of: page, inputs[page.input],
          position: chosen.map { $0[min(position, $0.count - 1)] }
            ?? (others.count > 1 ? position : nil),
          base: base, digits: digits, like: request))
    }
  }

  /// What is known of a page.
  private struct Page {
    let input: Int
    let number: Int
    let filter: String
    let rotation: Int
    let isFound: Bool

    init?(_ json: JSONValue, of inputs: [Request.Input]) {
      guard let input = json["input"]?.int, inputs.indices.contains(input),
        let number = json["page"]?.int, let filter = json["filter"]?.text
      else { return nil }
      (self.input, self.number, self.filter) = (input, number, filter)
      rotation = json["rotation"]?.int ?? 0
      isFound = json["found"] == .bool(true)
    }
  }

  /// - Parameter position: of the page in its file, where that has several.
  private func picture(
    of page: Page, _ input: Request.Input, position: Int?, base: FilePath, digits: Int,
    like request: Request
  ) throws(ConversionError) -> Request {
    let isExact = page.filter == "bw"
    let number = String(repeating: "0", count: digits - "\(page.number)".count) + "\(page.number)"
    var path = base.suffixed(number)
    path.extension = isExact ? "png" : "jpg"
    var options = ConversionOptions()
    options.reading = request.options.reading
    options.settings = request.options.settings.filter {
      $0.key.hasPrefix("scan") || $0.key == "preset" && !isExact
    }
    options.settings["scan-filter"] = page.filter
    options.settings["scan-rotate"] = "\(page.rotation)"
    // It was looked for, and there is none.
    if !page.isFound { options.settings["scan-corners"] = "none" }
    if let position { options.pages = try PageRanges(parsing: "\(position + 1)") }
    return Request(
      input: input, target: try .named(isExact ? "png" : "jpeg", in: .builtin),
      output: .file(path), conflict: request.conflict, keepsTimes: false, options: options,
      limits: request.limits)
  }

  private static func isDocument(_ input: Request.Input) -> Bool {
    input.path?.extension?.lowercased() == "pdf"
  }
}
