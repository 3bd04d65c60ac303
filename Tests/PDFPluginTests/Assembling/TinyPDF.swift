import ConverterCore
import JPEGPlugin
import PNGPlugin
import PagedDocumentModel
import PictureModel
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// A file whose objects a test writes down: numbered from 1, the first is the catalogue.
struct TinyPDF {
  private var objects: [(number: Int, text: String)] = []

  init(_ objects: KeyValuePairs<Int, String>) {
    self.objects = objects.map { ($0.key, $0.value) }
  }

  /// Pages are objects 10, 11, 12 …, their tree is object 2; the content of each names itself.
  ///
  /// - Parameters:
  ///   - catalogue: entries beside `/Type` and `/Pages`.
  ///   - pages: entries of each page beside `/Type`, `/Parent`, `/MediaBox` and `/Contents`.
  init(_ catalogue: String, pages: [String], _ others: KeyValuePairs<Int, String> = [:]) {
    let kids = pages.indices.map { "\(10 + $0) 0 R" }.joined(separator: " ")
    objects = [
      (1, "<< /Type /Catalog /Pages 2 0 R \(catalogue) >>"),
      (2, "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] /MediaBox [0 0 200 100] >>"),
    ]
    for (index, page) in pages.enumerated() {
      objects.append(
        (10 + index, "<< /Type /Page /Parent 2 0 R /Contents \(50 + index) 0 R \(page) >>"))
      let content = "(page-\(index)) pop"
      objects.append(
        (50 + index, "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"))
    }
    objects += others.map { ($0.key, $0.value) }
  }

  /// What a page needs for ``text``.
  static let font =
    "/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
  /// The content of the first page, with a word on it: object 50.
  static let text = {
    let content = "(page-0) pop BT /F 12 Tf 20 50 Td (word) Tj ET"
    return "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
  }()

  mutating func add(_ others: [(Int, String)]) {
    objects += others.map { ($0.0, $0.1) }
  }

  var bytes: [UInt8] {
    var bytes = Array("%PDF-1.7\n".utf8)
    var offsets: [Int: Int] = [:]
    for (number, text) in objects {
      offsets[number] = bytes.count
      bytes += Array("\(number) 0 obj\n\(text)\nendobj\n".utf8)
    }
    let start = bytes.count
    let size = (offsets.keys.max() ?? 0) + 1
    var table = "xref\n0 \(size)\n0000000000 65535 f \n"
    for number in 1..<size {
      let digits = "\(10_000_000_000 + (offsets[number] ?? 0))".dropFirst()
      table += "\(digits) 0000\(offsets[number] == nil ? "1 f" : "0 n") \n"
    }
    table += "trailer << /Size \(size) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return bytes + Array(table.utf8)
  }
}

/// Files put together in a test.
struct Assembled {
  let file: PDFFile
  let context: ConversionContext

  /// - Parameter choices: a file, its title, and the pages that are taken of it; `nil` takes all.
  init(
    _ choices: [(bytes: [UInt8], title: String, pages: [Int]?)], limits: Limits = .standard
  ) throws {
    let context = ConversionContext(registry: try Self.registry(), limits: limits)
    var (pages, sources): ([DocumentPage], [DocumentSource]) = ([], [])
    for choice in choices {
      let document = try PDFReader().read(
        InputFile(bytes: choice.bytes, name: "\(choice.title).pdf"), type: "com.adobe.pdf",
        in: ReadingContext(context))
      for var page in choice.pages?.map({ document.pages[$0] }) ?? document.pages {
        page.source = sources.count
        pages.append(page)
      }
      sources += document.sources
    }
    try self.init(PagedDocument(pages: pages, sources: sources), in: context)
  }

  init(_ pdf: TinyPDF, pages: [Int]?, limits: Limits = .standard) throws {
    try self.init([(pdf.bytes, "a", pages)], limits: limits)
  }

  /// What is made is written and read again: it must stand by itself.
  init(
    _ document: PagedDocument, pictures: PicturePageOptions = PicturePageOptions(),
    in context: ConversionContext
  ) throws {
    self.context = context
    let sources = try OpenSources(of: document, in: context)
    defer { sources.giveBack() }
    let made = try PDFAssembly(
      document, of: sources, pictures: pictures, in: WritingContext(context)
    ).file()
    let output = try OutputFile(.memory)
    try made.write(
      to: output, as: PDFLayout(compressesStreams: false, usesObjectStreams: false), in: context)
    bytes = output.bytes
    file = try PDFFile(InputFile(bytes: bytes), limits: .standard)
    #expect(try file.pageCount == document.pages.count)
    #expect(file.takeWarnings().isEmpty)
  }

  /// Nothing in it is compressed that was not before.
  let bytes: [UInt8]

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var ledger: [String] {
    context.ledger.map { "\($0.what) \($0.action) \($0.why ?? "")" }
  }

  static func registry() throws -> Registry {
    var registry = Registry()
    try PDFPlugin.register(in: &registry)
    try JPEGPlugin.register(in: &registry)
    try PNGPlugin.register(in: &registry)
    try PictureTransforms.register(in: &registry)
    return registry
  }

  func page(_ index: Int) throws -> PDFObject { try file.page(index) }

  /// The index of the page that a destination, an action or a name leads to.
  func page(of place: PDFObject) throws -> Int? {
    let structure = DocumentStructure(file, limits: .standard)
    return try structure.page(of: place["/S"].name == "/GoTo" ? place["/D"] : place)
  }

  /// The outline, a line a heading: `  title 3`, a `+` before those that are open.
  var outline: [String] {
    get throws {
      var lines: [String] = []
      func add(_ nodes: [OutlineNode], _ indent: String) {
        for node in nodes {
          let page = node.page.map { " \($0)" } ?? ""
          lines.append("\(indent)\(node.isOpen ? "+" : "")\(node.item["/Title"].text ?? "")\(page)")
          add(node.children, indent + "  ")
        }
      }
      add(try DocumentStructure(file, limits: .standard).outline, "")
      return lines
    }
  }

  var labels: [String] {
    get throws {
      let ranges = try PageLabels.ranges(of: file, limits: .standard)
      return try (0..<file.pageCount).map { page in
        let label = PageLabels.label(of: page, in: ranges)
        let prefix = String(decoding: label.prefix, as: UTF8.self)
        return label.style.map { "\(prefix)\(label.number)\($0)" } ?? prefix
      }
    }
  }

  /// The fields by their qualified names, with the pages that their widgets are on.
  var fields: [String] {
    get throws {
      var pages: [PDFObject.ID: Int] = [:]
      for index in 0..<(try file.pageCount) {
        for annotation in try page(index)["/Annots"].items {
          if let id = annotation.id { pages[id] = index }
        }
      }
      let tree = try FieldTree(of: file, limits: .standard)
      return tree.nodes.filter(\.kids.isEmpty).map { node in
        let name = FieldTree.qualifiedName(of: node.object) ?? "?"
        return name + (node.id.flatMap { pages[$0] }.map { " \($0)" } ?? "")
      }
    }
  }
}
