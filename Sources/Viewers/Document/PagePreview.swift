import ConverterCore
import PagedDocumentModel
import PictureModel
import TerminalPictures

/// The first page of a document on a terminal.
struct PagePreview {
  let document: PagedDocument
  let graphics: TerminalGraphics
  let context: ConversionContext

  /// The longest that somebody who wants to see facts and outline waits for a picture.
  private static let mostSeconds = 3

  /// - Parameter rows: of the window, at most.
  /// - Returns: whole lines; `nil` where there is nothing to show or no room for it. Why it cannot be shown is a
  ///   warning in the context.
  /// - Throws: `interrupted`.
  func lines(rows: Int) throws(ConversionError) -> [UInt8]? {
    guard let page = document.pages.first, document.sources.indices.contains(page.source) else {
      return nil
    }
    let start = ContinuousClock.now
    do throws(ConversionError) {
      let quick = quickContext
      guard let picture = try picture(of: page, rows: rows, in: quick) else { return nil }
      return try picture.drawn(on: graphics, rows: rows, in: quick)
    } catch {
      // Whoever pressed Ctrl-C does not want the rest either.
      guard error.code != .interrupted else { throw error }
      let isLate = .now - start >= .seconds(Self.mostSeconds)
      context.warn(
        "the first page is not shown: "
          + (isLate ? "to render it takes longer than \(Self.mostSeconds) seconds" : error.message))
      return nil
    }
  }

  private func picture(
    of page: DocumentPage, rows: Int, in context: ConversionContext
  ) throws(ConversionError) -> Picture? {
    switch document.sources[page.source].content {
    case .picture(let picture): return picture
    case .document(let content):
      // A page has any number of pixels: as many as there is room for.
      let size = (page.size.width, page.size.height)
      guard size.0 >= 1, size.1 >= 1, size.0 < 1e6, size.1 < 1e6,
        let area = graphics.area(
          forWidth: Int(size.0 * 64), height: Int(size.1 * 64), rows: rows)
      else { return nil }
      return try content.picture(of: page, width: area.width, height: area.height, in: context)
    }
  }

  private var quickContext: ConversionContext {
    context.forCompanion(within: .seconds(Self.mostSeconds))
  }
}
