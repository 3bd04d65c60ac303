import ConverterCore
import PagedDocumentModel
import PictureModel

/// Pages as pictures: a file a page.
struct PageBridge: Bridge {
  /// What pixels an inch pages get where nothing is said.
  static let dpi = OptionDescriptor(
    "dpi", .integer(9...2400), default: "150", help: "pixels an inch of rendered pages")

  let takes: Set<ConversionOptions.Name> = [.pages]

  var ledgerWords: [String] {
    ["text"] + PartsBesidePages.ledgerWords + PageTransform().ledgerWords
  }

  var mayGiveParts: Bool { true }

  var descriptors: [OptionDescriptor] { [Self.dpi] + PageTransform().descriptors }

  func cross(
    _ model: PagedDocument, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let document = try PageTransform().apply(to: model, in: context)
    guard !document.pages.isEmpty else {
      throw ConversionError(.damagedInput, "has no pages")
    }
    let dpi = Double(try context.reading.value(of: Self.dpi)) ?? 150
    let renderable = try RenderableDocument(document, dpi: dpi, in: context)
    let pages = RenderedPages(document, renderable, dpi: dpi, in: context)
    var picture = try pages.picture(of: 0)
    // A page of several is called by its own number, whichever are chosen.
    if max(model.numberedPages, document.pages.count) > 1 {
      var names = SiblingNames()
      picture.parts = document.pages.indices.map { page in
        let name = names.unique(model.number(of: document.pages[page], at: page))
        return Sibling(name: name) { () throws(ConversionError) in try pages.picture(of: page) }
      }
    }
    context.note("text", .dropped, why: "pictures of pages have no text")
    try PartsBesidePages(of: document, in: context).note(for: .pictures)
    return picture
  }
}

/// Pages that are handed to the program when the first pixel is wanted.
private final class RenderedPages {
  private let document: PagedDocument
  private let renderable: RenderableDocument
  private let dpi: Double
  private let context: ConversionContext
  private var renderer: PageRenderer?

  init(
    _ document: PagedDocument, _ renderable: RenderableDocument, dpi: Double,
    in context: ConversionContext
  ) {
    self.document = document
    self.renderable = renderable
    self.dpi = dpi
    self.context = context
  }

  func picture(of page: Int) throws(ConversionError) -> Picture {
    var picture = try PageRenderer.placeholder(of: document.pages[page], dpi: dpi, in: context)
    picture.open = { [self] demand throws(ConversionError) in
      let renderer = if let known = self.renderer { known } else { try makeRenderer() }
      self.renderer = renderer
      return try renderer.picture(of: page).open(demand)
    }
    return picture
  }

  private func makeRenderer() throws(ConversionError) -> PageRenderer {
    let file = try renderable.file()
    return PageRenderer(
      file.input, pages: document.pages, liesOnSide: file.liesOnSide, dpi: dpi, in: context)
  }
}
